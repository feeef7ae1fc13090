"""What goes wrong."""

from pydantic import BaseModel, ConfigDict, Field

from .record import Tombstone
from .shape import Shape, Term


class Fault(Shape):
    """What is wrong with one parameter."""

    parameter: str
    value: str
    detail: str
    nearest: list[Term]
    allowed: list[str] | None = Field(
        description="Null where the values are too many to be listed, or any text is taken"
    )


class Problem(BaseModel):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[Fault] | None = None
    tombstone: Tombstone | None = None

    model_config = ConfigDict(extra="allow")
