"""A model behind the APIs of OpenAI (chat completions and responses, whole or streamed) that follows a script."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scenarios import ANSWER, as_json

MODEL = "fake-model-1"


def chat_usage(usage):
    return {
        "prompt_tokens": usage["input_tokens"],
        "completion_tokens": usage["output_tokens"],
        "total_tokens": usage["input_tokens"] + usage["output_tokens"],
        "prompt_tokens_details": {"cached_tokens": usage["cache_read_input_tokens"]},
    }


def chat_completion(number, calls, usage, text=None):
    """`text` stands for calls and answer of agents that have the model write both as text."""
    if text is not None:
        calls = []
    message = {"role": "assistant", "content": None if calls else text or ANSWER}
    if calls:
        message["tool_calls"] = [
            {"id": identity, "type": "function", "function": {"name": tool, "arguments": as_json(args)}}
            for identity, tool, args in calls
        ]
    finish = "tool_calls" if calls else "stop"
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1764460800,
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": chat_usage(usage),
    }


def chat_chunks(whole):
    """The same answer in pieces."""
    choice = whole["choices"][0]
    message = dict(choice["message"])
    calls = message.pop("tool_calls", [])
    # One call to a piece: some clients read no more than the first of each.
    deltas = [message, *({"tool_calls": [{"index": i, **call}]} for i, call in enumerate(calls))]
    base = {key: whole[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    for delta in deltas:
        yield base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield base | {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
    yield base | {"choices": [], "usage": whole["usage"]}


def response(number, calls, usage):
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    output = [
        {"type": "function_call", "id": f"fc_{number}_{i}", "call_id": identity, "name": tool, "arguments": as_json(args), "status": "completed"}
        for i, (identity, tool, args) in enumerate(calls)
    ] or [{"type": "message", "id": "msg_0", "role": "assistant", "status": "completed", "content": [text]}]
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1764460800,
        "status": "completed",
        "model": MODEL,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": usage["input_tokens"],
            "input_tokens_details": {"cached_tokens": usage["cache_read_input_tokens"], "cache_write_tokens": 0},
            "output_tokens": usage["output_tokens"],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": usage["input_tokens"] + usage["output_tokens"],
        },
    }


class FakeOpenAI:
    """Answers with whatever `script` says next; the runner sets it before each turn."""

    def __init__(self):
        self.script = None
        self.text_of = None
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                calls, usage = fake.script.next()
                number = f"{fake.script.scenario}_{fake.script.requests}"
                if self.path.endswith("/responses"):
                    answer = response(number, calls, usage)
                    chunks = [{"type": "response.completed", "sequence_number": 0, "response": answer}]
                else:
                    text = None if fake.text_of is None else fake.text_of(asked, calls)
                    answer = chat_completion(number, calls, usage, text)
                    chunks = [*chat_chunks(answer)]
                if asked.get("stream"):
                    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
                    self.reply(body, "text/event-stream")
                else:
                    self.reply(json.dumps(answer), "application/json")

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
        self.base_url = f"http://127.0.0.1:{server.server_port}/v1"
