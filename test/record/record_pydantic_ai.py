"""pydantic-ai with its own instrumentation: record_pydantic_ai.py newest|oi|v1|v2|v3|v4|v6|nocontent [scenario ...]"""

import functools
import inspect
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = {"newest": "py-pydantic-ai", "oi": "py-oi-pydantic-ai"}.get(flavour, f"py-pydantic-ai-{flavour}")
provider = tracer_provider(emitter)
packages = ["pydantic-ai-slim"]
if flavour == "oi":
    # It rewrites spans that are exported later.
    from openinference.instrumentation.pydantic_ai import OpenInferenceSpanProcessor

    provider.add_span_processor(OpenInferenceSpanProcessor())
    packages.append("openinference-instrumentation-pydantic-ai")

from pydantic_ai import Agent, ModelRetry  # noqa: E402
from pydantic_ai.models.instrumented import InstrumentationSettings  # noqa: E402

try:
    from pydantic_ai.models.openai import OpenAIChatModel
except ImportError:
    from pydantic_ai.models.openai import OpenAIModel as OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider  # noqa: E402

forms = {"v1": {"version": 1}, "v2": {"version": 2}, "v3": {"version": 3}, "v4": {"version": 4}, "v6": {"version": 6}, "nocontent": {"include_content": False}}
Agent.instrument_all(InstrumentationSettings(tracer_provider=provider, **forms.get(flavour, {})))
fake = FakeOpenAI()
model = OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=fake.base_url, api_key="none"))


def retried(tool):
    """A thrown error is told to the model."""

    @functools.wraps(tool)
    def wrapped(**args):
        try:
            return tool(**args)
        except Exception as error:
            raise ModelRetry(str(error)) from error

    return wrapped


def run(turn):
    fake.script = turn.script
    agent = Agent(
        model,
        name=AGENT,
        tools=[retried(each) for each in turn.tools],
        retries=9,
    )
    agent.run_sync(turn.prompt, **({"conversation_id": turn.session} if told else {}))


told = "conversation_id" in inspect.signature(Agent.run_sync).parameters
record(emitter, run, provider, packages, session=told, user=False)
