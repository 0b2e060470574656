import { setImmediate as immediate } from 'node:timers/promises';
import { periodOf } from '../../../core/src/domain/validity.ts';
import { readAssetPlace } from '../catalogue/places.ts';
import { changesRules, openNodeHistory } from './node-history.ts';
import { type FeedScope, openVisibility } from './visibility.ts';

const DAY_MS = 86_400_000;
/** How far ahead the next beginning or end of a validity is looked for. */
const AHEAD_MS = 3_600_000;
/** Changes that are judged without giving others a turn. */
const AT_ONCE = 5000;

/** An asset that a caller sees no more. */
interface GoneAsset {
  readonly id: number;
  /** UTC milliseconds. */
  readonly at: number;
}

/** What callers lose sight of. */
export interface Gone {
  /** The last time at which what callers see changed as a whole, in UTC milliseconds. */
  readonly ruled: number | undefined;
  /** The first gone first. */
  readonly assets: readonly GoneAsset[];
  /** UTC milliseconds from when until when this is true as long as nothing is committed, at most an hour. */
  readonly since: number;
  readonly sameUntil: number;
}

/** Reads which assets have gone out of a caller's sight as long as changes are kept. */
export async function readGone(scope: FeedScope, signal: AbortSignal | undefined): Promise<Gone> {
  const { now, days, timeZone } = scope;
  const { log, revision, model } = scope.snapshot;
  const start = await log.before(now - days * DAY_MS);
  const moves = await log.moves(start + 1, revision);
  const ruling = moves.findLast((move) => changesRules(move, model))?.revision;
  const visibility = openVisibility(scope, openNodeHistory(moves, model));
  const clock = { time: now, id: Number.MAX_SAFE_INTEGER };

  const goneIn = new Map<number, number>();
  for (const [i, change] of (await log.hidings(start, revision)).entries()) {
    const { id, before, after } = change;
    const isSeen = visibility.seesAsset(id, after, change.revision + 1, clock);
    // Whoever saw it and sees it no more learns it at the change, and what comes back is not gone.
    if (isSeen) goneIn.delete(id);
    else if (visibility.seesAsset(id, before, change.revision, clock)) goneIn.set(id, change.revision);
    if (i % AT_ONCE !== AT_ONCE - 1) continue;
    signal?.throwIfAborted();
    await immediate();
  }
  const times = await log.timesOf(new Set([...goneIn.values(), ...(ruling === undefined ? [] : [ruling])]));
  const assets = new Map([...goneIn].map(([id, revision]) => [id, times.get(revision) ?? 0]));
  let sameUntil = now + AHEAD_MS;
  for (const { id, place } of scope.hidesInvalid ? await log.boundaries(now - days * DAY_MS, sameUntil) : []) {
    const { from, until } = periodOf(readAssetPlace(place), timeZone);
    for (const time of [from, until]) if (time > now) sameUntil = Math.min(sameUntil, time);
    const isEnded = until > now - days * DAY_MS && until <= now;
    const sees = (time: number) => visibility.seesAsset(id, place, revision + 1, { time, id });
    if (isEnded && sees(until - 1) && !sees(now)) assets.set(id, until);
  }
  return {
    since: now,
    sameUntil,
    ruled: ruling === undefined ? undefined : times.get(ruling),
    assets: [...assets].map(([id, at]) => ({ id, at })).sort((a, b) => a.at - b.at || a.id - b.id),
  };
}
