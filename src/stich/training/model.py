"""The network in PyTorch, and its way into the whole numbers of `parts/climb/planning/network`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
import torch.nn.functional as F

from stich.parts.climb.planning.features import MOVE_INPUTS, ROLES, SCENE_INPUTS
from stich.parts.climb.planning.network import BOTH, FIRST, HALF16, HALF32, HEADS, MOST, PACKED, PAIR, SECOND
from stich.parts.climb.planning.network import ROLES as PLAYED

WIDTH: Final = 384
INNER: Final = 128
SCENE_SPREAD: Final = 0.12  # of the first rows: about forty are added up
MOVE_SPREAD: Final = 0.15
HEAD_SPREAD: Final = 0.3
SCENES_ON: Final = 56  # inputs of a scene, and of a move, that are on at once at most
MOVES_ON: Final = 26

Parameters = dict[str, Any]


def fresh(seed: int, width: int = WIDTH, inner: int = INNER) -> Parameters:
    """Return the parameters of a network that has learnt nothing."""
    chance = torch.Generator().manual_seed(seed)

    def normal(*shape: int, spread: float) -> Any:
        return torch.randn(*shape, generator=chance) * spread

    scenes = normal(1 + ROLES * SCENE_INPUTS, width, spread=SCENE_SPREAD)
    moves = normal(1 + ROLES * MOVE_INPUTS, width, spread=MOVE_SPREAD)
    scenes[0] = 0
    moves[0] = 0
    return {
        "scenes": scenes,
        "moves": moves,
        "matrix": normal(inner, width, spread=width**-0.5),
        "constants": torch.zeros(inner),
        "heads": normal(ROLES * HEADS, inner, spread=HEAD_SPREAD * inner**-0.5),
        "head_constants": torch.zeros(ROLES * HEADS),
    }


def forward(p: Parameters, scenes: Any, rows: Any, owner: Any, roles: Any) -> Any:
    """Return the three numbers of each move.

    scenes: rows of inputs. rows: those of moves. owner: for each move the number of its scene. roles: of each scene.
    """
    x = F.embedding_bag(scenes, p["scenes"], mode="sum", padding_idx=0)
    hidden = torch.relu(x[owner] + F.embedding_bag(rows, p["moves"], mode="sum", padding_idx=0))
    second = torch.relu(F.linear(hidden, p["matrix"], p["constants"]))
    heads = F.linear(second, p["heads"], p["head_constants"]).view(-1, ROLES, HEADS)
    return heads[torch.arange(len(rows), device=rows.device), roles[owner]]


def packed(values: Any, parts: int, digits: int) -> list[int]:
    """Return rows of whole numbers, `parts` of them in an integer with that many binary digits each."""
    whole = np.rint(values).astype(np.int64).reshape(-1, parts)
    return [int(n) for n in sum(whole[:, k] << (digits * k) for k in range(parts))]


def exported(p: Parameters) -> tuple[int, int, list[list[int]]]:
    """Return the widths and the parts of `Weights` for these parameters.

    Raises OverflowError if a sum could leave its place: then the network would compute something else.
    """
    d = {name: value.detach().cpu().double().numpy() for name, value in p.items()}
    scenes = d["scenes"][: 1 + PLAYED * SCENE_INPUTS] * 2**FIRST
    moves = d["moves"][: 1 + PLAYED * MOVE_INPUTS] * 2**FIRST
    matrix = d["matrix"].T * 2**SECOND
    most = np.sort(np.abs(scenes), 0)[-SCENES_ON:].sum(0) + np.sort(np.abs(moves), 0)[-MOVES_ON:].sum(0)
    if most.max() >= HALF16 or np.abs(matrix).sum(0).max() * MOST >= HALF32:
        raise OverflowError("the weights are too large for whole numbers of this size")
    heads = np.rint(d["heads"][: PLAYED * HEADS] * 2**SECOND).astype(int)
    parts = [packed(scenes, PACKED, 16), packed(moves, PACKED, 16), packed(matrix, PAIR, 32)]
    parts += [np.rint(d["constants"] * 2**BOTH).astype(int).tolist(), heads.reshape(-1).tolist()]
    parts.append(np.rint(d["head_constants"][: PLAYED * HEADS] * 2**BOTH).astype(int).tolist())
    return d["matrix"].shape[1], d["matrix"].shape[0], parts
