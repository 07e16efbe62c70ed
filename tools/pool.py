"""Runs many small trials in forked children, a few at a time, and shows how far they are."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TypeVar

Trial = TypeVar("Trial")

BROKE = 255
"""The verdict of a trial that died or took too long."""

_BAR = 30


def run_all(
    trials: Iterable[Trial],
    judge: Callable[[Trial], int],
    *,
    limit: Callable[[Trial], float],
    jobs: int,
    title: str,
    screen: IO[str] = sys.stderr,
) -> Iterator[tuple[Trial, int]]:
    """Judge each trial in a child of its own; what it changes is gone with the child.

    Args:
        trials: What is to be tried.
        judge: Gives the verdict, a number from 0 to 254.
        limit: After how many seconds a trial is stopped.
        jobs: How many run at the same time.
        title: What stands before the bar.
        screen: Where the bar is drawn.

    Yields:
        Each trial with its verdict, in the order in which they end.
    """
    waiting = list(trials)
    total, done, started = len(waiting), 0, time.monotonic()
    waiting.reverse()
    running: dict[int, Trial] = {}
    gc.collect()
    gc.freeze()  # or each child would copy pages of memory only to count references
    while waiting or running:
        while waiting and len(running) < jobs:
            trial = waiting.pop()
            running[_fork(trial, judge, limit(trial))] = trial
        child, status = os.wait()
        done += 1
        _draw(screen, title, done, total, time.monotonic() - started)
        yield running.pop(child), os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else BROKE
    gc.unfreeze()


def _fork(trial: Trial, judge: Callable[[Trial], int], seconds: float) -> int:
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    verdict = BROKE
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # its signal ends the child
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        verdict = judge(trial)
    finally:
        os._exit(verdict)


def _draw(screen: IO[str], title: str, done: int, total: int, seconds: float) -> None:
    """A bar on a terminal; elsewhere a line for every tenth of the way."""
    left = seconds / done * (total - done)
    figures = f"{done}/{total}, {left / 60:.0f} min left"
    if screen.isatty():
        full = _BAR * done // total
        screen.write(f"\r{title} [{'#' * full}{'.' * (_BAR - full)}] {figures}   {'' if done < total else chr(10)}")
        screen.flush()
    elif done * 10 // total != (done - 1) * 10 // total:
        screen.write(f"{title}: {figures}\n")
        screen.flush()
