"""Semantic Kernel with its own spans: record_semantic_kernel.py [scenario ...]"""

import asyncio
import os

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS"] = "true"
os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE"] = "true"
emitter = "py-semantic-kernel"
provider = tracer_provider(emitter)

from openai import AsyncOpenAI  # noqa: E402
from semantic_kernel.agents import ChatCompletionAgent  # noqa: E402
from semantic_kernel.connectors.ai import FunctionChoiceBehavior  # noqa: E402
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion  # noqa: E402
from semantic_kernel.functions import KernelPlugin, kernel_function  # noqa: E402

fake = FakeOpenAI()


def run(turn):
    # The model knows a function by the name of its plugin and its own.
    turn.script.prefix = "shop-"
    fake.script = turn.script
    service = OpenAIChatCompletion(ai_model_id=MODEL, async_client=AsyncOpenAI(base_url=fake.base_url, api_key="none"))
    functions = {each.__name__: kernel_function(each.__func__).__get__(turn.bench) for each in turn.tools}
    agent = ChatCompletionAgent(
        service=service,
        name=AGENT,
        plugins=[KernelPlugin.from_object("shop", functions)],
        function_choice_behavior=FunctionChoiceBehavior.Auto(maximum_auto_invoke_attempts=20),
    )
    asyncio.run(agent.get_response(messages=turn.prompt))


record(emitter, run, provider, ["semantic-kernel"], session=False, user=False)
