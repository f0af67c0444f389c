"""Azure AI inference client in a loop of one's own: record_azure.py [scenario ...]"""

import json
import os

from fake_openai import MODEL, FakeOpenAI
from own_loop import call_tool, offered
from recorder import record, tracer_provider

emitter = "py-azure-inference"
provider = tracer_provider(emitter)
os.environ["AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED"] = "true"

from azure.core.settings import settings  # noqa: E402

settings.tracing_implementation = "opentelemetry"

from azure.ai.inference import ChatCompletionsClient  # noqa: E402
from azure.ai.inference import models  # noqa: E402
from azure.ai.inference.tracing import AIInferenceInstrumentor  # noqa: E402
from azure.core.credentials import AzureKeyCredential  # noqa: E402
from opentelemetry import trace  # noqa: E402

AIInferenceInstrumentor().instrument()
fake = FakeOpenAI()
client = ChatCompletionsClient(endpoint=fake.base_url, credential=AzureKeyCredential("none"), permit_redirects=False)


def run(turn):
    fake.script = turn.script
    tools = {each.__name__: each for each in turn.tools}
    messages = [models.UserMessage(content=turn.prompt)]
    with trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        while True:
            said = client.complete(messages=messages, model=MODEL, tools=offered(tools)).choices[0].message
            if not said.tool_calls:
                return
            messages.append(models.AssistantMessage(tool_calls=said.tool_calls))
            for call in said.tool_calls:
                content, _ = call_tool(tools, call.function.name, json.loads(call.function.arguments))
                messages.append(models.ToolMessage(content=content, tool_call_id=call.id))


record(emitter, run, provider, ["azure-ai-inference", "azure-core-tracing-opentelemetry"], session=False, user=False, agent=None)
