/** Texts of a column while a segment is being built, and their ranks in each language. */
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { BuildContext } from './build-context.ts';
import { isSameOrder } from './build-orders.ts';
import { Growing } from './columns.ts';
import type { RankColumn } from './segment.ts';

const FIRST_BYTES = 4096;
const LARGEST_BYTES = 1024 * 1024;
const WIDE = /[\u0100-\uFFFF]/;

/** A list of texts outside of the heap, where a million strings would be moved by the garbage collector. */
export class TextList {
  #full: Buffer[] = [];
  #chunk = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;
  /** Of each text the number of bytes times 2, plus 1 if they are two to a character. */
  readonly #sizes = new Growing();

  add(text: string): void {
    const isWide = WIDE.test(text);
    const bytes = isWide ? text.length * 2 : text.length;
    if (this.#at + bytes > this.#chunk.length) {
      this.#full.push(this.#chunk.subarray(0, this.#at));
      this.#chunk = Buffer.allocUnsafe(Math.max(bytes, Math.min(this.#chunk.length * 2, LARGEST_BYTES)));
      this.#at = 0;
    }
    this.#chunk.write(text, this.#at, isWide ? 'utf16le' : 'latin1');
    this.#at += bytes;
    this.#sizes.push(bytes * 2 + (isWide ? 1 : 0));
  }

  /** Lets go of the texts. */
  clear(): void {
    this.#full = [];
    this.#chunk = Buffer.alloc(0);
    this.#sizes.clear();
  }

  *[Symbol.iterator](): Generator<string> {
    const chunks = [...this.#full, this.#chunk.subarray(0, this.#at)].values();
    let chunk = chunks.next().value as Buffer;
    let at = 0;
    for (const sizes of this.#sizes.chunks()) {
      for (const size of sizes) {
        const bytes = size >>> 1;
        while (at + bytes > chunk.length) {
          chunk = chunks.next().value as Buffer;
          at = 0;
        }
        yield chunk.toString((size & 1) === 1 ? 'utf16le' : 'latin1', at, at + bytes);
        at += bytes;
      }
    }
  }
}

/** Ranks in each language. Languages that order these texts alike share their columns. */
export async function inLanguages(
  { model, rank }: BuildContext,
  column: string,
  textsIn: (language: string) => readonly string[],
): Promise<{ [language: string]: RankColumn }> {
  const columns: { [language: string]: RankColumn } = {};
  let before: RankColumn | undefined;
  for (const language of languagesOf(model)) {
    const texts = textsIn(language);
    if (texts.every((text) => text === '')) continue;
    const made = await rank(texts, language, column);
    before = before && isSameOrder(before, made) ? before : made;
    columns[language] = before;
  }
  return columns;
}

/** Every language that a query may sort in. The configured default language may not be one of the catalogue's. */
export function languagesOf({ languages, defaultLanguage }: CatalogueModel): readonly string[] {
  return [...new Set([...languages, defaultLanguage])];
}
