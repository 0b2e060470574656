import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { endOf, nextRevision } from '../catalogue/change-log.ts';
import { CURSOR_FORM, type Cursor, openCursor, sealCursor } from './cursor.ts';
import { changesRules, openNodeHistory } from './node-history.ts';
import { type FeedChange, readChanges } from './read-changes.ts';
import { type Gone, readGone } from './read-gone.ts';
import type { FeedScope } from './visibility.ts';

const DAY_MS = 86_400_000;
/** How many cursors are remembered whose callers see no change since, so that the same changes aren't read again. */
const MAX_QUIET = 10_000;

/** Callers whose lists of gone assets are kept; harvesters ask for one page after another. */
const MAX_GONE = 16;

/** A page of the changes since a cursor. */
export interface FeedPage {
  readonly changes: readonly FeedChange[];
  readonly cursor: string;
  readonly more: boolean;
  /** UTC milliseconds until when the same question has this answer as long as nothing is committed; none if it has news. */
  readonly sameUntil?: number;
}

/** Thrown when it can't be told what has changed since a cursor. `cursor` is the present one. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
  readonly cursor: string;

  constructor(cursor: string) {
    super('the cursor has expired');
    this.cursor = cursor;
  }
}

/** Tells what has changed since a cursor, as one caller sees it (extensions E3). */
export class ChangeFeed {
  /** By the text of a cursor: the place up to which its caller sees no change. */
  readonly #quiet = new LRUCache<string, Cursor>({ max: MAX_QUIET });
  readonly #gone = new LRUCache<string, Gone>({ max: MAX_GONE });

  static hasForm(text: string): boolean {
    return CURSOR_FORM.test(text);
  }

  /** The present cursor. */
  async now(scope: FeedScope): Promise<string> {
    const { log, revision } = scope.snapshot;
    const clock = { time: scope.now, id: Number.MAX_SAFE_INTEGER };
    return await this.#seal({ place: endOf(revision), mark: await log.markOf(revision), clock }, scope);
  }

  /** Up to `limit` changes since a cursor. Throws CursorExpired. */
  async since(
    text: string,
    { scope, limit, signal }: { readonly scope: FeedScope; readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<FeedPage> {
    const { log, revision, model } = scope.snapshot;
    const from = await this.#latest(text, scope);
    if (from === undefined) throw await this.#expired(scope);
    const noNews = { changes: [], cursor: text, more: false };
    // Another server, which was ahead of this one, made the cursor: there is no news here yet.
    if (from.place.revision > revision) return noNews;
    const moves = await log.moves(nextRevision(from.place), revision);
    const haveRulesChanged = moves.some((move) => move.revision > from.place.revision && changesRules(move, model));
    if (haveRulesChanged) throw await this.#expired(scope);

    const history = openNodeHistory(moves, model);
    const read = await readChanges(from, { scope, history, limit, signal });
    const { changes, place, clock, more, quietUntil = 0 } = read;
    const reached = { place, mark: await log.markOf(place.revision), clock };
    if (changes.length === 0 && !more) {
      this.#quiet.set(text, { ...from, ...reached });
      // The cursor stays the same, so that answers can be kept, and is renewed in time before it expires.
      const oldAt = from.issued + Math.min(DAY_MS, (scope.days * DAY_MS) / 2);
      if (scope.now <= oldAt) return { ...noNews, sameUntil: Math.min(quietUntil, oldAt) };
    }
    return { changes, cursor: await this.#seal(reached, scope), more };
  }

  /** The assets that a caller sees no more, as long as changes are kept. */
  async gone(scope: FeedScope, signal?: AbortSignal): Promise<Gone> {
    const { log, revision } = scope.snapshot;
    const key = [revision, await log.markOf(revision), digestOf(scope)].join();
    const known = this.#gone.get(key);
    if (known && known.since <= scope.now && scope.now < known.sameUntil) return known;
    const gone = await readGone(scope, signal);
    this.#gone.set(key, gone);
    return gone;
  }

  /** Where to begin for a cursor; undefined if the log doesn't lead from there to the present. */
  async #latest(text: string, scope: FeedScope): Promise<Cursor | undefined> {
    const quiet = this.#quiet.get(text);
    if (quiet && (await this.#leadsOn(quiet, scope))) return quiet;
    const given = openCursor(text, await scope.snapshot.log.key());
    return given && (await this.#leadsOn(given, scope)) ? given : undefined;
  }

  async #leadsOn(cursor: Cursor, scope: FeedScope): Promise<boolean> {
    if (!isOf(cursor, scope)) return false;
    const { log, revision } = scope.snapshot;
    const next = nextRevision(cursor.place);
    const isKept = next > revision || next >= (await log.oldest());
    // Read each time: after a restored backup others may commit this revision, while this snapshot is still in use.
    return isKept && (await log.markOf(cursor.place.revision)) === cursor.mark;
  }

  async #expired(scope: FeedScope): Promise<CursorExpired> {
    return new CursorExpired(await this.now(scope));
  }

  async #seal(reached: Pick<Cursor, 'place' | 'mark' | 'clock'>, scope: FeedScope): Promise<string> {
    const secret = await scope.snapshot.log.key();
    return sealCursor({ ...reached, issued: scope.now, scope: digestOf(scope) }, secret);
  }
}

function isOf({ issued, scope }: Cursor, present: FeedScope): boolean {
  return scope === digestOf(present) && present.now - issued <= present.days * DAY_MS;
}

/** Digest of what decides what callers see, apart from the catalogue itself. */
function digestOf({ viewer, roots, hidesInvalid, settings, timeZone }: FeedScope): string {
  const limits = [...roots]
    .toSorted(([a], [b]) => a - b)
    .map(([type, nodes]) => [type, nodes.toSorted((a, b) => a - b)]);
  const parts = JSON.stringify([viewer.groups, limits, hidesInvalid, settings, timeZone]);
  return hash('sha256', parts, 'hex').slice(0, 32);
}
