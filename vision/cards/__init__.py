"""Cards of a printed deck: markers, outlines and printed shapes to sightings."""
