"""Haystack with its own tracing: record_haystack_own.py [scenario ...]"""

import os

from fake_openai import MODEL, FakeOpenAI
from recorder import record, tracer_provider

os.environ["HAYSTACK_CONTENT_TRACING_ENABLED"] = "true"
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"
emitter = "py-haystack"
provider = tracer_provider(emitter)

from haystack import tracing  # noqa: E402
from haystack.components.agents import Agent  # noqa: E402
from haystack.components.generators.chat import OpenAIChatGenerator  # noqa: E402
from haystack.dataclasses import ChatMessage  # noqa: E402
from haystack.tools import create_tool_from_function  # noqa: E402
from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer  # noqa: E402
from haystack.utils import Secret  # noqa: E402

tracing.enable_tracing(OpenTelemetryTracer(provider.get_tracer("haystack")))
tracing.tracer.is_content_tracing_enabled = True
fake = FakeOpenAI()


def run(turn):
    fake.script = turn.script
    model = OpenAIChatGenerator(model=MODEL, api_base_url=fake.base_url, api_key=Secret.from_token("none"))
    tools = [create_tool_from_function(each) for each in turn.tools]
    agent = Agent(chat_generator=model, tools=tools, max_agent_steps=20, raise_on_tool_invocation_failure=False)
    agent.run(messages=[ChatMessage.from_user(turn.prompt)])


record(emitter, run, provider, ["haystack-ai"], session=False, user=False, agent=None)
