"""AutoGen AgentChat under OpenInference, or with its own spans: record_autogen.py oi|own [scenario ...]"""

import asyncio
import contextlib
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import record, tracer_provider

flavour = sys.argv.pop(1)
emitter = "py-autogen" if flavour == "own" else f"py-{flavour}-autogen"
provider = tracer_provider(emitter)
packages = ["autogen-agentchat"]
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.autogen_agentchat import AutogenAgentChatInstrumentor

    packages.append("openinference-instrumentation-autogen-agentchat")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
    AutogenAgentChatInstrumentor().instrument(tracer_provider=provider)

from autogen_agentchat.agents import AssistantAgent  # noqa: E402
from autogen_ext.models.openai import OpenAIChatCompletionClient  # noqa: E402

fake = FakeOpenAI()
ABOUT_MODEL = {"vision": False, "function_calling": True, "json_output": False, "family": "unknown", "structured_output": False}


def run(turn):
    fake.script = turn.script
    client = OpenAIChatCompletionClient(model=MODEL, base_url=fake.base_url, api_key="none", model_info=ABOUT_MODEL)
    agent = AssistantAgent("support_agent", model_client=client, tools=turn.tools, max_tool_iterations=20)
    with about(turn):
        asyncio.run(agent.run(task=turn.prompt))


told = flavour == "oi"
record(emitter, run, provider, packages, session=told, user=told, agent="support_agent")
