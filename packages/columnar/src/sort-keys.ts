/** Sort keys as numbers in ascending order: descending keys are negated; docs without a value come last. */
import { textIn } from '../../core/src/domain/text.ts';
import type { Codes } from './columns.ts';
import type { FullText } from './full-text.ts';
import { itemRanks, ownRanks, ranksOf, typeRanks, userRanks } from './name-ranks.ts';
import type { Scope } from './scope.ts';
import { addScores } from './scores.ts';
import type { SortKey } from './search-index.ts';
import { CHECKED, isBytes, NONE, type NumberColumn, type RankColumn, type Segment } from './segment.ts';
import { positionsKey, type View, type ViewSegment } from './view.ts';

/** What computing sort keys needs besides the docs. */
export interface SortContext {
  readonly view: View;
  readonly scope: Scope;
  readonly locale: string;
  readonly texts: readonly FullText[];
}

const LAST = Number.POSITIVE_INFINITY;

/** Returns the column of numbers that a key compares, or undefined if it compares something else. */
export function numbersOf(key: SortKey, columns: Segment): NumberColumn | undefined {
  switch (key.by) {
    case 'info_field':
      return columns.numbers[key.field] ?? columns.dates[key.field];
    case 'uploaded':
    case 'modified':
    case 'size':
    case 'duration':
    case 'rating':
      return columns[key.by];
    case 'id':
    case 'score':
    case 'name':
    case 'original':
    case 'extension':
    case 'asset_type':
    case 'uploaded_by':
    case 'pixels':
      return undefined;
    default:
      return key satisfies never;
  }
}

/** Returns the column of texts that a key compares, or undefined if it compares something else. */
export function textsOf(key: SortKey, columns: Segment, locale: string): RankColumn | undefined {
  switch (key.by) {
    case 'info_field':
      return columns.fieldTexts[key.field]?.[locale];
    case 'name':
      return columns.names[locale];
    case 'original':
      return columns.originals[locale];
    case 'id':
    case 'score':
    case 'uploaded':
    case 'modified':
    case 'size':
    case 'extension':
    case 'asset_type':
    case 'uploaded_by':
    case 'duration':
    case 'pixels':
    case 'rating':
      return undefined;
    default:
      return key satisfies never;
  }
}

/** Most keys whose memory is kept for the next search. */
const MAX_KEPT = 1 << 20;

let kept = new Float64Array(0);

/** Returns memory for keys, all 0. As garbage it would be collected so often that one of twenty searches waited for it. */
function roomFor(count: number): Float64Array {
  if (count > MAX_KEPT) return new Float64Array(count);
  if (count > kept.length) kept = new Float64Array(Math.min(MAX_KEPT, 2 * count));
  return kept.subarray(0, count).fill(0);
}

/**
 * Returns the keys of the docs of all segments, concatenated, until it is called again. For scores, each list of docs must be
 * ascending.
 */
