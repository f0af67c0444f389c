import type { Turn } from './scenarios.ts';

/** What a loop written by hand tells the model of a call: the result as text, or the error as text. */
export async function outcomeOf(
  turn: Turn,
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
  const tool = turn.tools.find((each) => each.name === name);
  if (tool === undefined) return { text: `Error: tool ${name} does not exist`, isError: true };
  try {
    const result = await tool.run(args);
    return { text: typeof result === 'string' ? result : JSON.stringify(result), isError: false };
  } catch (error) {
    return { text: `Error: ${error.message}`, isError: true };
  }
}
