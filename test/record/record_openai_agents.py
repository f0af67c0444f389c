"""OpenAI Agents under OpenInference, OpenLLMetry, OpenTelemetry or Logfire: record_openai_agents.py oi|tl|genai|logfire [scenario ...]"""

import contextlib
import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, CAPTURE, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-openai-agents"
provider = tracer_provider(emitter)
packages = ["openai-agents"]
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

    packages.append("openinference-instrumentation-openai-agents")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.openai_agents import OpenAIAgentsInstrumentor

    from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

    packages += ["opentelemetry-instrumentation-genai-openai-agents", "opentelemetry-instrumentation-genai-openai"]
    OpenAIInstrumentor().instrument(tracer_provider=provider)
elif flavour == "logfire":
    import logfire

    packages.append("logfire")
    logfire.configure(send_to_logfire=False, console=False, service_name=emitter)
    logfire.instrument_openai_agents()
else:
    from opentelemetry.instrumentation.openai_agents import OpenAIAgentsInstrumentor

    packages.append("opentelemetry-instrumentation-openai-agents")
if flavour != "logfire":
    OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)

from agents import Agent, RunConfig, Runner, function_tool, set_default_openai_client  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402

fake = FakeOpenAI()
set_default_openai_client(AsyncOpenAI(base_url=fake.base_url, api_key="none"), use_for_tracing=False)


def run(turn):
    fake.script = turn.script
    agent = Agent(name=AGENT, model=MODEL, instructions="You help.", tools=[function_tool(each) for each in turn.tools])
    config = RunConfig(workflow_name="support-workflow", group_id=turn.session)
    with about(turn):
        Runner.run_sync(agent, turn.prompt, run_config=config, max_turns=20)


class Flush:
    def force_flush(self):
        (logfire if flavour == "logfire" else provider).force_flush()


record(emitter, run, Flush(), packages, session=flavour in ("oi", "genai", "logfire"), user=flavour == "oi")
