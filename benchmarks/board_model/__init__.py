"""Training of the network that reads the board: docs/board-model.md. It alone needs torch and onnx."""
