"""Google ADK, its own spans by default, with content, or with OpenInference beside: record_google_adk.py default|content|oi"""

import asyncio
import os
import sys

from recorder import AGENT, MODEL, record, tracer_provider
from scenarios import ANSWER

flavour = sys.argv.pop(1)
emitter = {"default": "py-google-adk", "content": "py-google-adk-content", "oi": "py-oi-google-adk"}[flavour]
if flavour == "content":
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
    os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"
provider = tracer_provider(emitter)
packages = ["google-adk"]
if flavour == "oi":
    from openinference.instrumentation.google_adk import GoogleADKInstrumentor

    packages.append("openinference-instrumentation-google-adk")
    GoogleADKInstrumentor().instrument(tracer_provider=provider)

from google.adk.agents import LlmAgent  # noqa: E402
from google.adk.models.base_llm import BaseLlm  # noqa: E402
from google.adk.models.llm_response import LlmResponse  # noqa: E402
from google.adk.plugins.base_plugin import BasePlugin  # noqa: E402
from google.adk.runners import InMemoryRunner  # noqa: E402
from google.genai import types  # noqa: E402


class ScriptedLlm(BaseLlm):
    script: object = None

    async def generate_content_async(self, llm_request, stream=False):
        calls, usage = self.script.next()
        parts = [
            types.Part(function_call=types.FunctionCall(id=identity, name=tool, args=args))
            for identity, tool, args in calls
        ] or [types.Part(text=ANSWER)]
        yield LlmResponse(
            content=types.Content(role="model", parts=parts),
            finish_reason=types.FinishReason.STOP,
            usage_metadata=types.GenerateContentResponseUsageMetadata(
                prompt_token_count=usage["input_tokens"],
                candidates_token_count=usage["output_tokens"],
                cached_content_token_count=usage["cache_read_input_tokens"],
                total_token_count=usage["input_tokens"] + usage["output_tokens"],
            ),
        )


class FeedErrorsBack(BasePlugin):
    """A thrown error is told to the model."""

    async def on_tool_error_callback(self, *, tool, tool_args, tool_context, error):
        return {"error": str(error)}


def run(turn):
    model = ScriptedLlm(model=MODEL, script=turn.script)
    agent = LlmAgent(name=AGENT.replace("-", "_"), model=model, instruction="You help.", tools=list(turn.tools))

    async def ask():
        runner = InMemoryRunner(agent=agent, app_name="support", plugins=[FeedErrorsBack(name="errors")])
        await runner.session_service.create_session(app_name="support", user_id=turn.user, session_id=turn.session)
        message = types.Content(role="user", parts=[types.Part(text=turn.prompt)])
        async for _ in runner.run_async(user_id=turn.user, session_id=turn.session, new_message=message):
            pass

    asyncio.run(ask())


record(emitter, run, provider, packages, user=False, agent=AGENT.replace("-", "_"))
