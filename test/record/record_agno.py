"""Agno under OpenInference, OpenLLMetry or OpenTelemetry: record_agno.py oi|tl|genai [scenario ...]"""

import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, CAPTURE, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-agno"
provider = tracer_provider(emitter)
packages = ["agno"]
if flavour == "oi":
    from openinference.instrumentation.agno import AgnoInstrumentor

    packages.append("openinference-instrumentation-agno")
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.agno import AgnoInstrumentor

    from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

    packages += ["opentelemetry-instrumentation-genai-agno", "opentelemetry-instrumentation-genai-openai"]
    OpenAIInstrumentor().instrument(tracer_provider=provider)
else:
    from opentelemetry.instrumentation.agno import AgnoInstrumentor

    from opentelemetry.instrumentation.openai import OpenAIInstrumentor

    packages += ["opentelemetry-instrumentation-agno", "opentelemetry-instrumentation-openai"]
    OpenAIInstrumentor().instrument(tracer_provider=provider)
AgnoInstrumentor().instrument(tracer_provider=provider)

from agno.agent import Agent  # noqa: E402
from agno.models.openai import OpenAIChat  # noqa: E402

fake = FakeOpenAI()


def run(turn):
    fake.script = turn.script
    model = OpenAIChat(id=MODEL, base_url=fake.base_url, api_key="none")
    agent = Agent(name=AGENT, model=model, tools=turn.tools, telemetry=False)
    agent.run(turn.prompt, session_id=turn.session, user_id=turn.user)


told = flavour != "tl"
record(emitter, run, provider, packages, session=told, user=flavour == "oi")
