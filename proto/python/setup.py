"""Generates widgetd.v1, the messages, from the .proto files beside this directory while the package is built.

protoc does it if it is installed (Debian's protobuf-compiler), otherwise that of grpcio-tools, which pip fetches for the build."""

import glob
import os
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

PROTO = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Build(build_py):
    def run(self):
        super().run()
        protoc = [shutil.which("protoc")] if shutil.which("protoc") else [sys.executable, "-m", "grpc_tools.protoc"]
        files = sorted(glob.glob(f"{PROTO}/widgetd/v1/*.proto"))
        if not files:
            raise SystemExit(f"there are no .proto files in {PROTO}/widgetd/v1: build the package in a checkout of widgetd")
        subprocess.run([*protoc, f"--proto_path={PROTO}", f"--python_out={self.build_lib}", f"--pyi_out={self.build_lib}", *files], check=True)


setup(cmdclass={"build_py": Build}, setup_requires=[] if shutil.which("protoc") else ["grpcio-tools"])
