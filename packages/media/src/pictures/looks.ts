import { LRUCache } from 'lru-cache';
import { derivedKey } from '../derived/derived-files.ts';
import { type KeyedSource, renditionKey } from './key.ts';
import type { Look, Plan } from './renderer.ts';

/** Looks kept in memory; each has some hundred bytes. */
const MOST_LOOKS = 100_000;
/** How long a picture that nobody has drawn isn't looked for again. Another program may draw it. */
const ABSENT_MS = 5000;

/** A picture whose look is asked for, by the plans of its thumbnails. Plain data, so that it can be sent to another thread. */
export interface WantedLook {
  readonly source: KeyedSource;
  readonly plans: readonly Plan[];
}

/** The looks of thumbnails that are in the store. */
export class StoredLooks {
  readonly #looks = new LRUCache<string, { readonly look: Look | undefined }>({ max: MOST_LOOKS });
  readonly #version: string;
  readonly #read: (key: string) => Promise<{ readonly look?: Look } | undefined>;

  /** `version` is that of the renderer; `read` reads a stored rendition by its key. */
  constructor(version: string, read: (key: string) => Promise<{ readonly look?: Look } | undefined>) {
    this.#version = version;
    this.#read = read;
  }

  /** Notes a rendition that has been drawn or read. */
  note(key: string, look: Look | undefined): void {
    if (look) this.#looks.set(key, { look });
  }

  async of({ source, plans }: WantedLook): Promise<Look | undefined> {
    for (const plan of plans) {
      const key = renditionKey(source, plan, this.#version);
      const known = this.#looks.get(key) ?? { look: (await this.#read(key))?.look };
      if (known.look) {
        this.#looks.set(key, known);
        return known.look;
      }
      this.#looks.set(key, known, { ttl: ABSENT_MS });
    }
    return undefined;
  }
}

/** A per-thread cache of looks, which saves messages to other threads. */
export class RecentLooks {
  readonly #looks = new LRUCache<string, Look>({ max: MOST_LOOKS });
  readonly #find: (wanted: readonly WantedLook[]) => Promise<readonly (Look | undefined)[]>;

  constructor(find: (wanted: readonly WantedLook[]) => Promise<readonly (Look | undefined)[]>) {
    this.#find = find;
  }

  /** Returns the looks in the order of what is wanted; undefined of what has no thumbnail yet. */
  async of(wanted: readonly WantedLook[]): Promise<readonly (Look | undefined)[]> {
    const keys = wanted.map(keyOf);
    const looks = keys.map((key) => this.#looks.get(key));
    const missing = looks.flatMap((look, index) => (look ? [] : [index]));
    if (missing.length === 0) return looks;
    const found = await this.#find(missing.flatMap((index) => wanted[index] ?? []));
    for (const [at, index] of missing.entries()) {
      const look = found[at];
      if (!look) continue;
      looks[index] = look;
      this.#looks.set(keys[index] ?? '', look);
    }
    return looks;
  }
}

/** A text of its own for each source and size; only what stands beside a model has to be hashed for that. */
function keyOf({ source: { sha256, properties, beside }, plans }: WantedLook): string {
  const { mediaType, width, height, pages } = properties;
  return `${sha256} ${mediaType} ${width} ${height} ${pages} ${plans[0]?.box}${beside ? derivedKey([beside]) : ''}`;
}
