"""Builds what is measured, in release. Each program is linked statically. Installed programs share a library, with which `widgetctl` takes twice as long."""

import os
import shutil
import subprocess
import sys

BENCHMARKS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(BENCHMARKS)
BUILD = os.path.join(ROOT, ".build", "benchmarks")
GO = os.path.join(ROOT, ".build", "go-interop", "bin")


def pkg_config(library):
    """The flags for a C library; none where it isn't here."""
    result = subprocess.run(["pkg-config", "--cflags", "--libs", library], capture_output=True, text=True)
    return result.stdout.split()


# From the package of the benchmarks, which builds the product's programs with it: one build, one set of flags.
SWIFT = [
    "widgetd", "widgetctl", "widgetctl-board", "widgetd-wall", "widgetd-web", "ApplyBench", "EngineBench", "IdleFloor", "LeafBench", "MotionBench", "RenderBench", "RowsFill",
    "StoreBench", "ViewsBench", "WireBench",
]
# The wall's own code of Wayland's protocols, which Debian has no package of.
WAYLAND = "../Sources/CWayland"
C = {
    "load": (["wire/load.c", "wire/common.c"], []),
    "floor": (["wire/floor.c", "wire/common.c"], []),
    "crowd": (["wire/crowd.c", "wire/common.c"], []),
    "sdbus": (["wire/sdbus.c", "wire/common.c"], ["-lsystemd"]),
    "heap_floor": (["engine/heap_floor.c"], []),
    "motion_floor": (["motion/floor.c"], ["-lm"]),
    "render_floor": (["render/floor.c"], ["-lm", *pkg_config("pangocairo")]),
    "surfaces_floor": (
        ["surfaces/floor.c", f"{WAYLAND}/wlr-layer-shell-unstable-v1.c", f"{WAYLAND}/xdg-shell.c"],
        [f"-I{BENCHMARKS}/{WAYLAND}/include", "-lm", *pkg_config("wayland-client"), *pkg_config("pangocairo")]),
    "surfaces_gtk": (["surfaces/gtk.c"], pkg_config("gtk4")),
    "allocations": (["motion/allocations.c"], ["-shared", "-fPIC"]),
    "store_floor": (["store/store_floor.c"], ["-lsqlite3"]),
    "apply": (["store/apply.c"], ["-lsqlite3"]),
    "sync_client": (["sync/client.c", "wire/common.c"], []),
    "pair": (["sync/pair.c"], ["-lsqlite3", "-lssl", "-lcrypto"]),
    "fan": (["fleet/fan.c"], ["-I/usr/include/postgresql", "-lpq", "-lssl", "-lcrypto", "-pthread"]),
    "leaves": (["fleet/leaves.c", "wire/common.c"], ["-lssl", "-lcrypto"]),
    "activity_client": (["activity/client.c", "wire/common.c"], []),
    "activity_provider": (["activity/provider.c", "wire/common.c"], []),
    "postgres": (["sync/postgres.c", "wire/common.c"], ["-I/usr/include/postgresql", "-lpq", "-pthread"]),
    "etcd": (["sync/etcd.c", "wire/common.c"], []),
}


class Programs:
    """Paths of the programs; `missing` says why one that could not be built isn't there. With a commit, the Swift programs are built from its sources."""

    def __init__(self, commit=None):
        self.missing = {}
        self.package, self.scratch = BENCHMARKS, BUILD
        if commit is not None:
            # One place for all commits, so that the next one builds what differs alone.
            self.package, self.scratch = check_out(commit, os.path.join(BUILD, "compared")), os.path.join(BUILD, "compared-build")

    def path(self, name):
        if name in SWIFT:
            return os.path.join(self.scratch, "release", name)
        if name in C:
            return os.path.join(BUILD, name)
        return os.path.join(GO, name)

    def has(self, *names):
        return all(name not in self.missing for name in names)

    def build(self, names):
        """Builds those of `names` that there are sources for."""
        os.makedirs(BUILD, exist_ok=True)
        swift = [name for name in SWIFT if name in names]
        flags = release_flags(os.path.dirname(self.package))
        for name in swift:
            say(f"building {name}")
            command = [os.environ.get("SWIFT", "swift"), "build", "-c", "release", *flags, "--package-path", self.package, "--scratch-path", self.scratch, "--product", name]
            self.attempt(name, command, needed=True)
        for name in [name for name in C if name in names]:
            sources, libraries = C[name]
            command = ["cc", "-O2", "-Wall", "-Wextra", "-o", self.path(name)] + [os.path.join(BENCHMARKS, source) for source in sources] + libraries
            self.attempt(name, command, needed=name in ("load", "leaves", "sync_client", "activity_client", "activity_provider"))
        go = [name for name in names if name.startswith("widgetd-go-")]
        if go:
            say("building the Go programs")
            self.build_go(go)

    def build_go(self, names):
        command = [os.path.join(ROOT, "Tests", "GoInterop", "setup.sh")] + [os.path.join(BENCHMARKS, "wire", "go", name) for name in names]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            lines = (result.stdout + result.stderr).strip().splitlines()
            for name in names:
                self.missing[name] = lines[-1] if lines else f"setup.sh exits {result.returncode}"

    def attempt(self, name, command, needed):
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode == 0:
            return
        if needed:
            sys.exit(f"{' '.join(command)} fails:\n{result.stdout}{result.stderr}")
        lines = [line for line in result.stderr.splitlines() if "error" in line or "cannot find" in line]
        self.missing[name] = lines[0] if lines else f"cc exits {result.returncode}"


def release_flags(root):
    """The flags of a release build. Commits before scripts/release-flags had these."""
    script = os.path.join(root, "scripts", "release-flags")
    if not os.path.exists(script):
        return ["--static-swift-stdlib", "-Xswiftc", "-enforce-exclusivity=unchecked", "-Xlinker", "--no-export-dynamic"]
    return subprocess.run([script], capture_output=True, text=True, check=True).stdout.split()


def check_out(commit, place):
    """A worktree of this repository at the commit. Returns the package of its benchmarks."""
    git = ["git", "-C", ROOT]
    found = subprocess.run(git + ["rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"--compare: there is no commit {commit}")
    subprocess.run(git + ["worktree", "prune"], check=True)
    if not os.path.exists(os.path.join(place, ".git")):
        subprocess.run(git + ["worktree", "add", "--quiet", "--detach", place, commit], check=True)
    subprocess.run(["git", "-C", place, "checkout", "--quiet", "--detach", found.stdout.strip()], check=True)
    return os.path.join(place, "Benchmarks")


def say(text):
    print(text, file=sys.stderr, flush=True)


def find(tool):
    """The path of a tool of the machine, or None."""
    return shutil.which(tool)
