"""A scripted client of FastMCP, and its server in the same process: record_fastmcp.py [scenario ...]"""

import asyncio

from recorder import record, tracer_provider

emitter = "py-fastmcp"
provider = tracer_provider(emitter)

from fastmcp import Client, FastMCP  # noqa: E402
from opentelemetry import trace  # noqa: E402


async def converse(turn):
    server = FastMCP("shop")
    for each in turn.tools:
        server.tool(each)
    async with Client(server) as client:
        while calls := turn.script.next()[0]:
            await asyncio.gather(*(client.call_tool(tool, args, raise_on_error=False) for _, tool, args in calls))


def run(turn):
    with trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        asyncio.run(converse(turn))


record(emitter, run, provider, ["fastmcp", "mcp"], session=False, user=False, agent=None, model=None)
