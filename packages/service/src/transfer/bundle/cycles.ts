/**
 * The cycles among nodes, each as the IDs on it from its smallest one on, upwards. `parent` must answer for every node, also for
 * those that are not in `nodes`; only cycles that touch `nodes` are found.
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
