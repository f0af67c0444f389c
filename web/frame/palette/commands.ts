/** What the palette offers: commands -> those that a query means, best first. */
export interface Command {
  id: string;
  name: string;
  /** Where it belongs: pages, tools, agents ... */
  group: string;
  run: () => void;
}

const MOST_SHOWN = 12;

/** Every word must stand in the name or the group; names that begin with the query come first. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, group }) => {
    const text = `${name} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const whole = query.trim().toLowerCase();
  const rank = ({ name }: Command): number => (name.toLowerCase().startsWith(whole) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN);
}
