const ASKS_FOR_TOOL: ReadonlySet<string> = new Set([
  'tool_call',
  'tool_calls',
  'tool_use',
  'function_call',
]);

/** Whether a model step ended by asking for a tool, in the words of the vendors. */
export function asksForTool(finishReason: string): boolean {
  return ASKS_FOR_TOOL.has(finishReason.toLowerCase());
}
