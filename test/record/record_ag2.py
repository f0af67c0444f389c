"""AG2: record_ag2.py own|oi [scenario ...]. Its own middleware since 1.0, OpenInference before."""

import asyncio
import functools
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{'' if flavour == 'own' else 'oi-'}ag2"
provider = tracer_provider(emitter)
fake = FakeOpenAI()
if flavour == "own":
    from ag2 import Agent, tool
    from ag2.config import OpenAIConfig
    from ag2.middleware import TelemetryMiddleware

    def run(turn):
        fake.script = turn.script
        about = {"session.id": turn.session, "user.id": turn.user}
        agent = Agent(
            AGENT,
            config=OpenAIConfig(MODEL, api_key="none", base_url=fake.base_url),
            tools=[tool(each) for each in turn.tools],
            middleware=[TelemetryMiddleware(tracer_provider=provider, agent_name=AGENT, span_attributes=about)],
        )
        asyncio.run(agent.ask(turn.prompt))

    packages = ["ag2"]
else:
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.ag2 import AG2Instrumentor

    AG2Instrumentor().instrument(tracer_provider=provider)
    from autogen import ConversableAgent, LLMConfig

    def function_of(method):
        """A function: AG2 takes no methods for tools."""

        @functools.wraps(method)
        def call(*args, **kwargs):
            return method(*args, **kwargs)

        return call

    def run(turn):
        fake.script = turn.script
        config = LLMConfig({"model": MODEL, "api_key": "none", "base_url": fake.base_url})
        agent = ConversableAgent(AGENT, llm_config=config, human_input_mode="NEVER", max_consecutive_auto_reply=20)
        user = ConversableAgent(
            "user",
            llm_config=False,
            human_input_mode="NEVER",
            is_termination_msg=lambda message: not message.get("tool_calls"),
        )
        for each in map(function_of, turn.tools):
            agent.register_for_llm(name=each.__name__, description=each.__doc__)(each)
            user.register_for_execution(name=each.__name__)(each)
        with using_attributes(session_id=turn.session, user_id=turn.user):
            user.initiate_chat(agent, message=turn.prompt, max_turns=20)

    packages = ["ag2", "openinference-instrumentation-ag2"]

record(emitter, run, provider, packages)
