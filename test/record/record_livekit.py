"""LiveKit Agents, a session in text: record_livekit.py [scenario ...]"""

import asyncio

from fake_openai import MODEL, FakeOpenAI
from recorder import record, tracer_provider

emitter = "py-livekit"
provider = tracer_provider(emitter)
fake = FakeOpenAI()

from livekit.agents import Agent, AgentSession, function_tool, telemetry  # noqa: E402
from livekit.plugins import openai  # noqa: E402

telemetry.set_tracer_provider(provider)


def tool_of(each):
    async def called(raw_arguments: dict[str, object]):
        return each(**raw_arguments)

    schema = {"name": each.__name__, "description": each.__doc__, "parameters": {"type": "object", "properties": {}}}
    return function_tool(called, raw_schema=schema)


async def converse(turn):
    model = openai.LLM(model=MODEL, base_url=fake.base_url, api_key="none")
    agent = Agent(instructions="Help.", tools=[tool_of(each) for each in turn.tools])
    async with AgentSession(llm=model, max_tool_steps=20) as session:
        await session.start(agent)
        await session.run(user_input=turn.prompt)


def run(turn):
    fake.script = turn.script
    asyncio.run(converse(turn))


record(emitter, run, provider, ["livekit-agents"], session=False, user=False, agent=None)
