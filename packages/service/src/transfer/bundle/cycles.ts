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
