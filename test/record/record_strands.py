"""Strands with its own instrumentation: record_strands.py legacy|latest|bedrock|anthropic|oi [scenario ...]"""

import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

form = sys.argv.pop(1)
if form == "latest":
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
emitter = {"legacy": "py-strands", "oi": "py-oi-strands"}.get(form, f"py-strands-{form}")
provider = tracer_provider(emitter)
packages = ["strands-agents"]
if form == "oi":
    # It rewrites spans that are exported later.
    from openinference.instrumentation.strands_agents import StrandsAgentsToOpenInferenceProcessor

    provider.add_span_processor(StrandsAgentsToOpenInferenceProcessor())
    packages.append("openinference-instrumentation-strands-agents")

from strands import Agent, tool  # noqa: E402

if form == "bedrock":
    from fake_bedrock import FakeBedrock
    from strands.models import BedrockModel

    os.environ |= {"AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none"}
    fake = FakeBedrock()
    model = BedrockModel(model_id=MODEL, endpoint_url=fake.base_url, streaming=True, region_name="us-east-1")
elif form == "anthropic":
    from fake_anthropic import FakeAnthropic
    from strands.models.anthropic import AnthropicModel

    fake = FakeAnthropic()
    model = AnthropicModel(client_args={"base_url": fake.base_url, "api_key": "none"}, model_id=MODEL, max_tokens=500)
else:
    from strands.models.openai import OpenAIModel

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


record(emitter, run, provider, packages)
