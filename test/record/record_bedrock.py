"""Amazon Bedrock through boto3 in a loop of one's own: record_bedrock.py otel|events|genai|oi|tl converse|stream|invoke [scenario ...]"""

import contextlib
import json
import os
import sys

from fake_bedrock import FakeBedrock
from recorder import CAPTURE, logger_provider, record, tracer_provider

flavour, way = sys.argv.pop(1), sys.argv.pop(1)
emitter = f"py-{flavour}-bedrock-{way}"
os.environ |= {"AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none", "AWS_DEFAULT_REGION": "us-east-1"}
provider = tracer_provider(emitter)
logs = None
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "otel":
    os.environ[CAPTURE] = "true"
    logs = logger_provider(emitter)
    from opentelemetry.instrumentation.botocore import BotocoreInstrumentor as Instrumentor

    package = "opentelemetry-instrumentation-botocore"
elif flavour == "genai":
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.bedrock import BedrockInstrumentor as Instrumentor

    package = "opentelemetry-instrumentation-genai-bedrock"
elif flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.bedrock import BedrockInstrumentor as Instrumentor

    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
    package = "openinference-instrumentation-bedrock"
else:
    from opentelemetry.instrumentation.bedrock import BedrockInstrumentor as Instrumentor

    package = "opentelemetry-instrumentation-bedrock"
Instrumentor().instrument(tracer_provider=provider)

import boto3  # noqa: E402
from opentelemetry import trace  # noqa: E402

fake = FakeBedrock()
client = boto3.client("bedrock-runtime", endpoint_url=fake.base_url)
MODEL = "anthropic.claude-fake-1"
OBJECT = {"type": "object", "properties": {}}


def call_tool(turn, name, args):
    """What the model is told, and whether it is an error."""
    tool = next((each for each in turn.tools if each.__name__ == name), None)
    if tool is None:
        return f"Error: unknown tool {name}", True
    try:
        result = tool(**args)
    except Exception as error:
        return f"Error: {error}", True
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False), False


def gathered(stream):
    """A streamed answer as the message that it makes."""
    blocks = []
    for event in stream:
        if "contentBlockStart" in event:
            blocks.append({"toolUse": {**event["contentBlockStart"]["start"]["toolUse"], "input": ""}})
        elif "contentBlockDelta" in event:
            delta = event["contentBlockDelta"]["delta"]
            if "toolUse" in delta:
                blocks[-1]["toolUse"]["input"] += delta["toolUse"]["input"]
            else:
                blocks.append({"text": delta["text"]})
    for block in blocks:
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"])
    return {"role": "assistant", "content": blocks}


def converse(turn):
    tools = [{"toolSpec": {"name": each.__name__, "inputSchema": {"json": OBJECT}}} for each in turn.tools]
    messages = [{"role": "user", "content": [{"text": turn.prompt}]}]
    while True:
        asked = {"modelId": MODEL, "messages": messages, "toolConfig": {"tools": tools}}
        if way == "stream":
            said = gathered(client.converse_stream(**asked)["stream"])
        else:
            said = client.converse(**asked)["output"]["message"]
        uses = [block["toolUse"] for block in said["content"] if "toolUse" in block]
        if not uses:
            return
        messages.append(said)
        results = []
        for use in uses:
            content, is_error = call_tool(turn, use["name"], use["input"])
            status = "error" if is_error else "success"
            results.append({"toolResult": {"toolUseId": use["toolUseId"], "content": [{"text": content}], "status": status}})
        messages.append({"role": "user", "content": results})


def invoke(turn):
    tools = [{"name": each.__name__, "input_schema": OBJECT} for each in turn.tools]
    messages = [{"role": "user", "content": turn.prompt}]
    while True:
        body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 500, "messages": messages, "tools": tools}
        said = json.loads(client.invoke_model(modelId=MODEL, body=json.dumps(body))["body"].read())
        uses = [block for block in said["content"] if block["type"] == "tool_use"]
        if not uses:
            return
        messages.append({"role": "assistant", "content": said["content"]})
        results = []
        for use in uses:
            content, is_error = call_tool(turn, use["name"], use["input"])
            results.append({"type": "tool_result", "tool_use_id": use["id"], "content": content, "is_error": is_error})
        messages.append({"role": "user", "content": results})


def run(turn):
    fake.script = turn.script
    with about(turn), trace.get_tracer("own-loop").start_as_current_span("handle_message"):
        (invoke if way == "invoke" else converse)(turn)


told = flavour == "oi"
record(emitter, run, provider, ["boto3", package], session=told, user=told, agent=None, model=MODEL, logs=logs)
