"""A model behind Amazon Bedrock's runtime (Converse, ConverseStream, InvokeModel with Anthropic's bodies) that follows a script."""

import binascii
import json
import struct
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import fake_anthropic
from scenarios import ANSWER


def converse(calls, usage):
    cached = usage["cache_read_input_tokens"]
    content = [{"toolUse": {"toolUseId": identity, "name": tool, "input": args}} for identity, tool, args in calls]
    return {
        "output": {"message": {"role": "assistant", "content": content or [{"text": ANSWER}]}},
        "stopReason": "tool_use" if calls else "end_turn",
        "usage": {
            # Cached tokens are counted beside the input, as Bedrock does.
            "inputTokens": usage["input_tokens"] - cached,
            "outputTokens": usage["output_tokens"],
            "totalTokens": usage["input_tokens"] + usage["output_tokens"],
            "cacheReadInputTokens": cached,
            "cacheWriteInputTokens": 0,
        },
        "metrics": {"latencyMs": 5},
    }


def converse_events(whole):
    """The same answer in pieces."""
    yield "messageStart", {"role": "assistant"}
    for index, block in enumerate(whole["output"]["message"]["content"]):
        if "toolUse" in block:
            use = block["toolUse"]
            start = {"toolUse": {"toolUseId": use["toolUseId"], "name": use["name"]}}
            yield "contentBlockStart", {"contentBlockIndex": index, "start": start}
            delta = {"toolUse": {"input": json.dumps(use["input"], ensure_ascii=False)}}
        else:
            delta = {"text": block["text"]}
        yield "contentBlockDelta", {"contentBlockIndex": index, "delta": delta}
        yield "contentBlockStop", {"contentBlockIndex": index}
    yield "messageStop", {"stopReason": whole["stopReason"]}
    yield "metadata", {"usage": whole["usage"], "metrics": whole["metrics"]}


def frame(kind, payload):
    """One message of AWS's event stream: lengths and headers, each under a checksum."""
    headers = b""
    for name, value in ((":event-type", kind), (":content-type", "application/json"), (":message-type", "event")):
        headers += bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
    body = json.dumps(payload, ensure_ascii=False).encode()
    prelude = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    message = prelude + struct.pack(">I", binascii.crc32(prelude)) + headers + body
    return message + struct.pack(">I", binascii.crc32(message))


class FakeBedrock:
    """Answers with whatever `script` says next; the runner sets it before each turn."""

    def __init__(self):
        self.script = None
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"]))
                calls, usage = fake.script.next()
                way = urllib.parse.unquote(self.path).rsplit("/", 1)[-1]
                if way == "converse-stream":
                    data = b"".join(frame(*event) for event in converse_events(converse(calls, usage)))
                    return self.reply(data, "application/vnd.amazon.eventstream")
                if way == "converse":
                    answer = converse(calls, usage)
                else:
                    answer = fake_anthropic.message(f"{fake.script.scenario}_{fake.script.requests}", calls, usage)
                return self.reply(json.dumps(answer, ensure_ascii=False).encode(), "application/json")

            def reply(self, data, kind):
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{server.server_port}"
