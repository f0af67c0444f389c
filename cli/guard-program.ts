import { InvalidArgumentError, Option, type Command } from 'commander';

const MODES = ['observe', 'nudge', 'block', 'terminate'] as const;

interface McpProxyFlags {
  url?: URL;
  header: Record<string, string>;
  mode: (typeof MODES)[number];
  listen?: number;
  session?: string;
  stops?: URL;
  to?: URL;
}

/** Commands that stand in an agent's way. */
export function addGuardCommands(program: Command): void {
  program
    .command('mcp-proxy')
    .description('stand between an agent in any language and an MCP server, and end its loops')
    .argument('[command...]', 'the MCP server to start, behind --')
    .addOption(new Option('--url <url>', 'the MCP server, over streamable HTTP').argParser(url))
    .addOption(
      new Option('--header <name:value>', 'sent to the server at --url; may be given again')
        .argParser(header)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--mode <mode>', 'what is done about a loop').choices(MODES).default('block'),
    )
    .addOption(
      new Option(
        '--listen <port>',
        'take agents over streamable HTTP at /mcp, not over stdio',
      ).argParser(port),
    )
    .option('--session <id>', 'session of every call (default: one for each connection)')
    .addOption(
      new Option(
        '--stops <url>',
        'Loopscope whose orders to stop a session are followed (default: none)',
      ).argParser(url),
    )
    .addOption(
      new Option('--to <url>', 'collector to tell of the calls (default: none is told)').argParser(
        url,
      ),
    )
    .action(async (command: string[], flags: McpProxyFlags) => {
      const { runMcpProxy } = await import('./commands/mcp-proxy.ts');
      await runMcpProxy({
        command,
        url: flags.url ?? null,
        headers: flags.header,
        mode: flags.mode,
        listen: flags.listen ?? null,
        sessionId: flags.session ?? null,
        stops: flags.stops ?? null,
        to: flags.to ?? null,
      });
    });
}

function url(text: string): URL {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new InvalidArgumentError('Give an http or https address.');
  }
  return parsed;
}

function header(text: string, others: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give such as "authorization: Bearer KEY".');
  }
  return { ...others, [name.toLowerCase()]: value };
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('Give a port, 0 for a free one.');
  }
  return value;
}
