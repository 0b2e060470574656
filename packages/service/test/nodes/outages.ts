/** Figures of what callers noticed of outages. */
import type { Outcome, RequestKind } from './requests.ts';

/** Times are those of `performance.now()`. */
export interface Outage {
  /** When a part was killed. */
  readonly start: number;
  /** When it was started again. */
  readonly restarted: number;
  /** When all was well again. */
  readonly end: number;
}

/** Returns one line for each kind of request, with the longest time until a node answered again. */
export function describeOutages(part: string, outages: readonly Outage[], outcomes: readonly Outcome[]): string {
  const kinds: readonly RequestKind[] = ['read', 'write', 'file', 'download'];
  const lines = kinds.map((kind) => {
    const own = outcomes.filter((each) => each.kind === kind);
    const counts = { right: 0, refused: 0, cut: 0 };
    let fromKill = 0;
    let fromRestart = 0;
    for (const { start, restarted, end } of outages) {
      for (const outcome of own) {
        if (outcome.start < start || outcome.start > end) continue;
        counts[outcome.result] += 1;
        if (outcome.result === 'right') continue;
        fromKill = Math.max(fromKill, outcome.end - start);
        fromRestart = Math.max(fromRestart, outcome.end - restarted);
      }
    }
    const { right, refused, cut } = counts;
    return `  ${kind}: ${right} right, ${refused} refused with 503, ${cut} cut; \
last failure ${Math.round(fromKill)} ms after the kill, ${Math.round(fromRestart)} ms after the restart`;
  });
  return [`${part}, ${outages.length} kills:`, ...lines].join('\n');
}
