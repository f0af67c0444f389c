"""Claude Agent SDK: record_claude_agent.py oi [scenario ...]. The command line that it drives comes with its package."""

import asyncio
import json
import os
import sys
import tempfile

from fake_anthropic import FakeAnthropic
from recorder import MODEL, record, tracer_provider

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-claude-agent"
provider = tracer_provider(emitter)
fake = FakeAnthropic()

from openinference.instrumentation import using_attributes  # noqa: E402
from openinference.instrumentation.claude_agent_sdk import ClaudeAgentSDKInstrumentor  # noqa: E402

ClaudeAgentSDKInstrumentor().instrument(tracer_provider=provider)

import claude_agent_sdk as sdk  # noqa: E402

HOME = tempfile.mkdtemp(prefix="record-claude-")
SERVER = "shop"


def tool_of(each):
    hints = {name: kind for name, kind in each.__annotations__.items() if name != "return"}

    @sdk.tool(each.__name__, each.__doc__, hints)
    async def called(args):
        try:
            result = each(**args)
        except Exception as error:
            return {"content": [{"type": "text", "text": str(error)}], "is_error": True}
        return {"content": [{"type": "text", "text": result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)}]}

    return called


async def converse(turn):
    server = sdk.create_sdk_mcp_server(SERVER, tools=[tool_of(each) for each in turn.tools])
    options = sdk.ClaudeAgentOptions(
        mcp_servers={SERVER: server},
        allowed_tools=[f"mcp__{SERVER}__{each.__name__}" for each in turn.tools],
        model=MODEL,
        setting_sources=[],
        cwd=HOME,
        env={
            "HOME": HOME,
            "ANTHROPIC_BASE_URL": fake.base_url,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
        },
    )
    async for _ in sdk.query(prompt=turn.prompt, options=options):
        pass


def run(turn):
    fake.script = turn.script
    turn.script.prefix = f"mcp__{SERVER}__"
    with using_attributes(session_id=turn.session, user_id=turn.user):
        asyncio.run(converse(turn))


record(emitter, run, provider, ["claude-agent-sdk", "openinference-instrumentation-claude-agent-sdk"], agent=None)
