"""LangSmith's own way over OTLP, under LangChain: record_langsmith.py [scenario ...]"""

import os

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

os.environ |= {"LANGSMITH_TRACING": "true", "LANGSMITH_OTEL_ENABLED": "true", "LANGSMITH_OTEL_ONLY": "true", "LANGSMITH_API_KEY": "none"}
os.environ["LANGSMITH_ENDPOINT"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"]
emitter = "py-langsmith"
provider = tracer_provider(emitter)

from langchain.agents import create_agent  # noqa: E402
from langchain.agents.middleware import wrap_tool_call  # noqa: E402
from langchain_core.messages import ToolMessage  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_core.tracers.langchain import wait_for_all_tracers  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402

fake = FakeOpenAI()
model = ChatOpenAI(model=MODEL, base_url=fake.base_url, api_key="none")


class Flush:
    def force_flush(self):
        wait_for_all_tracers()
        provider.force_flush()


@wrap_tool_call
def feed_errors_back(request, handler):
    """A thrown error is told to the model, as an agent that goes on would do."""
    try:
        return handler(request)
    except Exception as error:
        return ToolMessage(f"Error: {error}", tool_call_id=request.tool_call["id"], status="error")


def run(turn):
    fake.script = turn.script
    agent = create_agent(model, tools=[tool(each) for each in turn.tools], middleware=[feed_errors_back], name=AGENT)
    metadata = {"session_id": turn.session, "thread_id": turn.session, "user_id": turn.user}
    agent.invoke({"messages": [("user", turn.prompt)]}, {"metadata": metadata})


record(emitter, run, Flush(), ["langsmith", "langchain", "langgraph", "langchain-openai"])
