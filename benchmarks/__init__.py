"""Measurements: the library's pages beside their peers, in one run on one machine. `make bench` runs them."""
