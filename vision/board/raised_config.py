"""How far the grid is raised to the tops of thick pieces."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RaisedConfig:
    """How far the grid is raised."""

    thick: float = 0.15
    """How thick pieces may be, in cells; what is thinner by up to `settle`'s reach is found as well."""
    focal: float = 0.8
    """Of a camera of which nothing is known, over the photo's longer side."""
    most_tan: float = 1.2
    least: float = 0.05
    """Nearer to the board's own place nothing is gained, in cells."""
    least_moved: float = 0.04
    """A grid that its lines draw back nearer than this to the board's own is left where it was raised to, in cells."""
