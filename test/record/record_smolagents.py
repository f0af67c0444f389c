"""smolagents under OpenInference: record_smolagents.py [scenario ...]"""

from fake_openai import MODEL, FakeOpenAI
from recorder import record, tracer_provider
from scenarios import ANSWER

emitter = "py-oi-smolagents"
provider = tracer_provider(emitter)

from openinference.instrumentation import using_attributes  # noqa: E402
from openinference.instrumentation.smolagents import SmolagentsInstrumentor  # noqa: E402

SmolagentsInstrumentor().instrument(tracer_provider=provider)

from smolagents import OpenAIServerModel, Tool, ToolCallingAgent  # noqa: E402

fake = FakeOpenAI()
TYPES = {str: "string", int: "integer", dict: "object", list: "array"}


class Ending:
    """Its agents end by calling a tool, which is no call that the agent made for its user."""

    def __init__(self, script):
        self.script = script

    @property
    def requests(self):
        return self.script.requests

    def next(self):
        calls, usage = self.script.next()
        return calls or [("call_final", "final_answer", {"answer": ANSWER})], usage


def as_tool(function):
    """The class that its authors ask for, around a function."""
    hints = {name: kind for name, kind in function.__annotations__.items() if name != "return"}
    names = ", ".join(hints)
    space = {"function": function}
    exec(f"def forward(self, {names}):\n    return function({', '.join(f'{n}={n}' for n in hints)})", space)
    body = {
        "name": function.__name__,
        "description": function.__doc__,
        "inputs": {name: {"type": TYPES[kind], "description": name} for name, kind in hints.items()},
        "output_type": TYPES[function.__annotations__["return"]],
        "forward": space["forward"],
        "skip_forward_signature_validation": True,
    }
    return type(function.__name__.title().replace("_", "") + "Tool", (Tool,), body)()


def run(turn):
    fake.script = Ending(turn.script)
    model = OpenAIServerModel(model_id=MODEL, api_base=fake.base_url, api_key="none")
    agent = ToolCallingAgent(tools=[as_tool(each) for each in turn.tools], model=model, max_steps=12)
    with using_attributes(session_id=turn.session, user_id=turn.user):
        agent.run(turn.prompt)


record(emitter, run, provider, ["smolagents", "openinference-instrumentation-smolagents"], agent=None)
