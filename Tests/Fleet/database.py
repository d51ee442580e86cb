"""PostgreSQL servers, each in a machine's namespace: a primary, and a standby that confirms each write."""

import glob
import os
import shutil
import signal
import subprocess
import time

PASSWORD = "of-the-test"
# How long a server may take to start or to stop, in seconds.
PATIENCE = 60


def programs():
    """The newest server's directory; None: there is none."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: int(path.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


class Server:
    """A server in a namespace of its own."""

    def __init__(self, machine, size):
        """`machine` has the namespace and the cable; `size` is that of the file system that it may fill."""
        self.machine, self.name, self.address = machine, machine.name, machine.address
        self.directory = f"{machine.directory}/database"
        self.data = f"{self.directory}/data"
        self.bin = programs()
        self.kills = 0
        # Further variables of its environment.
        self.environment = {}
        os.makedirs(self.directory)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0755", "tmpfs", self.directory], check=True)
        shutil.chown(self.directory, "postgres", "postgres")

    def run(self, *command, check=True, **options):
        """As the servers' user, in the namespace."""
        # The variables come behind the change of the user, which a library with a thread would end.
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "env", *(f"{name}={value}" for name, value in self.environment.items())]
        environment = {"PATH": f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C", "PGPASSWORD": PASSWORD}
        return subprocess.run(
            ["ip", "netns", "exec", self.machine.space, *user, *command], env=environment, cwd=self.directory, check=check, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, **options)  # fmt: skip

    def make(self, certificate):
        """A primary. `certificate` has a key and a certificate for the addresses of all servers."""
        self.run("sh", "-c", f"umask 077; printf %s {PASSWORD} > password")
        self.run("initdb", "-D", self.data, "-U", "owner", "-A", "scram-sha-256", "--pwfile=password", "--no-locale", "-E", "UTF8")
        self.write(certificate)
        with open(f"{self.data}/pg_hba.conf", "w") as file:
            file.write("local all all scram-sha-256\nhostssl all all all scram-sha-256\nhostssl replication all all scram-sha-256\n")
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(
                f"listen_addresses = '*'\nunix_socket_directories = '{self.directory}'\nssl = on\nshared_buffers = 16MB\nmax_wal_size = 64MB\nmin_wal_size = 32MB\n"
                "wal_keep_size = 256MB\nwal_sender_timeout = 5s\nwal_receiver_timeout = 5s\nsynchronous_commit = on\nhot_standby = on\n")
        self.start()

    def write(self, certificate):
        for name, text in certificate.items():
            path = f"{self.data}/{name}"
            with open(path, "w") as file:
                file.write(text)
            os.chmod(path, 0o600)
            shutil.chown(path, "postgres", "postgres")

    def follow(self, primary):
        """A standby of the primary, which waits for it with each commit from now on."""
        source = f"host={primary.address} user=owner password={PASSWORD} sslmode=require application_name={self.name} connect_timeout=3"
        self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-d", source)
        # The settings of the primary's directory came along.
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(f"unix_socket_directories = '{self.directory}'\n")
        self.start()
        primary.set("synchronous_standby_names", self.name)

    def start(self):
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.run("pg_ctl", "-D", self.data, "-l", "log", "-W", "start", check=False)
            if answer.returncode == 0:
                break
            assert time.monotonic() < end, f"{self.name}: {answer.stdout}{answer.stderr}{self.tail()}"
            time.sleep(0.2)
        while self.run("pg_isready", "-h", self.directory, check=False).returncode != 0:
            assert time.monotonic() < end, f"{self.name} isn't ready within {PATIENCE} s: {self.tail()}"
            time.sleep(0.1)

    def kill(self):
        """As the kernel's killer of processes would: the server, and then its children."""
        try:
            with open(f"{self.data}/postmaster.pid") as file:
                number = int(file.readline())
        except FileNotFoundError:
            return
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.kills += 1
        end = time.monotonic() + PATIENCE
        while os.path.exists(f"/proc/{number}"):
            assert time.monotonic() < end, f"{self.name} doesn't die"
            time.sleep(0.01)

    def sql(self, text):
        return self.run("psql", "-h", self.directory, "-U", "owner", "-d", "postgres", "-Atqc", text).stdout

    def set(self, name, value):
        self.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.sql("SELECT pg_reload_conf()")

    def promote(self):
        """The standby takes writes, and waits for nobody."""
        self.run("pg_ctl", "-D", self.data, "-w", "promote")
        self.set("synchronous_standby_names", "")

    def tail(self, lines=15):
        try:
            with open(f"{self.directory}/log", encoding="utf-8", errors="replace") as file:
                return "".join(file.readlines()[-lines:])
        except FileNotFoundError:
            return "no log"

    def stop(self):
        """However the test ends."""
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-W", "stop", check=False)
        self.kill()
        for _ in range(50):
            if subprocess.run(["umount", self.directory], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)


def certificate(directory, servers):
    """A key, and a certificate for the servers' addresses, which is also its own authority."""
    names = ",".join(f"IP:{server.address}" for server in servers)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=engine",
         "-addext", f"subjectAltName={names}", "-keyout", f"{directory}/server.key", "-out", f"{directory}/server.crt"],
        check=True, capture_output=True)  # fmt: skip
    return {name: open(f"{directory}/{name}").read() for name in ("server.key", "server.crt")}
