"""pydantic-ai whose tools are those of an MCP server in the same process: record_pydantic_ai_mcp.py [scenario ...]"""

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, record, tracer_provider

emitter = "py-pydantic-ai-mcp"
provider = tracer_provider(emitter)

from fastmcp import FastMCP  # noqa: E402
from pydantic_ai import Agent  # noqa: E402
from pydantic_ai.mcp import MCPToolset  # noqa: E402
from pydantic_ai.models.instrumented import InstrumentationSettings  # noqa: E402
from pydantic_ai.models.openai import OpenAIChatModel  # noqa: E402
from pydantic_ai.providers.openai import OpenAIProvider  # noqa: E402

Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))
fake = FakeOpenAI()
model = OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=fake.base_url, api_key="none"))


def run(turn):
    fake.script = turn.script
    server = FastMCP("shop")
    for each in turn.tools:
        server.tool(each)
    agent = Agent(model, name=AGENT, toolsets=[MCPToolset(server, max_retries=9)], retries=9)
    agent.run_sync(turn.prompt, conversation_id=turn.session)


record(emitter, run, provider, ["pydantic-ai-slim", "fastmcp", "mcp"], user=False)