export function sortKeys(key: SortKey, docs: readonly Uint32Array[], context: SortContext): Float64Array {
  const { view, scope, texts } = context;
  const sign = key.descending ? -1 : 1;
  if (key.by === 'info_field' && scope.model.infoFields.get(key.field)?.type === 'node_reference') {
    return referenceKeys(key.field, docs, context, sign);
  }
  const keys = roomFor(docs.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const parts = docs.map(({ length }) => {
    end += length;
    return keys.subarray(end - length, end);
  });
  if (key.by === 'score') addScores(parts, view, docs, texts, scope, sign);
  else {
    const write = keyWriter(key, context, sign);
    for (const [i, segment] of view.segments.entries()) {
      write(segment, docs[i] as Uint32Array, parts[i] as Float64Array);
    }
  }
  return keys;
}

/** Writes the key of each doc to the same index of `keys`. */
type Write = (segment: ViewSegment, docs: Uint32Array, keys: Float64Array) => void;

/** Scores are computed for all segments together, by `addScores`. */
type StoredKey = Exclude<SortKey, { readonly by: 'score' }>;

function keyWriter(key: StoredKey, context: SortContext, sign: number): Write {
  const { scope, locale } = context;
  const byCode = (ranks: Float64Array, codesIn: (columns: Segment) => Codes | undefined): Write => {
    const keyOf = ranks.map((rank) => (Number.isNaN(rank) ? LAST : sign * rank));
    return ({ open }, docs, keys) => writeCodes(codesIn(open.columns), keyOf, docs, keys);
  };
  switch (key.by) {
    case 'id':
      return ({ open }, docs, keys) => writeNumbers(open.columns.ids, sign, docs, keys);
    case 'extension':
      return byCode(ownRanks('extensions', scope, locale), ({ extensions }) => extensions);
    case 'asset_type':
      return byCode(typeRanks(scope, locale), ({ types }) => types);
    case 'uploaded_by':
      return byCode(userRanks(scope, locale), ({ users }) => users);
    case 'pixels':
      return ({ open: { columns } }, docs, keys) => writeProducts(columns.width, columns.height, sign, docs, keys);
    case 'info_field': {
      const { field } = key;
      const type = scope.model.infoFields.get(field)?.type;
      if (type === 'dropdown') return byCode(itemRanks(field, scope, locale), ({ items }) => items[field]);
      if (type === 'checkbox') return byCode(CHECKBOX_RANKS, ({ checkboxes }) => checkboxes[field]);
      return byColumn(key, context, sign);
    }
    case 'name':
    case 'original':
    case 'uploaded':
    case 'modified':
    case 'size':
    case 'duration':
    case 'rating':
      return byColumn(key, context, sign);
    default:
      return key satisfies never;
  }
}

const CHECKBOX_RANKS = Float64Array.from({ length: CHECKED + 1 }, (_, code) => (code === 0 ? Number.NaN : code));

function byColumn(key: StoredKey, { view, locale }: SortContext, sign: number): Write {
  const places = view.places[positionsKey(key.by === 'info_field' ? String(key.field) : key.by, locale)];
  return ({ open }, docs, keys) => {
    const numbers = numbersOf(key, open.columns);
    const texts = textsOf(key, open.columns, locale);
    if (numbers && numbers.order.length > 0) writeNumbers(numbers.values, sign, docs, keys);
    else if (texts === undefined) keys.fill(LAST);
    else if ('ranks' in texts) writeRanks(texts.ranks, sign, docs, keys);
    else writePlaces(texts.placed, places ?? NO_PLACES, sign, docs, keys);
  };
}

const NO_PLACES = new Float64Array(0);

// One loop per column type: for a single array type, V8 generates code that is nearly twice as fast (measured).

function writeNumbers(values: Float64Array, sign: number, docs: Uint32Array, keys: Float64Array): void {
  for (let i = 0; i < docs.length; i++) {
    const value = values[docs[i] as number] as number;
    keys[i] = Number.isNaN(value) ? LAST : sign * value;
  }
}

/** Writes the products of two columns of numbers, of which 0 is no value. */
function writeProducts(counts: Codes, times: Codes, sign: number, docs: Uint32Array, keys: Float64Array): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    const product = (counts[doc] as number) * (times[doc] as number);
    keys[i] = product === 0 ? LAST : sign * product;
  }
}

function writeRanks(ranks: Uint32Array, sign: number, docs: Uint32Array, keys: Float64Array): void {
  for (let i = 0; i < docs.length; i++) {
    const rank = ranks[docs[i] as number] as number;
    keys[i] = rank === NONE ? LAST : sign * rank;
  }
}

function writePlaces(
  placed: Uint32Array,
  places: Float64Array,
  sign: number,
  docs: Uint32Array,
  keys: Float64Array,
): void {
  for (let i = 0; i < docs.length; i++) {
    const place = places[placed[docs[i] as number] as number] ?? Number.NaN;
    keys[i] = Number.isNaN(place) ? LAST : sign * place;
  }
}

function writeCodes(codes: Codes | undefined, keyOf: Float64Array, docs: Uint32Array, keys: Float64Array): void {
  if (!codes) keys.fill(LAST);
  else if (isBytes(codes)) writeBytes(codes, keyOf, docs, keys);
  else for (let i = 0; i < docs.length; i++) keys[i] = keyOf[codes[docs[i] as number] as number] as number;
}

function writeBytes(codes: Uint8Array, keyOf: Float64Array, docs: Uint32Array, keys: Float64Array): void {
  for (let i = 0; i < docs.length; i++) keys[i] = keyOf[codes[docs[i] as number] as number] as number;
}

/** Returns keys by the names of the visible nodes that a field references, joined in their order. */
function referenceKeys(
  field: number,
  docs: readonly Uint32Array[],
  { view, scope, locale }: SortContext,
  sign: number,
): Float64Array {
  const { model, tree, skipped } = scope;
  const names = new Map<number, string>();
  const nameOf = (number: number) =>
    names.getOrInsertComputed(number, () => {
      const node = model.trees.get(tree.ids[number] as number);
      return node ? textIn(node.name, locale, model) : '';
    });
  const texts = view.segments.flatMap(({ open }, i) => {
    const links = open.columns.references[field];
    return Array.from(docs[i] ?? [], (doc) => {
      if (!links) return '';
      const shown: string[] = [];
      for (let at = links.offsets[doc] as number; at < (links.offsets[doc + 1] as number); at++) {
        const number = links.nodes[at] as number;
        if (skipped[number] !== 1) shown.push(nameOf(number));
      }
      return shown.join(', ');
    });
  });
  return ranksOf(texts, locale).map((rank) => (Number.isNaN(rank) ? LAST : sign * rank));
}
