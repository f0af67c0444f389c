"""Strands with its own instrumentation: record_strands.py legacy|latest [scenario ...]"""

import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

is_latest = sys.argv.pop(1) == "latest"
if is_latest:
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
emitter = "py-strands-latest" if is_latest else "py-strands"
provider = tracer_provider(emitter)

from strands import Agent, tool  # noqa: E402
from strands.models.openai import OpenAIModel  # noqa: E402

fake = FakeOpenAI()
model = OpenAIModel(client_args={"base_url": fake.base_url, "api_key": "none"}, model_id=MODEL)


def run(turn):
    fake.script = turn.script
    attributes = {"session.id": turn.session, "user.id": turn.user}
    agent = Agent(
        model=model,
        name=AGENT,
        tools=[tool(each) for each in turn.tools],
        trace_attributes=attributes,
        callback_handler=None,
    )
    agent(turn.prompt)


record(emitter, run, provider, ["strands-agents"])
