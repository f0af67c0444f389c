"""Agents written by hand under decorators: record_decorators.py tl|oi [scenario ...]"""

import contextlib
import json
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, receiver, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-decorators"
if flavour == "tl":
    from traceloop.sdk import Traceloop
    from traceloop.sdk.decorators import agent as as_agent
    from traceloop.sdk.decorators import tool as as_tool

    Traceloop.init(app_name=emitter, api_endpoint=receiver.url, disable_batch=False, telemetry_enabled=False)

    @contextlib.contextmanager
    def about(turn):
        Traceloop.set_association_properties({"session_id": turn.session, "user_id": turn.user})
        yield

    class provider:  # noqa: N801
        @staticmethod
        def force_flush():
            from opentelemetry import trace

            trace.get_tracer_provider().force_flush()

    tool_of = lambda each: as_tool(name=each.__name__)(each)  # noqa: E731
    agent_of = as_agent(name=AGENT)
    packages = ["traceloop-sdk", "openai"]
else:
    from openinference.instrumentation import OITracer, TraceConfig, using_attributes
    from openinference.instrumentation.openai import OpenAIInstrumentor

    provider = tracer_provider(emitter)
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    tracer = OITracer(provider.get_tracer(emitter), config=TraceConfig())
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
    tool_of = lambda each: tracer.tool(each)  # noqa: E731
    agent_of = tracer.agent(name=AGENT)
    packages = ["openinference-instrumentation", "openinference-instrumentation-openai", "openai"]

import openai  # noqa: E402

fake = FakeOpenAI()
client = openai.OpenAI(base_url=fake.base_url, api_key="none")
OBJECT = {"type": "object", "properties": {}}


def call(tools, name, args):
    if name not in tools:
        return f"Error: unknown tool {name}"
    try:
        result = tools[name](**args)
    except Exception as error:
        return f"Error: {error}"
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def run(turn):
    fake.script = turn.script
    tools = {each.__name__: tool_of(each) for each in turn.tools}
    offered = [{"type": "function", "function": {"name": name, "parameters": OBJECT}} for name in tools]

    @agent_of
    def answer(prompt: str) -> str:
        messages = [{"role": "user", "content": prompt}]
        while True:
            said = client.chat.completions.create(model=MODEL, messages=messages, tools=offered).choices[0].message
            if not said.tool_calls:
                return said.content
            messages.append(said.model_dump(exclude_none=True))
            for each in said.tool_calls:
                content = call(tools, each.function.name, json.loads(each.function.arguments))
                messages.append({"role": "tool", "tool_call_id": each.id, "content": content})

    with about(turn):
        answer(turn.prompt)


record(emitter, run, provider, packages)
