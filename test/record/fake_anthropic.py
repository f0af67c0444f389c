"""A model behind the messages API of Anthropic, whole or streamed, that follows a script."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scenarios import ANSWER

MODEL = "fake-model-1"


def message(number, calls, usage):
    cached = usage["cache_read_input_tokens"]
    content = [
        {"type": "tool_use", "id": identity, "name": tool, "input": args} for identity, tool, args in calls
    ] or [{"type": "text", "text": ANSWER}]
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": usage["input_tokens"] - cached,
            "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": usage["output_tokens"],
        },
    }


def events(whole):
    """The same answer in pieces."""
    start = {**whole, "content": [], "stop_reason": None}
    yield "message_start", {"message": start}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "tool_use":
            yield "content_block_start", {"index": index, "content_block": {**block, "input": {}}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"], ensure_ascii=False)}
        else:
            yield "content_block_start", {"index": index, "content_block": {**block, "text": ""}}
            delta = {"type": "text_delta", "text": block["text"]}
        yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    ending = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"delta": ending, "usage": {"output_tokens": whole["usage"]["output_tokens"]}}
    yield "message_stop", {}


class FakeAnthropic:
    """Answers requests that offer tools with whatever `script` says next; the runner sets it before each turn."""

    def __init__(self):
        self.script = None
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if "count_tokens" in self.path:
                    return self.reply(json.dumps({"input_tokens": 10}), "application/json")
                calls, usage = fake.script.next() if asked.get("tools") else ([], {"input_tokens": 1, "output_tokens": 1, "cache_read_input_tokens": 0})
                answer = message(f"{fake.script.scenario}_{fake.script.requests}", calls, usage)
                if asked.get("stream"):
                    body = "".join(
                        f"event: {kind}\ndata: {json.dumps({'type': kind, **data}, ensure_ascii=False)}\n\n"
                        for kind, data in events(answer)
                    )
                    return self.reply(body, "text/event-stream")
                return self.reply(json.dumps(answer), "application/json")

            def reply(self, body, kind):
                data = body.encode()
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
