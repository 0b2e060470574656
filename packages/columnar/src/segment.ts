/**
 * A segment stores assets as columns. Each asset is a row, called a doc; docs are in ascending order of asset ID. A
 * segment is immutable and consists only of typed arrays, so it fits in one shared buffer. The view's dictionaries
 * define what codes mean; code 0 means no value.
 */
import type { Codes, ColumnTree } from './columns.ts';

/** Stands for no rank, no node or no value. */
export const NONE = 0xffff_ffff;

export function isBytes(codes: Codes): codes is Uint8Array {
  return codes instanceof Uint8Array;
}

/** The value that stands for NONE in codes of this width. */
export function noneOf(codes: Codes): number {
  return 2 ** (codes.BYTES_PER_ELEMENT * 8) - 1;
}

/** Numbers by doc, NaN for none; empty if no doc has any. `order` holds the docs with a value, ascending by it, then by doc. */
export interface NumberColumn {
  readonly values: Float64Array;
  readonly order: Uint32Array;
}

/**
 * Dates in epoch milliseconds, local times as in the zone of the index. A date without a time is the start of that day
 * there, with `isDay` set to 1.
 */
export interface DateColumn extends NumberColumn {
  readonly isDay: Uint8Array;
}

/** Instants at which docs begin or end to be valid, ascending, ties by doc. Docs without one are missing. */
export interface Boundaries {
  readonly times: Float64Array;
  readonly docs: Uint32Array;
}

/** Ranks of texts in the collation of a language. Texts that it treats as equal share a rank; NONE means no text. */
export type RankColumn = BaseRanks | DeltaRanks;

/** Ranks in a base, counted from 0. `order` holds the docs by rank, without those of rank NONE. */
export interface BaseRanks {
  readonly ranks: Uint32Array;
  readonly order: Uint32Array;
}

/** Ranks in a delta: the view maps the number of each text to a position between the ranks of the base. */
interface DeltaRanks {
  readonly placed: Uint32Array;
}

/** Lists of docs by key, from 0; the docs of key `k` are at `offsets[k]` up to `offsets[k + 1]`, ascending. */
export interface DocLists {
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
}

/**
 * Links between docs and nodes. `nodes` holds the node numbers of each doc in the order of the value; `docsOf` holds
 * the docs of each node. `commonAncestors` makes distinct counts of sub-trees a matter of addition: with a doc's nodes
 * in tree order, it holds for each node but the first the lowest common ancestor of that node and the one before, or
 * `noneOf(commonAncestors)` if they have none.
 */
export interface LinkColumn {
  readonly offsets: Uint32Array;
  readonly nodes: Codes;
  readonly commonAncestors: Codes;
  readonly docsOf: DocLists;
}

/** The words of all texts. Words are numbered in the order of their UTF-16 code units. */
export interface WordColumns {
  readonly vocabulary: { readonly bytes: Uint8Array; readonly offsets: Uint32Array };
  /** Posting lists: the docs of each word. */
  readonly postings: DocLists & {
    /** The sum of the weights of the word's occurrences in each doc, at most `MAX_WEIGHT`. */
    readonly weights: Uint8Array;
  };
  /** The texts of each doc. Each text is `textMark(words)` plus the number of its slot, followed by its words. */
  readonly texts: { readonly offsets: Uint32Array; readonly words: Uint16Array | Uint32Array };
  /** Number of words of each doc. */
  readonly lengths: Codes;
}

/** Marks the beginning of a text among the words of a doc; greater than all word numbers. */
export const TEXT_MARK = 0x8000_0000;
/** The same mark for words stored in two bytes. */
const NARROW_TEXT_MARK = 0xff00;

/** Returns the mark for the width of `words`. */
export function textMark(words: Uint16Array | Uint32Array): number {
  return words instanceof Uint16Array ? NARROW_TEXT_MARK : TEXT_MARK;
}

/** Returns true if two bytes can hold the numbers of this many words and slots. */
export function fitsNarrowTexts(words: number, slots: number): boolean {
  return words <= NARROW_TEXT_MARK && slots <= 0xffff - NARROW_TEXT_MARK;
}

/** Slots of texts: the file name, the extension, then the text fields in the order of the view's dictionary. */
export const NAME_SLOT = 0;
export const EXTENSION_SLOT = 1;
export const FIRST_FIELD_SLOT = 2;

/** Values of `LookColumns.states`: nothing to compare, features, and a picture at which nobody has looked yet. */
export const NO_LOOK = 0;
export const LOOK = 1;
export const PENDING = 2;

/** What pictures look like (`features.ts` of the domain), and which files are the same. Columns without values are empty. */
export interface LookColumns {
  readonly states: Uint8Array;
  /** The first sixteen features of each doc, plus 128, which tell most pictures apart, four in a number; then the others. */
  readonly first: Uint32Array;
  readonly rest: Uint8Array;
  /** The first eight bytes of the SHA-256 of each doc's file; 0 without a file. */
  readonly files: Uint32Array;
}

export interface Segment {
  readonly ids: Float64Array;
  readonly categories: Uint8Array;
  readonly extensions: Codes;
  readonly types: Codes;
  readonly users: Codes;
  readonly licences: Codes;
  readonly sourceTypes: Codes;
  /** The first instants at which docs are valid, and the first after those; no doc begins after its end. */
  readonly begins: Boundaries;
  readonly ends: Boundaries;
  readonly uploaded: NumberColumn;
  readonly modified: NumberColumn;
  readonly size: NumberColumn;
  /** In pixels; 0 means unknown. */
  readonly width: Codes;
  readonly height: Codes;
  /** Places in `ORIENTATIONS`, from 1; of the narrowest one. */
  readonly orientations: Uint8Array;
  /** In seconds, as shown. */
  readonly duration: NumberColumn;
  /** Places in `DURATION_CLASSES`, from 1. */
  readonly durationClasses: Uint8Array;
  /** Means. */
  readonly rating: NumberColumn;
  readonly looks: LookColumns;
  /** By language. */
  readonly names: { readonly [language: string]: RankColumn };
  readonly originals: { readonly [language: string]: RankColumn };
  readonly nodes: LinkColumn;
  readonly words: WordColumns;
  /** Number of words in the document of each doc; empty if no doc has any. The words are in parts (`document-words.ts`). */
  readonly documentLengths: Codes;
  /** By field ID. A field that no doc has a value for may be missing. */
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

/** Total number of words of all docs, deleted ones included. */
export function wordsIn({ words }: Segment): number {
  let total = 0;
  for (const length of words.lengths) total += length;
  return total;
}

/** How many documents have words, and how many words these are. */
export interface DocumentCounts {
  readonly documents: number;
  readonly documentWords: number;
}

/** Counts the documents of all docs, deleted ones included. */
export function documentsIn({ documentLengths }: Segment): DocumentCounts {
  let documents = 0;
  let documentWords = 0;
  for (const length of documentLengths) {
    if (length > 0) documents += 1;
    documentWords += length;
  }
  return { documents, documentWords };
}

/** Views a segment as columns; `Segment` defines their layout. */
export function columnsOf(segment: Segment): ColumnTree {
  return segment as unknown as ColumnTree;
}

export function segmentOf(columns: ColumnTree): Segment {
  return columns as unknown as Segment;
}
