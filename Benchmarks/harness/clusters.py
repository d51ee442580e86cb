"""What replication is compared with: PostgreSQL's logical replication and etcd, both of the machine, on loopback, their data on tmpfs, everything durable that they do by default."""

import contextlib
import glob
import os
import shutil
import socket
import subprocess
import time

from .process import PATIENCE, free_ports
from .programs import find

# The versions that can replicate logically; Debian keeps their programs out of PATH.
POSTGRES = ["/usr/lib/postgresql/15/bin", *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)]
SETTINGS = [
    "wal_level=logical", "fsync=on", "synchronous_commit=on", "max_wal_senders=8", "max_replication_slots=8", "max_logical_replication_workers=8",
    "autovacuum=off", "listen_addresses='127.0.0.1'", "shared_buffers=64MB",
]
TABLE = "CREATE TABLE widget(id integer PRIMARY KEY, kind text NOT NULL, name text NOT NULL, parameters bytea NOT NULL, placed_at bigint NOT NULL)"
ROWS = "INSERT INTO widget SELECT number, 'note', 'widget', decode(repeat('00', 39), 'hex'), 1700000000000 FROM generate_series(0, 999) number"
TRIGGER = """CREATE FUNCTION notes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('widget', NEW.name); RETURN NULL; END $$;
    CREATE TRIGGER notes AFTER INSERT OR UPDATE ON widget FOR EACH ROW EXECUTE FUNCTION notes()"""


def postgres_programs():
    """The directory of PostgreSQL's programs, or None."""
    return next((path for path in POSTGRES if os.access(os.path.join(path, "initdb"), os.X_OK)), None)


class Postgres:
    """One cluster. Its server refuses to run as root; then it runs as the user that the package has made."""

    def __init__(self, programs, directory, port):
        self.programs, self.directory, self.port = programs, directory, port
        self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] if os.geteuid() == 0 else []
        os.makedirs(directory)
        if self.prefix:
            shutil.chown(directory, "postgres", "postgres")
        self.data = os.path.join(directory, "data")
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-locale", "-E", "UTF8")
        with open(os.path.join(self.data, "postgresql.conf"), "a") as settings:
            settings.write("\n".join(SETTINGS + [f"port={port}", f"unix_socket_directories='{directory}'"]) + "\n")
        self.run("pg_ctl", "-D", self.data, "-l", os.path.join(directory, "log"), "-w", "start")

    def run(self, program, *arguments):
        command = self.prefix + [os.path.join(self.programs, program), *arguments]
        result = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        if result.returncode != 0:
            raise RuntimeError(f"{program} exits {result.returncode}: {result.stderr.strip()}")

    def sql(self, text):
        self.run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.directory, "-p", str(self.port), "-U", "postgres", "-c", text)

    @property
    def address(self):
        return f"host={self.directory} port={self.port} user=postgres dbname=postgres"

    def stop(self):
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")


@contextlib.contextmanager
def postgres(place):
    """A publisher and a subscriber of one table; their addresses."""
    with contextlib.ExitStack() as stack:
        os.chmod(place, 0o755)
        pair = []
        for name, port in zip(("pg-here", "pg-there"), free_ports(2)):
            pair.append(Postgres(postgres_programs(), os.path.join(place, name), port))
            stack.callback(pair[-1].stop)
        here, there = pair
        for one in pair:
            one.sql(TABLE)
        here.sql(ROWS)
        there.sql(TRIGGER)
        here.sql("CREATE PUBLICATION widgets FOR TABLE widget")
        there.sql(f"CREATE SUBSCRIPTION widgets CONNECTION 'host=127.0.0.1 port={here.port} user=postgres dbname=postgres' PUBLICATION widgets")
        there.sql("""DO $$ BEGIN
            FOR turn IN 1..600 LOOP
                IF NOT EXISTS (SELECT FROM pg_subscription_rel WHERE srsubstate <> 'r') THEN RETURN; END IF;
                PERFORM pg_sleep(0.1);
            END LOOP;
            RAISE 'the table was not copied within a minute';
        END $$""")
        yield here.address, there.address


@contextlib.contextmanager
def etcd(place):
    """Three nodes; the ports of two of them, neither told to be the leader."""
    ports = free_ports(6)
    clients, peers = ports[:3], ports[3:]
    names = ["one", "two", "three"]
    cluster = ",".join(f"{name}=http://127.0.0.1:{port}" for name, port in zip(names, peers))
    nodes = []
    try:
        for name, client, peer in zip(names, clients, peers):
            command = [
                find("etcd"), "--name", name, "--data-dir", os.path.join(place, f"etcd-{name}"), "--initial-cluster", cluster, "--initial-cluster-state", "new",
                "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}", "--listen-peer-urls", f"http://127.0.0.1:{peer}",
                "--advertise-client-urls", f"http://127.0.0.1:{client}", "--listen-client-urls", f"http://127.0.0.1:{client}", "--log-level", "error",
            ]
            nodes.append(subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        end = time.monotonic() + PATIENCE
        while not all(healthy(port) for port in clients):
            if time.monotonic() > end or any(node.poll() is not None for node in nodes):
                raise RuntimeError("etcd's nodes don't find each other")
            time.sleep(0.1)
        yield clients[0], clients[1]
    finally:
        for node in nodes:
            node.terminate()
        for node in nodes:
            node.wait()


def healthy(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as link:
            link.sendall(b"GET /health HTTP/1.0\r\n\r\n")
            answer = b""
            while piece := link.recv(4096):
                answer += piece
        return b'"true"' in answer
    except OSError:
        return False
