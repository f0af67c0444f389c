"""Langfuse's own SDK over OTLP: record_langfuse.py langchain|openai|observe [scenario ...]"""

import json
import os
import sys

from fake_openai import MODEL, FakeOpenAI
from recorder import AGENT, receiver, record

flavour = sys.argv.pop(1)
emitter = f"py-langfuse-{flavour}"
os.environ |= {"LANGFUSE_HOST": receiver.url, "LANGFUSE_BASE_URL": receiver.url, "LANGFUSE_PUBLIC_KEY": "pk", "LANGFUSE_SECRET_KEY": "sk"}

from langfuse import Langfuse, get_client, observe, propagate_attributes  # noqa: E402

Langfuse()
fake = FakeOpenAI()


class Flush:
    def force_flush(self):
        get_client().flush()


def by_langchain(turn):
    from langchain.agents import create_agent
    from langchain.agents.middleware import wrap_tool_call
    from langchain_core.messages import ToolMessage
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI
    from langfuse.langchain import CallbackHandler

    @wrap_tool_call
    def feed_errors_back(request, handler):
        try:
            return handler(request)
        except Exception as error:
            return ToolMessage(f"Error: {error}", tool_call_id=request.tool_call["id"], status="error")

    model = ChatOpenAI(model=MODEL, base_url=fake.base_url, api_key="none")
    agent = create_agent(model, tools=[tool(each) for each in turn.tools], middleware=[feed_errors_back], name=AGENT)
    metadata = {"langfuse_session_id": turn.session, "langfuse_user_id": turn.user}
    agent.invoke({"messages": [("user", turn.prompt)]}, {"callbacks": [CallbackHandler()], "metadata": metadata})


def by_hand(turn):
    if flavour == "openai":
        from langfuse.openai import openai
    else:
        import openai

    client = openai.OpenAI(base_url=fake.base_url, api_key="none")
    tools = {each.__name__: observe(each, name=each.__name__, as_type="tool") for each in turn.tools}
    offered = [{"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}} for name in tools]

    def ask(messages):
        return client.chat.completions.create(model=MODEL, messages=messages, tools=offered)

    def told(messages):
        answer = ask(messages)
        usage = answer.usage
        cached = usage.prompt_tokens_details.cached_tokens
        counted = {"input": usage.prompt_tokens - cached, "input_cached_tokens": cached, "output": usage.completion_tokens}
        get_client().update_current_generation(model=answer.model, usage_details=counted)
        return answer

    if flavour == "observe":
        ask_model = observe(lambda messages: told(messages).choices[0].message.model_dump(exclude_none=True), name="chat", as_type="generation")
    else:
        ask_model = lambda messages: ask(messages).choices[0].message.model_dump(exclude_none=True)  # noqa: E731

    def call(name, args):
        if name not in tools:
            return f"Error: unknown tool {name}"
        try:
            result = tools[name](**args)
        except Exception as error:
            return f"Error: {error}"
        return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)

    @observe(name=AGENT, as_type="agent")
    def agent(prompt):
        messages = [{"role": "user", "content": prompt}]
        while True:
            answer = ask_model(list(messages))
            messages.append(answer)
            if not answer.get("tool_calls"):
                return answer["content"]
            for each in answer["tool_calls"]:
                function = each["function"]
                content = call(function["name"], json.loads(function["arguments"]))
                messages.append({"role": "tool", "tool_call_id": each["id"], "content": content})

    with propagate_attributes(session_id=turn.session, user_id=turn.user):
        agent(turn.prompt)


def run(turn):
    fake.script = turn.script
    (by_langchain if flavour == "langchain" else by_hand)(turn)


packages = ["langfuse", *(["langchain", "langgraph", "langchain-openai"] if flavour == "langchain" else ["openai"])]
record(emitter, run, Flush(), packages)
