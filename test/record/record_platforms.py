"""An agent written by hand under the SDK of a platform: record_platforms.py langwatch|mlflow|mlflow-genai|agentops|logfire [scenario ...]"""

import os
import sys

from fake_openai import MODEL, FakeOpenAI
from own_loop import chat
from recorder import AGENT, receiver, record

flavour = sys.argv.pop(1)
emitter = f"py-{flavour}"
TRACES = receiver.url + "/v1/traces"
fake = FakeOpenAI()
is_session_told = is_user_told = True
agent = AGENT
model = MODEL


class provider:  # noqa: N801
    """Whatever the platform's SDK has set up."""

    @staticmethod
    def force_flush():
        from opentelemetry import trace

        trace.get_tracer_provider().force_flush()


def openai_client():
    import openai

    return openai.OpenAI(base_url=fake.base_url, api_key="none")


if flavour == "langwatch":
    import langwatch

    langwatch.setup(api_key="none", endpoint_url=receiver.url)
    client = openai_client()
    packages = ["langwatch", "openai"]
    # It puts the provider before the name.
    model = "openai/" + MODEL

    def tool_of(each):
        return langwatch.span(type="tool", name=each.__name__)(each)

    def agent_of(turn, answer):
        @langwatch.trace(name=AGENT, metadata={"thread_id": turn.session, "user_id": turn.user})
        def traced(prompt):
            langwatch.get_current_trace().autotrack_openai_calls(client)
            return answer(prompt)

        return traced

elif flavour in ("mlflow", "mlflow-genai"):
    os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"
    os.environ["MLFLOW_TRACKING_URI"] = "sqlite:////tmp/record-mlflow.db"
    if flavour == "mlflow-genai":
        os.environ["MLFLOW_ENABLE_OTEL_GENAI_SEMCONV"] = "true"
    import mlflow

    mlflow.openai.autolog()
    client = openai_client()
    packages = ["mlflow-skinny", "openai"]
    tool_of = lambda each: mlflow.trace(name=each.__name__, span_type="TOOL")(each)  # noqa: E731

    def agent_of(turn, answer):
        @mlflow.trace(name=AGENT, span_type="AGENT")
        def traced(prompt):
            # What belongs to MLflow's trace is not sent over OTLP, attributes of its spans are.
            mlflow.get_current_active_span().set_attributes({"session.id": turn.session, "user.id": turn.user})
            return answer(prompt)

        return traced

    class provider:  # noqa: N801
        @staticmethod
        def force_flush():
            from mlflow.tracing.provider import provider as own

            own.get().force_flush()

elif flavour == "agentops":
    import agentops
    from agentops.sdk.decorators import agent as as_agent
    from agentops.sdk.decorators import tool as as_tool

    agentops.init(api_key="none", endpoint=receiver.url, exporter_endpoint=TRACES, auto_start_session=False, log_level="ERROR")
    client = openai_client()
    packages = ["agentops", "openai"]
    is_session_told = is_user_told = False
    tool_of = lambda each: as_tool(name=each.__name__)(each)  # noqa: E731

    def agent_of(turn, answer):
        def traced(prompt):
            made = agentops.start_trace("turn")
            try:
                as_agent(name=AGENT)(answer)(prompt)
            finally:
                agentops.end_trace(made, end_state="Success")

        return traced

elif flavour == "logfire":
    import logfire

    logfire.configure(send_to_logfire=False, console=False, service_name=emitter)
    client = openai_client()
    logfire.instrument_openai(client)
    packages = ["logfire", "openai"]
    is_session_told = is_user_told = False
    agent = None
    tool_of = lambda each: each  # noqa: E731
    agent_of = lambda turn, answer: logfire.instrument("handle_message")(answer)  # noqa: E731


def ask(messages, tools):
    return client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message


def run(turn):
    fake.script = turn.script
    tools = {each.__name__: tool_of(each) for each in turn.tools}

    def answer(prompt: str) -> str:
        return chat(ask, prompt, tools)

    agent_of(turn, answer)(turn.prompt)


record(emitter, run, provider, packages, session=is_session_told, user=is_user_told, agent=agent, model=model)
