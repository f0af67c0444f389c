"""Microsoft Agent Framework with its own instrumentation: record_agent_framework.py own|oi [scenario ...]"""

import asyncio
import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

os.environ["ENABLE_INSTRUMENTATION"] = "true"
os.environ["ENABLE_SENSITIVE_DATA"] = "true"
is_rewritten = sys.argv.pop(1) == "oi"
emitter = "py-oi-agent-framework" if is_rewritten else "py-agent-framework"
provider = tracer_provider(emitter)
packages = ["agent-framework-core", "agent-framework-openai"]
if is_rewritten:
    # It rewrites spans that are exported later.
    from openinference.instrumentation.agent_framework import AgentFrameworkToOpenInferenceProcessor

    provider.add_span_processor(AgentFrameworkToOpenInferenceProcessor())
    packages.append("openinference-instrumentation-agent-framework")

from agent_framework import Agent, tool  # noqa: E402
from agent_framework.observability import enable_instrumentation  # noqa: E402
from agent_framework.openai import OpenAIChatCompletionClient  # noqa: E402

enable_instrumentation(enable_sensitive_data=True)
fake = FakeOpenAI()


def run(turn):
    fake.script = turn.script
    client = OpenAIChatCompletionClient(model=MODEL, base_url=fake.base_url, api_key="none")
    agent = Agent(client, "You help.", name=AGENT, tools=[tool(each, approval_mode="never_require") for each in turn.tools])
    asyncio.run(agent.run(turn.prompt))


record(emitter, run, provider, packages, session=False, user=False)
