"""The loop that a program writes by hand around a chat client in the style of OpenAI's."""

import json

OBJECT = {"type": "object", "properties": {}}


def call_tool(tools, name, args):
    """What the model is told, and whether it is an error. `tools`: name -> function."""
    if name not in tools:
        return f"Error: unknown tool {name}", True
    try:
        result = tools[name](**args)
    except Exception as error:
        return f"Error: {error}", True
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False), False


def offered(tools):
    return [{"type": "function", "function": {"name": name, "parameters": OBJECT}} for name in tools]


def chat(ask, prompt, tools):
    """`ask(messages, tools)` answers with a message whose `tool_calls` are those of OpenAI. Returns the last message."""
    messages = [{"role": "user", "content": prompt}]
    while True:
        said = ask(messages, offered(tools))
        if not said.tool_calls:
            return said.content
        messages.append(said.model_dump(exclude_none=True))
        for call in said.tool_calls:
            args = call.function.arguments
            content, _ = call_tool(tools, call.function.name, json.loads(args) if isinstance(args, str) else args)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
