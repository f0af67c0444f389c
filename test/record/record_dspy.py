"""DSPy under OpenInference or OpenTelemetry: record_dspy.py oi|genai scenario ..."""

import contextlib
import json
import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import CAPTURE, record, tracer_provider
from scenarios import ANSWER, as_json

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}-dspy"
provider = tracer_provider(emitter)
packages = ["dspy"]
about = lambda turn: contextlib.nullcontext()  # noqa: E731
if flavour == "oi":
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.dspy import DSPyInstrumentor

    packages.append("openinference-instrumentation-dspy")
    about = lambda turn: using_attributes(session_id=turn.session, user_id=turn.user)  # noqa: E731
else:
    os.environ[CAPTURE] = "span_only"
    from opentelemetry.instrumentation.genai.dspy import DSPyInstrumentor

    packages.append("opentelemetry-instrumentation-genai-dspy")
DSPyInstrumentor().instrument(tracer_provider=provider)

import dspy  # noqa: E402

fake = FakeOpenAI()


def in_fields(asked, calls):
    """What ReAct reads of an answer: fields in a text, and no calls."""
    if "next_tool_name" in json.dumps(asked["messages"][0]):
        _, tool, args = calls[0] if calls else ("", "finish", {})
        fields = {"next_thought": "I go on.", "next_tool_name": tool, "next_tool_args": as_json(args)}
    else:
        fields = {"reasoning": "Seen.", "answer": ANSWER}
    return "".join(f"[[ ## {name} ## ]]\n{value}\n\n" for name, value in fields.items()) + "[[ ## completed ## ]]"


fake.text_of = in_fields


def run(turn):
    fake.script = turn.script
    model = dspy.LM(f"openai/{MODEL}", api_base=fake.base_url, api_key="none", cache=False)
    agent = dspy.ReAct("question -> answer", tools=turn.tools, max_iters=12)
    with about(turn), dspy.context(lm=model):
        agent(question=turn.prompt)


told = flavour == "oi"
record(emitter, run, provider, packages, session=told, user=told, agent=None)
