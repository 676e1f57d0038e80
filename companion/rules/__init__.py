"""The shared rules engine: pure functions over plain values; no camera, clock, network or database."""
