"""BeeAI under OpenInference: record_beeai.py [scenario ...]"""

import asyncio
import functools
import inspect
import os

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

emitter = "py-oi-beeai"
provider = tracer_provider(emitter)
fake = FakeOpenAI()
os.environ |= {"OPENAI_API_BASE": fake.base_url, "OPENAI_API_KEY": "none"}

from openinference.instrumentation import using_attributes  # noqa: E402
from openinference.instrumentation.beeai import BeeAIInstrumentor  # noqa: E402

BeeAIInstrumentor().instrument(tracer_provider=provider)

from beeai_framework.agents.tool_calling import ToolCallingAgent  # noqa: E402
from beeai_framework.agents.types import AgentMeta  # noqa: E402
from beeai_framework.backend import ChatModel  # noqa: E402
from beeai_framework.memory import UnconstrainedMemory  # noqa: E402
from beeai_framework.tools import tool  # noqa: E402


def function_of(method):
    """A function of the same parameters: BeeAI takes a method's `self` for one of them."""

    @functools.wraps(method)
    def call(**args):
        return method(**args)

    call.__signature__ = inspect.signature(method)
    return call


def run(turn):
    fake.script = turn.script
    model = ChatModel.from_name(f"openai:{MODEL}", base_url=fake.base_url, api_key="none", stream=False)
    agent = ToolCallingAgent(
        llm=model,
        memory=UnconstrainedMemory(),
        tools=[tool(function_of(each)) for each in turn.tools],
        meta=AgentMeta(name=AGENT, description="Helps.", tools=[]),
        tool_call_checker=False,
        final_answer_as_tool=False,
    )

    async def ask():
        await agent.run(turn.prompt)

    with using_attributes(session_id=turn.session, user_id=turn.user):
        asyncio.run(ask())


record(emitter, run, provider, ["beeai-framework", "openinference-instrumentation-beeai"])
