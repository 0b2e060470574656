/**
 * Collects the texts of the docs of a segment, ranks them and splits them into words: half of the work of a build, which may be
 * in a thread of its own.
 */
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { Text } from '../../core/src/domain/model.ts';
import { type Languages, textIn } from '../../core/src/domain/text.ts';
import { isSameOrder, type NumberedTexts } from './build-orders.ts';
import { buildWords } from './build-words.ts';
import { type Codes, free, Growing } from './columns.ts';
import { EXTENSION_SLOT, NAME_SLOT, NONE, type RankColumn, type Segment } from './segment.ts';
import { TextPool } from './text-pool.ts';

/** What texts a segment has. */
export interface TextShape {
  /** Every language that a query may sort in. */
  readonly rankLanguages: readonly string[];
  /** In which a text is, if it has no other. */
  readonly languages: Languages;
  /** The fields of texts, and where their words are. */
  readonly fields: readonly { readonly id: number; readonly slot: number }[];
}

/** What a segment has of texts. */
export type BuiltTexts = Pick<Segment, 'names' | 'originals' | 'fieldTexts' | 'words'>;

export interface TextBuilder extends Disposable {
  /** Adds the texts of docs, one after the other: name, name of the file, extension, and the value of each field. */
  add(texts: readonly Text[]): Promise<void>;
  end(): Promise<BuiltTexts>;
}

export type OpenTexts = (shape: TextShape) => TextBuilder;

/** Ranks the texts of all docs in one column: `name`, `original`, or the ID of a field. */
export type RankTexts = (texts: NumberedTexts, language: string, column: string) => RankColumn | Promise<RankColumn>;

/** Builds texts in this thread. */
export function openTexts({ rankLanguages, languages, fields }: TextShape, rank: RankTexts): TextBuilder {
  const pool = new TextPool();
  const columns = Array.from({ length: 3 + fields.length }, () => new Growing());

  /** Ranks texts in each language. Languages that order them alike share their columns. */
  async function ranked(column: string, numbers: Codes): Promise<{ [language: string]: RankColumn }> {
    const ranks: { [language: string]: RankColumn } = {};
    let before: RankColumn | undefined;
    for (const language of rankLanguages) {
      const textOf = (number: number) => textIn(pool.text(number), language, languages);
      const made = await rank({ numbers, size: pool.size, textOf }, language, column);
      if (!hasRanks(made)) continue;
      before = before && isSameOrder(before, made) ? before : made;
      ranks[language] = before;
    }
    return ranks;
  }

  return {
    add: async (texts) => {
      for (let at = 0; at < texts.length; ) {
        for (let i = 0; i < columns.length; i++) columns[i]?.push(pool.numberOf(texts[at++] as Text));
      }
    },
    end: async () => {
      pool.close();
      const [name, original, extension, ...rest] = columns.map((column) => column.own()) as [
        Codes,
        Codes,
        Codes,
        ...Codes[],
      ];
      const names = await ranked('name', name);
      const originals = await ranked('original', original);
      free(original);
      const fieldTexts: { [field: string]: Segment['names'] } = {};
      const slots = [
        { slot: NAME_SLOT, numbers: name },
        { slot: EXTENSION_SLOT, numbers: extension },
      ];
      for (const [i, { id, slot }] of fields.entries()) {
        const numbers = rest[i] as Codes;
        fieldTexts[id] = await ranked(String(id), numbers);
        slots.push({ slot, numbers });
      }
      return { names, originals, fieldTexts, words: buildWords(pool, slots, name.length) };
    },
    [Symbol.dispose]: () => {},
  };
}

function hasRanks(column: RankColumn): boolean {
  return 'ranks' in column ? column.order.length > 0 : column.placed.some((number) => number !== NONE);
}

/** Every language that a query may sort in. The configured default language may not be one of the catalogue's. */
export function languagesOf({ languages, defaultLanguage }: CatalogueModel): readonly string[] {
  return [...new Set([...languages, defaultLanguage])];
}
