/**
 * Finds cycles among nodes. Each is a list of IDs that starts with the smallest and continues upwards. `parent` must
 * answer for every node, including those not in `nodes`. Finds only cycles that contain one of `nodes` or lie above
 * one.
 */
export function findCycles(nodes: Iterable<number>, parent: (id: number) => number | undefined): number[][] {
  const settled = new Set<number>();
  const cycles: number[][] = [];
  for (const start of nodes) {
    const way = new Set<number>();
    let at: number | undefined = start;
    for (; at !== undefined && !settled.has(at) && !way.has(at); at = parent(at)) way.add(at);
    if (at !== undefined && way.has(at)) {
      const steps = [...way];
      const cycle = steps.slice(steps.indexOf(at));
      const smallest = cycle.indexOf(Math.min(...cycle));
      cycles.push([...cycle.slice(smallest), ...cycle.slice(0, smallest)]);
    }
    for (const id of way) settled.add(id);
  }
  return cycles;
}

/** Returns the first node of each path that is deeper than `most`; roots are on level 1. Allows no cycles. */
export function tooDeep(
  nodes: Iterable<number>,
  parent: (id: number) => number | undefined,
  most: number,
): readonly number[] {
  const depths = new Map<number, number>();
  const found: number[] = [];
  for (const start of nodes) {
    const way: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && !depths.has(at); at = parent(at)) way.push(at);
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const id of way.reverse()) {
      depth += 1;
      depths.set(id, depth);
      if (depth === most + 1) found.push(id);
    }
  }
  return found;
}
