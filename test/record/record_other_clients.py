"""Clients of further providers in a loop of one's own: record_other_clients.py oi|tl groq|mistral|cohere [scenario ...]"""

import contextlib
import importlib
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fake_openai import MODEL, FakeOpenAI
from own_loop import chat
from recorder import record, tracer_provider
from scenarios import ANSWER, as_json

flavour, api = sys.argv.pop(1), sys.argv.pop(1)
emitter = f"py-{flavour}-{api}"
provider = tracer_provider(emitter)
about = lambda turn: contextlib.nullcontext()  # noqa: E731
CLIENTS = {"groq": ("groq", "Groq"), "mistral": ("mistralai", "MistralAI"), "cohere": ("cohere", "Cohere")}
package, name = CLIENTS[api]
if flavour == "oi":
    from openinference.instrumentation import using_attributes

    instrumentation = f"openinference-instrumentation-{package}"
    instrumentor = getattr(importlib.import_module(f"openinference.instrumentation.{package}"), f"{name}Instrumentor")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
else:
    instrumentation = f"opentelemetry-instrumentation-{package}"
    module = importlib.import_module(f"opentelemetry.instrumentation.{package}")
    instrumentor = getattr(module, f"{'MistralAi' if api == 'mistral' else name}Instrumentor")
instrumentor().instrument(tracer_provider=provider)

from opentelemetry import trace  # noqa: E402


class FakeCohere:
    """Cohere's second interface for chats."""

    script = None

    def __init__(self):
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"]))
                calls, usage = fake.script.next()
                message = {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]}
                if calls:
                    made = [{"id": id, "type": "function", "function": {"name": tool, "arguments": as_json(args)}} for id, tool, args in calls]
                    message = {"role": "assistant", "tool_plan": "I look it up.", "tool_calls": made}
                tokens = {key: usage[key] for key in ("input_tokens", "output_tokens")}
                answer = {
                    "id": f"chat_{fake.script.requests}",
                    "message": message,
                    "finish_reason": "TOOL_CALL" if calls else "COMPLETE",
                    "usage": {"billed_units": tokens, "tokens": tokens},
                }
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{server.server_port}"


fake = FakeCohere() if api == "cohere" else FakeOpenAI()
if api == "groq":
    from groq import Groq

    client = Groq(base_url=fake.base_url.removesuffix("/v1"), api_key="none")
    ask = lambda messages, tools: client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message  # noqa: E731
elif api == "mistral":
    try:
        from mistralai import Mistral
    except ImportError:
        from mistralai.client import Mistral

    client = Mistral(server_url=fake.base_url.removesuffix("/v1"), api_key="none")
    ask = lambda messages, tools: client.chat.complete(model=MODEL, messages=messages, tools=tools).choices[0].message  # noqa: E731
else:
    from cohere import ClientV2

    client = ClientV2(base_url=fake.base_url, api_key="none")
    ask = lambda messages, tools: client.chat(model=MODEL, messages=messages, tools=tools).message  # noqa: E731


def run(turn):
    fake.script = turn.script
    with about(turn), trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        chat(ask, turn.prompt, {each.__name__: each for each in turn.tools})


told = flavour == "oi"
record(emitter, run, provider, [package, instrumentation], session=told, user=told, agent=None)
