"""The numbers of the chapters about FlashAttention and its price, in the order of the page."""

from __future__ import annotations

import numpy as np

from engine import masks
from engine.attention import attend
from engine.flash import replay, schedule
from engine.flash.frame.closeup import close_up
from engine.flash.frame.session import session_of
from engine.flash.hardware.devices import device_of
from engine.learn.scenes import BANK
from engine.scene import Scene
from tests.engine.learn.claims.views import BANK_AT, capture_of

MIB, GIB = 2**20, 2**30


def flash() -> list[str]:
    device, capture = device_of("a100"), capture_of("bank-muddy")
    session = session_of(Scene(**BANK, block_q=4, block_k=4), capture, lambda: False)
    assert session is not None
    s, row = session.schedule, close_up(session, 0, None, BANK_AT)
    assert row is not None
    standard = session.standard
    layer = capture.layers[0]
    q, k, v = (part[4][None, None] for part in (layer.q, layer.k, layer.v))
    apart = np.abs(replay(q, k, v, s).output - attend(q, k, v).output).max()
    assert apart < 1e-6
    causal = schedule(1024, 1024, 64, block_q=128, block_k=128, mask=masks.causal())
    m, a, total = ([f"{x:.{n}f}" for x in of] for of, n in ((row.m, 2), (row.factors, 3), (row.l, 2)))
    assert row.factors[2] == 1
    moved = [one.hbm_read + one.hbm_written for one in (s, standard)]
    big = [schedule(1024, 1024, 64, block_q=128, block_k=128, algorithm=algorithm) for algorithm in ("standard", "fa2")]
    mib = [(one.hbm_read + one.hbm_written) / MIB for one in big]
    return [
        f"{device.bandwidth / 1e9:,.0f}",
        str(device.multiprocessors),
        f"{device.sram / 2**10:.0f}",
        str(s.tiles_total),
        str(len(s)),
        m[0],
        total[0],
        m[1],
        a[1],
        total[1],
        m[2],
        a[2],
        total[2],
        m[0],
        m[1],
        a[1],
        "1",
        "0.000001",
        f"{mib[0]:.1f}",
        f"{mib[1]:.2f}",
        str(len(capture.tokens)),
        f"{moved[0]:,}",
        f"{moved[1]:,}",
        str(causal.tiles_visited),
        str(causal.tiles_total),
    ]


def when() -> list[str]:
    device, n = device_of("a100"), (1024, 10_000, 131_072)
    maps, kept = [2 * x * x for x in n], [4 * x for x in n]
    long, longest = (schedule(x, x, 64, block_q=128, block_k=128).operations for x in (8192, 131_072))
    assert schedule(16384, 16384, 64, block_q=128, block_k=128).operations == 4 * long
    return [
        f"{maps[0] / MIB:.0f} MiB",
        f"{kept[0] / 2**10:.0f} KiB",
        f"{maps[1] / MIB:.0f} MiB",
        f"{kept[1] / 2**10:.0f} KiB",
        f"{maps[2] / GIB:.0f} GiB",
        f"{kept[2] / 2**10:.0f} KiB",
        f"{32 * maps[1] / GIB:.1f} GiB",
        f"{long / 1e9:.1f}",
        f"{longest / 1e12:.1f}",
        f"{1000 * longest / device.peak:.0f}",
    ]
