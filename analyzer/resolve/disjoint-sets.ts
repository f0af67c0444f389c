/** Sets of names that merge; asking for a name that was never merged answers the name itself. */
export interface DisjointSets {
  join(a: string, b: string): void;
  find(name: string): string;
}

export function createDisjointSets(): DisjointSets {
  const above = new Map<string, string>();
  function find(name: string): string {
    let root = name;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    for (let at = name; at !== root;) {
      const next = above.get(at) ?? root;
      above.set(at, root);
      at = next;
    }
    return root;
  }
  return {
    find,
    join(a, b) {
      const [from, to] = [find(a), find(b)];
      if (from !== to) above.set(from, to);
    },
  };
}
