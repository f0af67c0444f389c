"""Bare clients in a loop of one's own: record_clients.py oi|tl|genai|events|openlit openai|responses|anthropic [scenario ...]"""

import contextlib
import json
import os
import sys

from fake_anthropic import FakeAnthropic
from fake_openai import MODEL, FakeOpenAI
from recorder import CAPTURE, logger_provider, record, tracer_provider

flavour, api = sys.argv.pop(1), sys.argv.pop(1)
client_package = "anthropic" if api == "anthropic" else "openai"
emitter = f"py-{flavour}-{api}"
provider = tracer_provider(emitter)
logs = None
packages = [client_package]
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes

    if api == "anthropic":
        from openinference.instrumentation.anthropic import AnthropicInstrumentor as Instrumentor
    else:
        from openinference.instrumentation.openai import OpenAIInstrumentor as Instrumentor
    packages.append(f"openinference-instrumentation-{client_package}")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
    Instrumentor().instrument(tracer_provider=provider)
elif flavour == "tl":
    if api == "anthropic":
        from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor as Instrumentor
    else:
        from opentelemetry.instrumentation.openai import OpenAIInstrumentor as Instrumentor
    packages.append(f"opentelemetry-instrumentation-{client_package}")
    Instrumentor().instrument(tracer_provider=provider)
elif flavour == "openlit":
    import openlit

    packages.append("openlit")
    openlit.init(otel_tracer=provider.get_tracer("openlit"))
else:
    os.environ[CAPTURE] = "event_only" if flavour == "events" else "span_only"
    if flavour == "events":
        os.environ["OTEL_INSTRUMENTATION_GENAI_EMIT_EVENT"] = "true"
        logs = logger_provider(emitter)
    if api == "anthropic":
        from opentelemetry.instrumentation.genai.anthropic import AnthropicInstrumentor as Instrumentor
    else:
        from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor as Instrumentor
    packages.append(f"opentelemetry-instrumentation-genai-{client_package}")
    Instrumentor().instrument(tracer_provider=provider)

import anthropic  # noqa: E402
import openai  # noqa: E402
from opentelemetry import trace  # noqa: E402

fake = FakeAnthropic() if api == "anthropic" else FakeOpenAI()
if api == "anthropic":
    client = anthropic.Anthropic(base_url=fake.base_url, api_key="none")
else:
    client = openai.OpenAI(base_url=fake.base_url, api_key="none")
OBJECT = {"type": "object", "properties": {}}


def call_tool(turn, name, args):
    """What the model is told, and whether it is an error."""
    tool = next((each for each in turn.tools if each.__name__ == name), None)
    if tool is None:
        return f"Error: unknown tool {name}", True
    try:
        result = tool(**args)
    except Exception as error:
        return f"Error: {error}", True
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False), False


def chat(turn):
    tools = [{"type": "function", "function": {"name": each.__name__, "parameters": OBJECT}} for each in turn.tools]
    messages = [{"role": "user", "content": turn.prompt}]
    while True:
        answer = client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message
        if not answer.tool_calls:
            return
        messages.append(answer.model_dump(exclude_none=True))
        for call in answer.tool_calls:
            content, _ = call_tool(turn, call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


def responses(turn):
    tools = [{"type": "function", "name": each.__name__, "parameters": OBJECT, "strict": False} for each in turn.tools]
    items = [{"role": "user", "content": turn.prompt}]
    while True:
        answer = client.responses.create(model=MODEL, input=items, tools=tools)
        calls = [item for item in answer.output if item.type == "function_call"]
        if not calls:
            return
        items += [item.model_dump(exclude_none=True) for item in answer.output]
        for call in calls:
            content, _ = call_tool(turn, call.name, json.loads(call.arguments))
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": content})


def messages_api(turn):
    tools = [{"name": each.__name__, "input_schema": OBJECT} for each in turn.tools]
    messages = [{"role": "user", "content": turn.prompt}]
    while True:
        answer = client.messages.create(model=MODEL, max_tokens=500, messages=messages, tools=tools)
        calls = [block for block in answer.content if block.type == "tool_use"]
        if not calls:
            return
        messages.append({"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in answer.content]})
        results = []
        for call in calls:
            content, is_error = call_tool(turn, call.name, call.input)
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": content, "is_error": is_error})
        messages.append({"role": "user", "content": results})


LOOPS = {"openai": chat, "responses": responses, "anthropic": messages_api}


def run(turn):
    fake.script = turn.script
    # Without a span around them the model calls of a turn are traces that nothing joins.
    with about(turn), trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        LOOPS[api](turn)


told = flavour == "oi"
record(emitter, run, provider, packages, session=told, user=told, agent=None, logs=logs)
