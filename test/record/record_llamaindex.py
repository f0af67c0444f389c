"""LlamaIndex under OpenInference, OpenLLMetry or OpenTelemetry: record_llamaindex.py oi|tl|genai [scenario ...]"""

import asyncio
import contextlib
import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, CAPTURE, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-llamaindex"
provider = tracer_provider(emitter)
packages = ["llama-index-core"]
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.llama_index import LlamaIndexInstrumentor

    packages.append("openinference-instrumentation-llama-index")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.llama_index import LlamaIndexInstrumentor

    from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

    packages += ["opentelemetry-instrumentation-genai-llama-index", "opentelemetry-instrumentation-genai-openai"]
    OpenAIInstrumentor().instrument(tracer_provider=provider)
else:
    from opentelemetry.instrumentation.llamaindex import LlamaIndexInstrumentor

    packages.append("opentelemetry-instrumentation-llamaindex")
LlamaIndexInstrumentor().instrument(tracer_provider=provider)

from llama_index.core.agent.workflow import FunctionAgent  # noqa: E402
from llama_index.core.tools import FunctionTool  # noqa: E402
from llama_index.llms.openai_like import OpenAILike  # noqa: E402

fake = FakeOpenAI()
llm = OpenAILike(
    model=MODEL, api_base=fake.base_url, api_key="none", is_chat_model=True, is_function_calling_model=True
)


def run(turn):
    fake.script = turn.script
    tools = [FunctionTool.from_defaults(fn=each) for each in turn.tools]
    agent = FunctionAgent(name=AGENT, tools=tools, llm=llm, streaming=False)

    async def ask():
        await agent.run(turn.prompt, max_iterations=30)

    with about(turn):
        asyncio.run(ask())


record(emitter, run, provider, packages, session=flavour == "oi", user=flavour == "oi")
