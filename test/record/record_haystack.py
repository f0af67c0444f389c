"""Haystack under OpenInference: record_haystack.py [scenario ...]"""

import os

from fake_openai import MODEL, FakeOpenAI
from recorder import record, tracer_provider

os.environ["HAYSTACK_CONTENT_TRACING_ENABLED"] = "true"
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"
emitter = "py-oi-haystack"
provider = tracer_provider(emitter)

from openinference.instrumentation import using_attributes  # noqa: E402
from openinference.instrumentation.haystack import HaystackInstrumentor  # noqa: E402
from openinference.instrumentation.openai import OpenAIInstrumentor  # noqa: E402

# Of a pipeline's agent the first shows nothing but its messages, as Python prints them; the second shows the model calls.
HaystackInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)

from haystack import Pipeline  # noqa: E402
from haystack.components.agents import Agent  # noqa: E402
from haystack.components.generators.chat import OpenAIChatGenerator  # noqa: E402
from haystack.dataclasses import ChatMessage  # noqa: E402
from haystack.tools import create_tool_from_function  # noqa: E402
from haystack.utils import Secret  # noqa: E402

fake = FakeOpenAI()


def run(turn):
    fake.script = turn.script
    model = OpenAIChatGenerator(model=MODEL, api_base_url=fake.base_url, api_key=Secret.from_token("none"))
    tools = [create_tool_from_function(each) for each in turn.tools]
    agent = Agent(chat_generator=model, tools=tools, max_agent_steps=20, raise_on_tool_invocation_failure=False)
    pipeline = Pipeline()
    pipeline.add_component("agent", agent)
    with using_attributes(session_id=turn.session, user_id=turn.user):
        pipeline.run({"agent": {"messages": [ChatMessage.from_user(turn.prompt)]}})


packages = ["haystack-ai", "openinference-instrumentation-haystack", "openinference-instrumentation-openai"]
record(emitter, run, provider, packages, agent=None)
