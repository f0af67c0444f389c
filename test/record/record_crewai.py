"""CrewAI and its OpenAI client under OpenInference or OpenLLMetry: record_crewai.py oi|tl [scenario ...]"""

import contextlib
import os
import sys

os.environ["CREWAI_DISABLE_TELEMETRY"] = "true"
os.environ["CREWAI_TRACING_ENABLED"] = "false"

from fake_openai import FakeOpenAI  # noqa: E402
from recorder import AGENT, MODEL, record, tracer_provider  # noqa: E402

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-crewai"
provider = tracer_provider(emitter)
packages = ["crewai"]
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.crewai import CrewAIInstrumentor
    from openinference.instrumentation.openai import OpenAIInstrumentor

    packages += ["openinference-instrumentation-crewai", "openinference-instrumentation-openai"]
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
else:
    from opentelemetry.instrumentation.crewai import CrewAIInstrumentor
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor

    packages += ["opentelemetry-instrumentation-crewai", "opentelemetry-instrumentation-openai"]
    about = lambda turn: contextlib.nullcontext()  # noqa: E731
CrewAIInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)

from crewai import LLM, Agent, Crew, Task  # noqa: E402
from crewai.tools import tool  # noqa: E402

fake = FakeOpenAI()


def run(turn):
    fake.script = turn.script
    llm = LLM(model=f"openai/{MODEL}", provider="openai", base_url=fake.base_url, api_key="none")
    tools = [tool(each.__name__)(each) for each in turn.tools]
    agent = Agent(role=AGENT, goal="Help.", backstory="You help.", llm=llm, tools=tools, cache=False, max_iter=20)
    task = Task(description=turn.prompt, expected_output="An answer", agent=agent)
    with about(turn):
        Crew(agents=[agent], tasks=[task], cache=False).kickoff()


record(emitter, run, provider, packages, session=flavour == "oi", user=flavour == "oi")
