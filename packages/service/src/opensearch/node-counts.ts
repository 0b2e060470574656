/**
 * Counts assets per node as a viewer sees them. Pairs add up to a count below each node; an asset whose nodes below it have
 * several deciders that the viewer may see was counted once for each, so the sets take the surplus off (`places.ts`).
 */
import { type Clause, oneOf } from './clauses.ts';
import { type LinkFields, reachOf, type Scope } from './scope.ts';

/** A list of values with their numbers of documents, as the engine answers. */
export interface Buckets {
  readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[];
}

/** Most values of one list. Lists must be complete: what is cut off would be a wrong count. */
const MAX_VALUES = 5_000_000;

export function valuesOf(field: string): Clause {
  return { terms: { field, size: MAX_VALUES, shard_size: MAX_VALUES } };
}

/** What to ask for to count the sub-trees of nodes, by name. */
export function subtreeCounts(name: string, { direct, pairs, sets }: LinkFields, scope: Scope): Record<string, Clause> {
  const mixed = mixedKeys(scope);
  return {
    [`${name}:pairs`]: valuesOf(pairs),
    [`${name}:sets`]: valuesOf(sets),
    // Only where a base address limits trees of several types: nodes of one decider of which some are hidden.
    ...(mixed.length > 0 && {
      [`${name}:mixed`]: {
        filters: { filters: Object.fromEntries(mixed.map((key) => [key, oneOfSeen(key, { direct, pairs }, scope)])) },
      },
    }),
  };
}

/** Returns the number of assets at or below each node from the answer to `subtreeCounts`. */
export function readSubtreeCounts(
  name: string,
  answer: Readonly<Record<string, Buckets>>,
  scope: Scope,
): Map<number, number> {
  const reach = reachOf(scope);
  const mixed = new Set(mixedKeys(scope));
  const counts = new Map<number, number>();
  const add = (key: string, count: number) => {
    if (!key.startsWith('t')) counts.set(Number(key), (counts.get(Number(key)) ?? 0) + count);
  };
  const seen = (key: string, decider: string) => (reach.get(key)?.get(decider)?.seen.length ?? 0) > 0;
  for (const { key: pair, doc_count: count } of answer[`${name}:pairs`]?.buckets ?? []) {
    const [key = '', decider = ''] = String(pair).split(':');
    if (!mixed.has(key) && seen(key, decider)) add(key, count);
  }
  for (const { key: set, doc_count: count } of answer[`${name}:sets`]?.buckets ?? []) {
    const [key = '', deciders = ''] = String(set).split(':');
    const visible = deciders.split(',').filter((decider) => seen(key, decider)).length;
    if (!mixed.has(key) && visible > 1) add(key, -count * (visible - 1));
  }
  const ofMixed = answer[`${name}:mixed`]?.buckets as unknown as Record<string, { doc_count: number }> | undefined;
  for (const [key, { doc_count: count }] of Object.entries(ofMixed ?? {})) add(key, count);
  return counts;
}

/** Nodes that the viewer sees, below which some nodes of a decider are seen and others are not. */
function mixedKeys(scope: Scope): readonly string[] {
  if (!scope.viewer.hidesNodes) return [];
  return [...reachOf(scope)]
    .filter(([key]) => !key.startsWith('t') && scope.viewer.canViewNode(Number(key)))
    .filter(([, deciders]) => deciders.values().some(({ seen, hidesSome }) => hidesSome && seen.length > 0))
    .map(([key]) => key);
}

function oneOfSeen(key: string, { direct }: Pick<LinkFields, 'direct' | 'pairs'>, scope: Scope): Clause {
  return oneOf(
    direct,
    reachOf(scope)
      .get(key)
      ?.values()
      .flatMap(({ seen }) => seen) ?? [],
  );
}
