"""A host for the built site, as it is published: the policy on each file, the helpful page for what is not there."""

from __future__ import annotations

import gzip
import http.server
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from responsa.site.finish import policy

ALREADY_SMALL = (".woff2", ".png", ".zip", ".gz", ".pdf")


class Host(http.server.ThreadingHTTPServer):
    """Serves a site below a folder of its own.

    Attributes:
        below: The folder on the host, with a slash at its end.
        sent: Each path that was asked for, with the bytes of the body that was sent for it.
        spoilt: What is sent instead of the files at some paths, and how often.
        cut: Of the files at some paths, how many bytes are sent before the line falls silent.
    """

    daemon_threads = True

    def __init__(self, site: Path, below: str) -> None:
        self.site = site
        self.below = below
        self.policy = (site / policy.FILE).read_text(encoding="utf-8").strip()
        self.sent: list[tuple[str, int]] = []
        self.spoilt: dict[str, list[bytes]] = {}
        self.cut: dict[str, int] = {}
        self.silence = threading.Event()
        super().__init__(("127.0.0.1", 0), partial(Answer, directory=str(site)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of browsers that hang up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_port}{self.below}"


class Answer(http.server.SimpleHTTPRequestHandler):
    """Answers compressed, and lets browsers keep files as common hosts do."""

    protocol_version = "HTTP/1.1"
    server: Host

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        """Send the headers that every file has."""
        self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def do_GET(self) -> None:
        """Answer with the file, or with the page for what is not there."""
        path = urlsplit(self.path).path
        if not path.startswith(self.server.below):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        file = Path(self.translate_path("/" + path.removeprefix(self.server.below)))
        file = file / "index.html" if file.is_dir() else file
        found = file.is_file()
        self._send(file if found else self.server.site / "404.html", HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)

    def _send(self, file: Path, status: HTTPStatus) -> None:
        path = urlsplit(self.path).path.removeprefix(self.server.below)
        body, kind = file.read_bytes(), self.guess_type(str(file))
        if instead := self.server.spoilt.get(path):
            body = instead.pop()
        headers: dict[str, Any] = {"Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind}
        if file.suffix not in ALREADY_SMALL:
            body, headers["Content-Encoding"] = gzip.compress(body, 6, mtime=0), "gzip"
        self.send_response(status)
        for name, value in {**headers, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        if path in self.server.cut:
            self.wfile.write(body[: self.server.cut[path]])
            self.wfile.flush()
            self.server.silence.wait()
            return
        self.wfile.write(body)
        self.server.sent.append((self.path, len(body)))


@contextmanager
def host(site: Path, below: str = "/") -> Iterator[Host]:
    """Serve a site as long as the block lasts."""
    with Host(site, below) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.silence.set()
        served.shutdown()
