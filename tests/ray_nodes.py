"""
A Ray cluster of two nodes on this machine, for tests: a program of its own, which ends with its input.

It prints the two addresses of the cluster. A line on its input kills the second node, as a machine dies.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def main() -> None:
    from ray.cluster_utils import Cluster

    port = int(sys.argv[1])
    head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": port}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(num_cpus=1)
    print(cluster.address, f"ray://127.0.0.1:{port}", flush=True)
    for _ in sys.stdin:
        cluster.remove_node(second, allow_graceful=False)
        print("killed", flush=True)
    cluster.shutdown()


class Nodes:
    """The cluster, as a test sees it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.address, self.from_elsewhere = process.stdout.readline().split()

    def kill_second(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"


@contextmanager
def nodes(port: int) -> Iterator[Nodes]:
    """A cluster of two nodes with a processor each, whose door for drivers elsewhere is at this port."""
    environment = os.environ | {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__)), str(port)],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        with process:
            yield Nodes(process)
    finally:
        process.kill()


if __name__ == "__main__":
    main()
