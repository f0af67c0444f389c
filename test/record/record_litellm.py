"""LiteLLM with its own OpenTelemetry callback, in a loop of one's own: record_litellm.py [scenario ...]"""

import json
import os

from fake_openai import MODEL, FakeOpenAI
from recorder import receiver, record, tracer_provider

emitter = "py-litellm"
os.environ |= {"OTEL_EXPORTER": "otlp_http", "OTEL_ENDPOINT": receiver.url + "/v1/traces", "OTEL_SERVICE_NAME": emitter}
# Else all that it knows of a call is written over what the span around it says of the call before.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["USE_OTEL_LITELLM_REQUEST_SPAN"] = "true"
provider = tracer_provider(emitter)

import litellm  # noqa: E402
from opentelemetry import trace  # noqa: E402

litellm.callbacks = ["otel"]
fake = FakeOpenAI()
OBJECT = {"type": "object", "properties": {}}


def call_tool(turn, name, args):
    tool = next((each for each in turn.tools if each.__name__ == name), None)
    if tool is None:
        return f"Error: unknown tool {name}"
    try:
        result = tool(**args)
    except Exception as error:
        return f"Error: {error}"
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def run(turn):
    fake.script = turn.script
    tools = [{"type": "function", "function": {"name": each.__name__, "parameters": OBJECT}} for each in turn.tools]
    messages = [{"role": "user", "content": turn.prompt}]
    with trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        while True:
            answer = litellm.completion(
                model=f"openai/{MODEL}", api_base=fake.base_url, api_key="none", messages=messages, tools=tools,
                user=turn.user, metadata={"session_id": turn.session},
            )
            message = answer.choices[0].message
            if not message.tool_calls:
                return
            messages.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                content = call_tool(turn, call.function.name, json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


record(emitter, run, provider, ["litellm"], session=False, agent=None)
