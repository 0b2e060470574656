import type { AssetQuery, Criterion, Seen } from '../../../columnar/src/search-index.ts';
import type { Context } from './operation.ts';

type Here = Pick<Context, 'viewer' | 'validity' | 'now' | 'services' | 'signal'>;

/** Returns for whom and when assets exist in the index. */
export function seenIn({ viewer, validity, now }: Pick<Here, 'viewer' | 'validity' | 'now'>): Seen {
  return validity.hides ? { viewer, validAt: now } : { viewer };
}

/** Returns the same for lists and counts. Where some assets are hidden, these follow the clock. */
export async function seenNow(here: Here): Promise<Seen> {
  if (here.validity.hides) await followClock(here);
  return seenIn(here);
}

/** Returns the same for a query, which may itself ask for states. */
export async function seenBy(query: Pick<AssetQuery, 'all' | 'otherwise' | 'facets'>, here: Here): Promise<Seen> {
  const { all, otherwise = [], facets } = query;
  const isOfStates = [...all, ...otherwise].some(asksForState) || facets?.fields.some(({ by }) => by === 'validity');
  if (isOfStates && !here.validity.hides) await followClock(here);
  return await seenNow(here);
}

function asksForState(criterion: Criterion): boolean {
  if (criterion.kind === 'every' || criterion.kind === 'some') return criterion.of.some(asksForState);
  return criterion.kind === 'validity';
}

/** Notes that the answer holds until any asset that the viewer may view begins or ceases to be valid. */
async function followClock({ viewer, validity, now, services, signal }: Here): Promise<void> {
  validity.note(await services.search.nextBoundary(now, { viewer, signal }));
}
