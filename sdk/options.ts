import type { Declarations, ToolDeclaration } from '@loopscope/signature';
import { declaredTools } from './declare.ts';

export interface LoopscopeOptions {
  /** Declarations beside those of declareTool, which they replace. */
  tools?: Declarations | Readonly<Record<string, ToolDeclaration>>;
}

export interface ExporterOptions extends LoopscopeOptions {
  /** `hashes`: signatures and fingerprints leave the process, the text of arguments, results and messages does not. */
  content?: 'full' | 'hashes';
}

/** How a tool was declared, at the moment its call ends. */
export function declarationLookup({
  tools = {},
}: LoopscopeOptions): (tool: string) => ToolDeclaration | undefined {
  const given: Declarations = tools instanceof Map ? tools : new Map(Object.entries(tools));
  return (tool) => given.get(tool) ?? declaredTools().get(tool);
}
