"""Google's Gen AI client in a loop of one's own: record_google_genai.py oi|tl|genai [scenario ...]"""

import contextlib
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from recorder import CAPTURE, MODEL, record, tracer_provider
from scenarios import ANSWER

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-google-genai"
provider = tracer_provider(emitter)
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor as Instrumentor

    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
    package = "openinference-instrumentation-google-genai"
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
    from opentelemetry.instrumentation.google_genai import GoogleGenAiSdkInstrumentor as Instrumentor

    package = "opentelemetry-instrumentation-google-genai"
else:
    from opentelemetry.instrumentation.google_generativeai import GoogleGenerativeAiInstrumentor as Instrumentor

    package = "opentelemetry-instrumentation-google-generativeai"
Instrumentor().instrument(tracer_provider=provider)

from google import genai  # noqa: E402
from google.genai import types  # noqa: E402
from opentelemetry import trace  # noqa: E402


class FakeGemini:
    script = None

    def __init__(self):
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"]))
                calls, usage = fake.script.next()
                parts = [{"functionCall": {"id": id, "name": tool, "args": args}} for id, tool, args in calls] or [{"text": ANSWER}]
                answer = {
                    "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
                    "usageMetadata": {
                        "promptTokenCount": usage["input_tokens"],
                        "candidatesTokenCount": usage["output_tokens"],
                        "cachedContentTokenCount": usage["cache_read_input_tokens"],
                        "totalTokenCount": usage["input_tokens"] + usage["output_tokens"],
                    },
                    "modelVersion": MODEL,
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


fake = FakeGemini()
client = genai.Client(api_key="none", http_options={"base_url": fake.base_url})


def outcome_of(turn, name, args):
    tool = next((each for each in turn.tools if each.__name__ == name), None)
    if tool is None:
        return {"error": f"unknown tool {name}"}
    try:
        return {"result": tool(**args)}
    except Exception as error:
        return {"error": str(error)}


def run(turn):
    fake.script = turn.script
    offered = [types.FunctionDeclaration(name=each.__name__, description=each.__doc__) for each in turn.tools]
    config = types.GenerateContentConfig(
        tools=[types.Tool(function_declarations=offered)],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )
    contents = [types.Content(role="user", parts=[types.Part(text=turn.prompt)])]
    with about(turn), trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        while True:
            answer = client.models.generate_content(model=MODEL, contents=contents, config=config)
            calls = answer.function_calls or []
            if not calls:
                return
            contents.append(answer.candidates[0].content)
            parts = [
                types.Part(function_response=types.FunctionResponse(id=each.id, name=each.name, response=outcome_of(turn, each.name, each.args)))
                for each in calls
            ]
            contents.append(types.Content(role="user", parts=parts))


told = flavour == "oi"
record(emitter, run, provider, ["google-genai", package], session=told, user=told, agent=None)
