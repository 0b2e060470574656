import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { endOf, type LogPlace } from '../catalogue/change-log.ts';
import { changesRules } from '../feed/node-history.ts';
import { CATALOGUE_TAG, PICTURES_TAG, tagOfAsset } from '../http/response-cache/cache-tags.ts';

/** Most assets that are named one by one. */
const MAX_ASSETS = 1000;
/** Changes that are read at once. */
const BATCH = 10_000;

const ALL = [CATALOGUE_TAG, PICTURES_TAG];

/** Parts of the model on which pictures depend: who may see and download what, and in which formats. */
const OF_PICTURES: ReadonlySet<string> = new Set(['download_format', 'group', 'user', 'node_type', 'languages']);

/** How long a commit may take to be seen here, in steps. */
const MAX_WAITS = 40;
const WAIT_MS = 50;

/** Returns the tags of answers that may be outdated between two revisions; all if the first is undefined, or too long ago. */
export async function outdatedTags(
  catalogue: Pick<Catalogue, 'snapshot'>,
  { since, until }: { readonly since: number | undefined; readonly until: number },
): Promise<readonly string[]> {
  if (since === undefined) return ALL;
  let snapshot = await catalogue.snapshot();
  // With bounded freshness, a snapshot may lack the newest commits for a moment.
  for (let waits = 0; snapshot.revision < until && waits < MAX_WAITS; waits += 1) {
    await sleep(WAIT_MS);
    snapshot = await catalogue.snapshot();
  }
  const { log, revision, model } = snapshot;
  if (revision < until || since > revision || since + 1 < (await log.oldest())) return ALL;
  const moves = await log.moves(since, revision);
  if (moves.some((move) => move.revision > since && changesRules(move, model))) return ALL;
  const assets = new Set<number>();
  for (let place: LogPlace = endOf(since); ; ) {
    const changes = await log.after(place, revision, BATCH);
    for (const { kind, id } of changes) {
      if (OF_PICTURES.has(kind)) return ALL;
      if (kind === 'asset') assets.add(id);
      if (assets.size > MAX_ASSETS) return ALL;
    }
    const last = changes.at(-1);
    if (!last || changes.length < BATCH) return [CATALOGUE_TAG, ...[...assets].map(tagOfAsset)];
    place = last;
  }
}
