// How the frameworks of TypeScript and Python say that something is a tool.

/** Functions and classes that make a tool of their arguments. */
export const MAKERS: ReadonlySet<string> = new Set(
  `tool dynamicTool createTool defineTool registerTool addTool betaTool betaZodTool zodFunction zodResponsesFunction DynamicStructuredTool DynamicTool
  StructuredTool FunctionTool Tool from_function from_defaults function_tool`.split(/\s+/),
);
/** What stands above a function of Python that is a tool. */
export const DECORATORS: ReadonlySet<string> = new Set(
  'tool function_tool tool_plain beta_tool beta_async_tool kernel_function ai_function mcp_tool'.split(
    ' ',
  ),
);
/** Calls that take a list of tools, plain functions among them. */
export const TAKE_LISTS: ReadonlySet<string> = new Set(
  'ToolNode bind_tools create_react_agent create_agent'.split(' '),
);
/** Where settings say the tool's name, in order of trust. */
export const NAMES = ['name', 'id', 'name_override'];
/** Where settings describe the arguments. */
export const SCHEMAS = [
  'inputSchema',
  'parameters',
  'schema',
  'input_schema',
  'args_schema',
  'paramsSchema',
];
/** The same in lists for a model. */
export const LIST_SCHEMAS = ['input_schema', 'inputSchema', 'parameters'];
/** Where settings hold what runs. */
export const FUNCTIONS = ['func', 'fn', 'function', 'coroutine', 'execute', 'handler', 'run'];
/** Base classes of tools. */
export const TOOL_CLASS = /(?:^|\.)(?:\w*(?:Base|Structured)Tool|Tool)(?:<[\s\S]*>|\[.*\])?$/;
/** What a class of a tool runs, in order of trust. */
export const CLASS_METHODS = ['_run', '_arun', 'forward', 'run', 'execute', 'call', '_call'];
