"""Runs an agent through the scenarios and keeps what its instrumentation exported, byte for byte, with the truth beside it.

One file per framework calls `record(emitter, run)`. Nothing leaves the machine: model and collector are 127.0.0.1.
"""

import gzip
import json
import os
import pathlib
import sys
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scenarios import SCENARIOS, Script, ToolBench, truth_of

WIRE = pathlib.Path(os.environ.get("WIRE") or pathlib.Path(__file__).parent.parent / "wire")
CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
MODEL = "fake-model-1"
USER = "user-42"
AGENT = "support-agent"


class Receiver:
    """Keeps the bodies of POST /v1/traces and /v1/logs, as (path, body, headers)."""

    def __init__(self):
        self.requests = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    body = gzip.decompress(body)
                if self.path.endswith(("/v1/traces", "/v1/logs")):
                    requests.append(("/v1/" + self.path.rsplit("/", 1)[-1], body, dict(self.headers)))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"


receiver = Receiver()
os.environ.setdefault("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url)
os.environ.setdefault("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", receiver.url + "/v1/traces")


def tracer_provider(service):
    """The provider that a program would set up: OTLP over HTTP, one batch at the end of the turn."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    exporter = OTLPSpanExporter(endpoint=receiver.url + "/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=600_000))
    trace.set_tracer_provider(provider)
    return provider


def logger_provider(service):
    """The same for log records."""
    from opentelemetry._logs import set_logger_provider
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource

    provider = LoggerProvider(resource=Resource.create({"service.name": service}))
    exporter = OTLPLogExporter(endpoint=receiver.url + "/v1/logs")
    provider.add_log_record_processor(BatchLogRecordProcessor(exporter, schedule_delay_millis=600_000))
    set_logger_provider(provider)
    return provider


class Turn:
    """What a framework's runner is given for one scenario."""

    def __init__(self, emitter, scenario):
        self.script = Script(scenario)
        self.bench = ToolBench()
        self.prompt = self.script.prompt
        self.session = f"sess-{emitter}-{scenario}"
        self.user = USER
        self.tools = [getattr(self.bench, name) for name in self.script.offered]


def record(emitter, run, provider, versions, *, session=True, user=True, agent=AGENT, model=MODEL, logs=None):
    """`run(turn)` makes one turn. `session`, `user`: whether the program tells the emitter about them; `logs`: provider of its log records;
    `model` is None where there is none and a script makes the calls.

    VARIANT in the environment sets the recordings of another version apart."""
    wanted = sys.argv[1:] or SCENARIOS
    emitter += os.environ.get("VARIANT", "")
    folder = WIRE / emitter
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "versions.json").write_text(json.dumps(versions_of(versions), indent=1) + "\n")
    for scenario in wanted:
        turn = Turn(emitter, scenario)
        receiver.requests.clear()
        about = {
            "emitter": emitter,
            "scenario": scenario,
            "session_id": turn.session if session else None,
            "user_id": USER if user else None,
            "agent_name": agent,
            "model": model or MODEL,
        }
        try:
            run(turn)
        except Exception as error:
            traceback.print_exc(limit=2)
            about["run_threw"] = f"{type(error).__name__}: {error}"
        provider.force_flush()
        if logs is not None:
            logs.force_flush()
        truth = truth_of(turn.script, turn.bench, about)
        if model is None:
            truth |= {"model_calls": 0, "usage": dict.fromkeys(truth["usage"], 0)}
        write(folder / scenario, truth)
        print(emitter, scenario, len(receiver.requests), "requests", file=sys.stderr)


def write(folder, truth):
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    wire = []
    for n, (path, body, headers) in enumerate(receiver.requests, 1):
        kind = "logs" if path == "/v1/logs" else "request"
        (folder / f"{kind}-{n}.pb.gz").write_bytes(gzip.compress(body, mtime=0))
        wire.append({"n": n, "path": path, "content_type": headers.get("Content-Type") or headers.get("content-type"), "bytes": len(body)})
    (folder / "wire.json").write_text(json.dumps(wire, indent=1) + "\n")
    (folder / "truth.json").write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n")


def versions_of(names):
    from importlib.metadata import version

    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {name: version(name) for name in [*names, "opentelemetry-sdk"]}
