"""LangChain agents under OpenInference, OpenLLMetry or OpenTelemetry: record_langchain.py oi|tl|genai [scenario ...]"""

import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, CAPTURE, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-langchain"
provider = tracer_provider(emitter)
packages = ["langchain", "langgraph", "langchain-openai"]
if flavour == "oi":
    from openinference.instrumentation.langchain import LangChainInstrumentor

    packages.append("openinference-instrumentation-langchain")
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.langchain import LangChainInstrumentor

    packages.append("opentelemetry-instrumentation-genai-langchain")
else:
    from opentelemetry.instrumentation.langchain import LangchainInstrumentor as LangChainInstrumentor

    packages.append("opentelemetry-instrumentation-langchain")
LangChainInstrumentor().instrument(tracer_provider=provider)

from langchain_core.messages import ToolMessage  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402

fake = FakeOpenAI()
model = ChatOpenAI(model=MODEL, base_url=fake.base_url, api_key="none", stream_usage=True)


def agent_of(tools):
    try:
        from langchain.agents import create_agent
        from langchain.agents.middleware import wrap_tool_call
    except ImportError:
        # Before LangChain 1; errors are fed back by themselves.
        from langgraph.prebuilt import create_react_agent

        return create_react_agent(model, tools, name=AGENT)

    @wrap_tool_call
    def feed_errors_back(request, handler):
        """A thrown error is told to the model, as an agent that goes on would do."""
        try:
            return handler(request)
        except Exception as error:
            return ToolMessage(f"Error: {error}", tool_call_id=request.tool_call["id"], status="error")

    return create_agent(model, tools=tools, middleware=[feed_errors_back], name=AGENT)


def run(turn):
    fake.script = turn.script
    agent = agent_of([tool(each) for each in turn.tools])
    metadata = {"session_id": turn.session, "thread_id": turn.session, "user_id": turn.user}
    agent.invoke({"messages": [("user", turn.prompt)]}, {"metadata": metadata})


record(emitter, run, provider, packages, user=flavour != "genai")
