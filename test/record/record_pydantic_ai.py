"""pydantic-ai with its own instrumentation: record_pydantic_ai.py newest|v1|v2|v3|nocontent [scenario ...]"""

import functools
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = "py-pydantic-ai" + ("" if flavour == "newest" else f"-{flavour}")
provider = tracer_provider(emitter)

from pydantic_ai import Agent, ModelRetry  # noqa: E402
from pydantic_ai.models.instrumented import InstrumentationSettings  # noqa: E402
from pydantic_ai.models.openai import OpenAIChatModel  # noqa: E402
from pydantic_ai.providers.openai import OpenAIProvider  # noqa: E402

forms = {"v1": {"version": 1}, "v2": {"version": 2}, "v3": {"version": 3}, "nocontent": {"include_content": False}}
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
    agent.run_sync(turn.prompt, conversation_id=turn.session)


record(emitter, run, provider, ["pydantic-ai-slim"], user=False)
