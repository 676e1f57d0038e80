"""A network as it was written to ONNX, made ready to be trained on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from benchmarks.board_model.network import Network

Singles = NDArray[np.float32]


def resumed(network: Network, path: Path, boards: torch.Tensor) -> None:
    """Give a network the weights of an ONNX file of the same layers; what that does not have stays as it is.

    There every normalisation is folded into the convolution before it. It is taken out again: with the mean and the
    variance that each layer has on these boards (n, 3, 304, 304) the network computes what the file does.
    """
    modules, parameters = dict(network.named_modules()), dict(network.named_parameters())
    network.eval()
    for name, value in _values(path).items():
        # Convolutions without a normalisation, and what is no convolution, keep their names.
        if name in parameters:
            parameters[name].data = torch.from_numpy(value)
    for name, weight, bias in _layers(path):
        layer = modules[name]
        assert isinstance(layer, nn.Conv2d | nn.Linear)
        layer.weight.data = torch.from_numpy(weight)
        # A convolution without a bias of its own is the first of a sequence, its normalisation the next.
        norm = None if layer.bias is not None else modules[name[:-1] + "1"]
        if norm is None:
            layer.bias.data = torch.from_numpy(bias)
            continue
        assert isinstance(norm, nn.BatchNorm2d)
        variance, mean = torch.var_mean(_output(network, layer, boards), (0, 2, 3), correction=0)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data = torch.sqrt(variance + norm.eps)
        norm.bias.data = torch.from_numpy(bias) + mean


def _output(network: Network, layer: nn.Module, boards: torch.Tensor) -> torch.Tensor:
    kept: list[torch.Tensor] = []
    hook = layer.register_forward_hook(lambda _, __, out: kept.append(out))
    with torch.no_grad():
        network(boards)
    hook.remove()
    return kept[0]


def _layers(path: Path) -> Iterator[tuple[str, Singles, Singles]]:
    """The layers with weights in the order in which they are computed: name, weights, biases."""
    values = _values(path)
    for node in onnx.load(str(path)).graph.node:
        if node.op_type in ("Conv", "Gemm"):
            # /stem/stem.2/a/a.0/Conv is the module stem.2.a.0.
            parts = node.name.strip("/").split("/")[:-1]
            later = [*parts[1:], ""]
            name = ".".join(
                part for part, after in zip(parts, later, strict=True) if not after.startswith(part + ".")
            )
            yield name, values[node.input[1]], values[node.input[2]]


def _values(path: Path) -> dict[str, Singles]:
    """All weights by their names."""
    stored = onnx.load(str(path)).graph.initializer
    return {own.name: numpy_helper.to_array(own).astype(np.float32) for own in stored}
