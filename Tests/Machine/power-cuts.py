"""power-cuts.py DIRECTORY CUTS SEED: cuts the power of the machine in DIRECTORY, CUTS times, while two daemons in it answer changes. Nothing that was answered is lost."""
import os
import random
import signal
import subprocess
import sys
import time


class Round:
    """One life of the machine: from its start until its power is cut."""

    def __init__(self, directory):
        boot = os.path.join(os.path.dirname(os.path.abspath(__file__)), "boot.sh")
        self.machine = subprocess.Popen([boot, directory, "power"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []

    def read_until(self, word, seconds=400):
        end = time.monotonic() + seconds
        for line in self.machine.stdout:
            line = line.strip()
            self.lines.append(line)
            if line.startswith("CHECK failed") or time.monotonic() > end:
                break
            if line.startswith(word):
                return line.split()[1:]
        raise AssertionError(f"the machine never said {word}:\n" + "\n".join(self.lines[-30:]))

    def cut(self):
        self.machine.send_signal(signal.SIGKILL)
        # Its last words may be a part of a line.
        for line in self.machine.stdout.read().splitlines(keepends=True):
            if line.endswith("\n"):
                self.lines.append(line.strip())
        self.machine.wait()
        self.machine.stdout.close()


def main():
    directory, cuts, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    there, maybe = set(), set()
    answers = 0
    for number in range(cuts + 1):
        machine = Round(directory)
        try:
            have = set(machine.read_until("HAVE"))
            lost = there - maybe - have
            returned = have - there - maybe
            # A change whose answer the cut took may have been made or not. Only the one widget that was being placed has an unknown id.
            assert not lost, f"lost after cut {number}: {sorted(lost)}"
            assert len(returned) <= 1, f"back after cut {number}: {sorted(returned)}"
            there, maybe = set(have), set()
            if number < cuts:
                for _ in range(chance.randint(1, 8)):
                    machine.read_until("PLACED")
                time.sleep(chance.random())
        finally:
            machine.cut()
        for line in machine.lines:
            word, *identifiers = line.split() or [""]
            if word == "PLACED":
                there.update(identifiers)
            elif word == "REMOVING":
                maybe.update(identifiers)
            elif word == "REMOVED":
                there.difference_update(identifiers)
                maybe.difference_update(identifiers)
            answers += word in ("PLACED", "REMOVED")
        print(f"cut {number + 1}: {len(have)} widgets were there, {answers} answers so far" if number < cuts else f"at the end {len(have)} widgets were there", flush=True)
    print(f"{cuts} cuts of the power, {answers} answers, none lost")


main()
