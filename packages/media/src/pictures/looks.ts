import { LRUCache } from 'lru-cache';
import type { CannotMakeReason } from '../derived/cannot-make.ts';
import { derivedKey } from '../derived/derived-files.ts';
import { type KeyedSource, pageKey } from './key.ts';
import type { Look, Rendered } from './renderer.ts';
import type { RenditionStore } from './store.ts';

/** Looks kept in memory; each has some hundred bytes. With `max`, a cache would reserve 3 MB for all of them at each start. */
const LOOKS = { maxSize: 100_000, sizeCalculation: () => 1 };
/** How long a picture that nobody has drawn isn't looked for again. Another program may draw it. */
const ABSENT_MS = 5000;
/** How long it is known that a file can't be drawn. A program that draws it may be installed meanwhile. */
const HOPELESS_MS = 3_600_000;
/** Failures that another try repeats. */
const HOPELESS: ReadonlySet<string> = new Set<CannotMakeReason>(['corrupt', 'unsupported', 'no_tool']);
/** Looks of other nodes that are asked for once a minute at most. */
const FETCHED_MS = 60_000;

/** What is known of how a file looks: undefined until it has been drawn, `none` if only a placeholder is drawn of it. */
export type KnownLook = Look | 'none' | undefined;

/**
 * What the first pages of files look like. Each look is a stored file of its own, made from whichever picture of the whole page is
 * drawn first, so that lists find it at once whatever sizes are asked for.
 */
export class StoredLooks {
  readonly #known = new LRUCache<string, { readonly look: KnownLook }>(LOOKS);
  readonly #fetching = new LRUCache<string, true>({ ...LOOKS, ttl: FETCHED_MS });
  readonly #version: string;
  readonly #store: Pick<RenditionStore, 'read' | 'write' | 'fetch'>;

  /** `version` is that of the renderer. */
  constructor(version: string, store: Pick<RenditionStore, 'read' | 'write' | 'fetch'>) {
    this.#version = version;
    this.#store = store;
  }

  /** Notes the look of a rendition that has been drawn or read, and stores it if there is none. */
  async note(source: KeyedSource, look: Look): Promise<void> {
    const key = this.#keyOf(source);
    if (typeof this.#known.get(key)?.look === 'object') return;
    this.#known.set(key, { look });
    if (!(await this.#store.read(key))) await this.#store.write(key, fileOf(look));
  }

  /** Notes why the first page of a file wasn't drawn. */
  noteFailure(source: KeyedSource, reason: string): void {
    if (HOPELESS.has(reason)) this.#known.set(this.#keyOf(source), { look: 'none' }, { ttl: HOPELESS_MS });
  }

  async of(source: KeyedSource): Promise<KnownLook> {
    const key = this.#keyOf(source);
    const known = this.#known.get(key);
    if (known) return known.look;
    const look = (await this.#store.read(key))?.look;
    // It may have been drawn meanwhile.
    const newer = this.#known.get(key);
    if (newer) return newer.look;
    this.#known.set(key, { look }, look ? {} : { ttl: ABSENT_MS });
    return look;
  }

  /** Brings here the looks that other nodes have stored. */
  async fetch(sources: readonly KeyedSource[], signal: AbortSignal): Promise<void> {
    for (const source of sources) {
      const key = this.#keyOf(source);
      if (signal.aborted || this.#fetching.has(key)) continue;
      this.#fetching.set(key, true);
      const look = (await this.#store.fetch(key, signal))?.look;
      if (look) this.#known.set(key, { look });
    }
  }

  #keyOf(source: KeyedSource): string {
    return pageKey(source, 0, this.#version, 'look');
  }
}

/** A rendition without a picture. */
function fileOf(look: Look): Rendered {
  const none = { width: 0, height: 0 };
  return { bytes: new Uint8Array(), format: 'jpg', ...none, pages: 1, natural: none, look };
}

/** The looks that all threads share. */
interface LooksElsewhere {
  looks(wanted: readonly KeyedSource[]): Promise<readonly KnownLook[]>;
  noteLook(source: KeyedSource, look: Look): void;
}

/** A per-thread cache of looks, which saves messages to other threads. */
export class RecentLooks {
  readonly #looks = new LRUCache<string, Look>(LOOKS);
  readonly #renditions: LooksElsewhere;

  constructor(renditions: LooksElsewhere) {
    this.#renditions = renditions;
  }

  /** Notes the look of a picture that this thread has read, for all threads. */
  note(source: KeyedSource, look: Look): void {
    const key = textOf(source);
    if (this.#looks.has(key)) return;
    this.#looks.set(key, look);
    this.#renditions.noteLook(source, look);
  }

  /** Returns the looks in the order of what is wanted. */
  async of(wanted: readonly KeyedSource[]): Promise<readonly KnownLook[]> {
    const keys = wanted.map(textOf);
    const looks: KnownLook[] = keys.map((key) => this.#looks.get(key));
    const missing = looks.flatMap((look, index) => (look ? [] : [index]));
    if (missing.length === 0) return looks;
    const found = await this.#renditions.looks(missing.flatMap((index) => wanted[index] ?? []));
    for (const [at, index] of missing.entries()) {
      const look = found[at];
      looks[index] = look;
      if (typeof look === 'object') this.#looks.set(keys[index] ?? '', look);
    }
    return looks;
  }
}

/** A text of its own for each source; only what stands beside a model has to be hashed for that. */
function textOf({ sha256, properties, beside }: KeyedSource): string {
  const { mediaType, width, height, pages } = properties;
  return `${sha256} ${mediaType} ${width} ${height} ${pages}${beside ? derivedKey([beside]) : ''}`;
}
