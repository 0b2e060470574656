import { setImmediate as immediate } from 'node:timers/promises';
import { periodOf } from '../../../core/src/domain/validity.ts';
import { endOf, type LoggedChange, type LogPlace } from '../catalogue/change-log.ts';
import { readAssetPlace, versionIn } from '../catalogue/places.ts';
import type { Clock, Cursor } from './cursor.ts';
import type { NodeHistory } from './node-history.ts';
import { type FeedScope, hasPassed, openVisibility } from './visibility.ts';

/** Rows of each reading after the first, which has as many as the page. */
const ROWS = 5000;
/** How far ahead the next beginning or end of a validity is looked for. */
const AHEAD_MS = 3_600_000;

/** A change as a caller sees it. */
export interface FeedChange {
  readonly type: 'asset' | 'node' | 'model';
  /** Null for the model. */
  readonly id: number | null;
  readonly action: 'created' | 'updated' | 'removed';
  /** Version of an asset; null of all others. */
  readonly version: number | null;
  /** UTC milliseconds. */
  readonly at: number;
}

/** A page of changes, and until where it goes. */
export interface ChangesRead {
  readonly changes: readonly FeedChange[];
  readonly place: LogPlace;
  readonly clock: Clock;
  readonly more: boolean;
  /** UTC milliseconds until when only a commit can bring this caller news, at most an hour ahead; none if there is more. */
  readonly quietUntil?: number;
}

/** What has happened to one object on a page. */
interface Happened {
  readonly type: FeedChange['type'];
  readonly id: number | null;
  readonly wasSeen: boolean;
  readonly isSeen: boolean;
  /** False if only nodes above it have moved. */
  readonly isChanged: boolean;
  readonly version: number | null;
  /** The version before this page. */
  readonly versionSeen: number | null;
  readonly revision: number;
  /** When its validity began or ended, if that was last; 0 if a commit was. */
  readonly time: number;
}

const isNews = ({ wasSeen, isSeen, isChanged }: Happened): boolean => (isChanged && isSeen) || wasSeen !== isSeen;

/** Names an object of the page: an asset, as most are, by its ID, any other by a text. */
type Key = number | string;

