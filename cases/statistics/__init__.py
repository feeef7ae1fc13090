"""Charts of a set of cases: facets against facets, years, times. Counts and quantiles, never an average."""

from .bars import Bar, Chart
from .durations import Durations, time_to_detect, time_to_resolve
from .matrix import Matrix, matrix_of
from .years import years_of

__all__ = ["Bar", "Chart", "Durations", "Matrix", "matrix_of", "time_to_detect", "time_to_resolve", "years_of"]
