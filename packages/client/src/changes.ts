import { isServiceError } from './errors.ts';
import type { Change, Operations } from './interface.ts';

/** Most assets that a listing asks for at a time. */
const MAX_PAGE = 1000;
/** Default and longest interval between two questions, in seconds. */
const DEFAULT_SECONDS = 30;
const MAX_SECONDS = 86_400;
/** Pause before a listing begins anew, in seconds: a catalogue that changes all the time isn't asked without end. */
const RESTART_SECONDS = 1;

/** How to follow the changes of a catalogue. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where to go on: `cursor` of the last batch that was applied. Without, all assets are listed first. */
  readonly cursor?: string | undefined;
  /** Seconds between two questions while there is no news, up to a day; 0 ends with the last change. Default 30. */
  readonly seconds?: number;
}

type Signal = Pick<FollowOptions, 'signal'>;

/** The operations of the client that following needs. */
interface Asked {
  changes(params: { readonly changes: string }, options: Signal): Promise<Operations['node']['changes']['data']>;
  about(params: { readonly about: true }, options: Signal): Promise<{ readonly maxPageSize: number }>;
  search(
    params: { readonly search: string; readonly paginate: number; readonly sort_order: string },
    options: Signal,
  ): Promise<AsyncIterable<{ readonly items: readonly { readonly id: number; readonly version: number }[] }>>;
}

/** Some changes, to be applied together. */
export interface ChangeBatch {
  /** True if the copy is to be emptied first, because all assets are listed from here on. */
  readonly isNew: boolean;
  /** Changes in their order; of a listing, assets that are created, at the time of the listing. Empty if only the cursor is new. */
  readonly changes: readonly Change[];
  /** Where to go on after this batch; undefined in the middle of a listing, after which to begin anew. */
  readonly cursor: string | undefined;
}

/**
 * Yields all assets, then what changes, until the signal aborts. Where a cursor has expired, all assets are listed again.
 * Nodes are told when they change; `node.tree` lists them.
 */
export async function* followChanges(
  node: Asked,
  { cursor: from, seconds = DEFAULT_SECONDS, signal }: FollowOptions = {},
): AsyncGenerator<ChangeBatch, void, undefined> {
  if (!(seconds >= 0 && seconds <= MAX_SECONDS))
    throw new RangeError(`seconds: ${seconds} is not from 0 to ${MAX_SECONDS}`);
  let cursor = from;
  for (;;) {
    cursor ??= yield* listAll(await present());
    const page = await changesSince(cursor);
    if (page === undefined) {
      cursor = undefined;
      continue;
    }
    // A cursor that is renewed without news is told, too, because the old one expires.
    const isRenewed = page.cursor !== cursor;
    cursor = page.cursor;
    if (page.changes.length > 0 || isRenewed) yield { isNew: false, changes: page.changes, cursor };
    if (page.more) continue;
    if (seconds === 0) return;
    await pause(seconds, signal);
  }

  async function present(): Promise<string> {
    return (await node.changes({ changes: 'now' }, { signal })).cursor;
  }

  async function presentLater(): Promise<string> {
    await pause(RESTART_SECONDS, signal);
    return await present();
  }

  /** Undefined if the cursor has expired. */
  async function changesSince(since: string) {
    try {
      return await node.changes({ changes: since }, { signal });
    } catch (error) {
      if (isServiceError(error) && error.code === 'cursor_expired') return undefined;
      throw error;
    }
  }

  /** Lists all assets, and returns a cursor from before. */
  async function* listAll(begin: string): AsyncGenerator<ChangeBatch, string, undefined> {
    const { maxPageSize } = await node.about({ about: true }, { signal });
    const paginate = Math.min(MAX_PAGE, maxPageSize);
    for (let since = begin; ; since = await presentLater()) {
      const first = await node.search({ search: '', paginate, sort_order: 'id' }, { signal });
      let isNew = true;
      for await (const { items } of first) {
        const changes = items.map(({ id, version }) => {
          return { type: 'asset', id, action: 'created', version, at: Date.now() } as const;
        });
        yield { isNew, changes, cursor: undefined };
        isNew = false;
      }
      const news: Change[] = [];
      let page = await changesSince(since);
      for (; page?.more; page = await changesSince(page.cursor)) news.push(...page.changes);
      if (page === undefined) continue;
      news.push(...page.changes);
      // An asset that went away meanwhile has moved another to a page that was read before.
      if (news.some(isRemoval)) continue;
      yield { isNew, changes: news, cursor: page.cursor };
      return page.cursor;
    }
  }
}

function isRemoval({ type, action }: Change): boolean {
  return type === 'asset' && action === 'removed';
}

/** Rejects with the reason of the signal if it aborts. */
async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
