/**
 * A segment: some assets as columns, each asset a row called doc, ascending by ID. Immutable, and nothing but typed arrays, so that
 * it lies in one shared buffer. What codes mean is in the view's dictionaries; code 0 is no value.
 */
import type { ColumnTree } from './columns.ts';

/** No rank, no node, no value. */
export const NONE = 0xffff_ffff;

export type Codes = Uint8Array | Uint16Array | Uint32Array;

export function isBytes(codes: Codes): codes is Uint8Array {
  return codes instanceof Uint8Array;
}

/** What stands for NONE among codes of this width. */
export function noneOf(codes: Codes): number {
  return 2 ** (codes.BYTES_PER_ELEMENT * 8) - 1;
}

/** Numbers, and the docs that have one in ascending order, equal ones by doc. NaN is no value. */
export interface NumberColumn {
  readonly values: Float64Array;
  readonly order: Uint32Array;
}

/** Dates in epoch milliseconds; a date without a time is the start of its day in UTC, and `isDay` is 1. */
export interface DateColumn extends NumberColumn {
  readonly isDay: Uint8Array;
}

/** Places of texts in the collation of a language: what it doesn't tell apart shares one, NONE is no text. */
export type RankColumn = BaseRanks | DeltaRanks;

/** In the base ranks count from 0. `order`: docs by rank, without those of NONE. */
export interface BaseRanks {
  readonly ranks: Uint32Array;
  readonly order: Uint32Array;
}

/** In a delta a text has a number, and the view tells its place between the ranks of the base. */
export interface DeltaRanks {
  readonly placed: Uint32Array;
}

/** Lists of docs by a key from 0: those of key `k` stand from `offsets[k]` to `offsets[k + 1]`, ascending. */
export interface DocLists {
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
}

/**
 * Nodes of each doc by their numbers, in the order of the value, and back. `meets`: for all but the first node of a doc, in the
 * order of the tree, the lowest common ancestor with the node before; `noneOf(meets)` where there is none. It makes
 * distinct counts of sub-trees additions.
 */
export interface LinkColumn {
  readonly offsets: Uint32Array;
  readonly nodes: Codes;
  readonly meets: Codes;
  readonly docsOf: DocLists;
}

/** The words of all texts. Words are numbered in the order of their UTF-16 units. */
export interface WordColumns {
  readonly vocabulary: { readonly bytes: Uint8Array; readonly offsets: Uint32Array };
  /** Docs of each word. */
  readonly postings: DocLists & {
    /** Occurrences, those in the name times its weight, MOST_WEIGHT at most; beside `docs`. */
    readonly weights: Uint8Array;
  };
  /** The texts of each doc: `textMark(words)` + number of the text's slot, then its words. */
  readonly texts: { readonly offsets: Uint32Array; readonly words: Uint16Array | Uint32Array };
  /** Words of each doc. */
  readonly lengths: Codes;
}

/** Above the numbers of words: marks the beginning of a text among the words of a doc. */
export const TEXT_MARK = 0x8000_0000;
/** The same where words are numbers of two bytes. */
const NARROW_TEXT_MARK = 0xff00;

export function textMark(words: Uint16Array | Uint32Array): number {
  return words instanceof Uint16Array ? NARROW_TEXT_MARK : TEXT_MARK;
}

/** True where numbers of words and of slots, both counted, fit into two bytes. */
export function fitsNarrowTexts(words: number, slots: number): boolean {
  return words <= NARROW_TEXT_MARK && slots <= 0xffff - NARROW_TEXT_MARK;
}

/** Slots of texts: the file name, the extension, then the text fields in the order of the view's dictionary. */
export const NAME_SLOT = 0;
export const EXTENSION_SLOT = 1;
export const FIRST_FIELD_SLOT = 2;

export interface Segment {
  readonly ids: Float64Array;
  readonly categories: Uint8Array;
  readonly extensions: Codes;
  readonly types: Codes;
  readonly users: Codes;
  readonly uploaded: NumberColumn;
  readonly modified: NumberColumn;
  readonly size: NumberColumn;
  /** Pixels, 0 unknown. */
  readonly width: Codes;
  readonly height: Codes;
  /** By language. */
  readonly names: { readonly [language: string]: RankColumn };
  readonly originals: { readonly [language: string]: RankColumn };
  readonly nodes: LinkColumn;
  readonly words: WordColumns;
  /** By field ID; a field that no doc has a value of may be missing. */
  readonly numbers: { readonly [field: string]: NumberColumn };
  readonly dates: { readonly [field: string]: DateColumn };
  readonly checkboxes: { readonly [field: string]: Uint8Array };
  readonly items: { readonly [field: string]: Codes };
  readonly references: { readonly [field: string]: LinkColumn };
  readonly fieldTexts: { readonly [field: string]: { readonly [language: string]: RankColumn } };
}

/** Values of `checkboxes`. */
export const UNCHECKED = 1;
export const CHECKED = 2;

/** Words of all its docs. */
export function wordsIn({ words }: Segment): number {
  let total = 0;
  for (const length of words.lengths) total += length;
  return total;
}

/** A segment as columns; the layout is the interface above. */
export function columnsOf(segment: Segment): ColumnTree {
  return segment as unknown as ColumnTree;
}

export function segmentOf(columns: ColumnTree): Segment {
  return columns as unknown as Segment;
}