/** What has happened to the objects of a page, in the order in which it happened last. */
class Page {
  readonly #limit: number;
  readonly #objects = new Map<Key, Happened>();
  #news = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Happened | undefined {
    return this.#objects.get(key);
  }

  /** Returns false, and adds nothing, if there is no more room. */
  add(key: Key, happened: Happened): boolean {
    const before = this.#objects.get(key);
    const news = this.#news + Number(isNews(happened)) - Number(before !== undefined && isNews(before));
    if (news > this.#limit) return false;
    this.#news = news;
    // Placed last.
    if (before) this.#objects.delete(key);
    this.#objects.set(key, happened);
    return true;
  }

  /**
   * Notes a change that the caller could see neither before nor after. The object keeps its place and its time on the page,
   * which would betray the change.
   */
  addUnseen(key: Key, earlier: Happened, isChanged: boolean): boolean {
    this.#objects.set(key, { ...earlier, isChanged: earlier.isChanged || isChanged });
    return true;
  }

  news(): readonly Happened[] {
    const news: Happened[] = [];
    for (const happened of this.#objects.values()) if (isNews(happened)) news.push(happened);
    return news;
  }
}

/**
 * Reads the changes since a cursor, as the rules of `scope` tell them: first what was committed, judged at the time of the cursor,
 * then what the clock has changed since, judged at the newest revision.
 */
export async function readChanges(
  { place, clock }: Pick<Cursor, 'place' | 'clock'>,
  {
    scope,
    history,
    limit,
    signal,
  }: {
    readonly scope: FeedScope;
    readonly history: NodeHistory;
    readonly limit: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ChangesRead> {
  const { log, revision } = scope.snapshot;
  const visibility = openVisibility(scope, history);
  const page = new Page(limit);

  let at = place;
  for (let count = Math.min(limit + 1, ROWS); ; count = ROWS) {
    const rows = await log.after(at, revision, count);
    for (const row of rows) {
      if (!addLogged(row)) return await finished(at, { clock, more: true });
      at = row;
    }
    if (rows.length < count) break;
    signal?.throwIfAborted();
    await immediate();
  }
  return await addBoundaries();

  function addLogged({ kind, id, revision, before, after }: LoggedChange): boolean {
    const type = kind === 'asset' ? kind : kind === 'node' || kind === 'below' ? 'node' : 'model';
    const key: Key = type === 'asset' ? id : `${type} ${type === 'node' ? id : ''}`;
    const earlier = page.get(key);
    if (type === 'model') {
      const seen = { wasSeen: true, isSeen: true, isChanged: true, version: null, versionSeen: null };
      return page.add(key, { type, id: null, revision, time: 0, ...seen });
    }
    const isSeen = sees(type, id, after, revision + 1);
    if (earlier && !earlier.isSeen && !isSeen) return page.addUnseen(key, earlier, kind !== 'below');
    // One literal and no closure: spread objects and closures were a third of the garbage of a page.
    return page.add(key, {
      type,
      id,
      revision,
      time: 0,
      isSeen,
      wasSeen: earlier?.wasSeen ?? sees(type, id, before, revision),
      isChanged: kind !== 'below' || earlier?.isChanged === true,
      version: versionOf(type, after),
      versionSeen: earlier ? earlier.versionSeen : versionOf(type, before),
    });
  }

  function sees(type: 'asset' | 'node', id: number, place: string | undefined, revision: number): boolean {
    return type === 'asset'
      ? visibility.seesAsset(id, place, revision, clock)
      : visibility.seesNode(id, place, revision);
  }

  /** Adds what the clock has changed since, once all that was committed is told. */
  async function addBoundaries(): Promise<ChangesRead> {
    const now = Math.max(scope.now, clock.time);
    const found = await log.boundaries(clock.time, now + AHEAD_MS);
    const events = found.flatMap(({ id, place }) => {
      const { from, until } = periodOf(readAssetPlace(place), scope.timeZone);
      return from < until ? [from, until].map((time) => ({ time, id, place })) : [];
    });
    const past = events.filter(({ time, id }) => time <= now && !hasPassed(time, id, clock));
    past.sort((a, b) => a.time - b.time || a.id - b.id);
    // An asset that the caller doesn't see must not shorten `quietUntil`, whose end shows in how fast answers come.
    const concerns = ({ time, id, place }: (typeof events)[number]) =>
      [time - 1, time].some((at) => visibility.seesAsset(id, place, revision + 1, { time: at, id }));
    const ahead = events.filter((event) => event.time > now && concerns(event)).map(({ time }) => time);
    const quietUntil = Math.min(now + AHEAD_MS, ...ahead);
    let told = clock;
    for (const { time, id, place } of past) {
      const earlier = page.get(id);
      const version = versionOf('asset', place);
      const sees = (at: Clock) => visibility.seesAsset(id, place, revision + 1, at);
      const isSeen = sees({ time, id });
      if (earlier && !earlier.isSeen && !isSeen) {
        told = { time, id };
        continue;
      }
      const isAdded = page.add(id, {
        ...{ type: 'asset', id, version, isChanged: true, time, isSeen },
        wasSeen: earlier?.wasSeen ?? sees(told),
        versionSeen: earlier ? earlier.versionSeen : version,
        revision: earlier?.revision ?? 0,
      });
      if (!isAdded) return await finished(endOf(revision), { clock: told, more: true });
      told = { time, id };
    }
    const end = { time: now, id: Number.MAX_SAFE_INTEGER };
    return await finished(endOf(revision), { clock: end, more: false, quietUntil });
  }

  async function finished(place: LogPlace, reached: Omit<ChangesRead, 'changes' | 'place'>): Promise<ChangesRead> {
    const news = page.news();
    if (news.length === 0) return { changes: [], place, ...reached };
    const times = await log.timesOf(new Set(news.map(({ revision }) => revision)));
    const changes = news.map(
      ({ type, id, wasSeen, isSeen, version, versionSeen, revision, time }): FeedChange => ({
        type,
        id,
        action: isSeen ? (wasSeen ? 'updated' : 'created') : 'removed',
        version: isSeen ? version : versionSeen,
        at: Math.max(times.get(revision) ?? 0, time),
      }),
    );
    // With a beginning or an end of validity among them, changes are in the order of time.
    return {
      changes: news.some(({ time }) => time > 0) ? changes.sort((a, b) => a.at - b.at) : changes,
      place,
      ...reached,
    };
  }
}

function versionOf(type: FeedChange['type'], place: string | undefined): number | null {
  return type === 'asset' && place !== undefined ? versionIn(place) : null;
}
