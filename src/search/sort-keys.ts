/** Numbers to sort docs by: ascending, descending keys negated, and what has no value last. */
import { textIn } from '../domain/text.ts';
import type { SortKey } from '../ports/search-index.ts';
import type { FullText } from './full-text.ts';
import { extensionRanks, itemRanks, ranksOf, typeRanks, userRanks } from './name-ranks.ts';
import type { Scope } from './scope.ts';
import { scoresOf } from './scores.ts';
import { CHECKED, type Codes, NONE, type NumberColumn, type RankColumn, type Segment } from './segment.ts';
import { placesKey, type View, type ViewSegment } from './view.ts';

export interface SortContext {
  readonly view: View;
  readonly scope: Scope;
  readonly locale: string;
  readonly texts: readonly FullText[];
}

const LAST = Number.POSITIVE_INFINITY;

/** The numbers that a key compares; undefined where it compares something else. */
export function numbersOf(key: SortKey, columns: Segment): NumberColumn | undefined {
  switch (key.by) {
    case 'uploaded':
    case 'modified':
    case 'size':
      return columns[key.by];
    case 'info_field':
      return columns.numbers[key.field] ?? columns.dates[key.field];
    default:
      return undefined;
  }
}

/** The texts that a key compares; undefined where it compares something else. */
export function textsOf(key: SortKey, columns: Segment, locale: string): RankColumn | undefined {
  switch (key.by) {
    case 'name':
      return columns.names[locale];
    case 'original':
      return columns.originals[locale];
    case 'info_field':
      return columns.fieldTexts[key.field]?.[locale];
    default:
      return undefined;
  }
}

/** The keys of docs, per segment beside its docs. */
export function sortKeys(key: SortKey, docs: readonly Uint32Array[], context: SortContext): readonly Float64Array[] {
  const { view, scope, texts } = context;
  const sign = key.descending ? -1 : 1;
  if (key.by === 'score') {
    const scores = scoresOf(view, docs, texts, scope);
    return key.descending ? scores.map((each) => each.map((score) => -score)) : scores;
  }
  if (key.by === 'info_field' && scope.model.infoFields.get(key.field)?.type === 'node_reference') {
    return referenceKeys(key.field, docs, context, sign);
  }
  const read = keyReader(key, context);
  return view.segments.map((segment, i) => {
    const value = read(segment);
    return Float64Array.from(docs[i] ?? [], (doc) => {
      const each = value(doc);
      return Number.isNaN(each) ? LAST : sign * each;
    });
  });
}

type Read = (segment: ViewSegment) => (doc: number) => number;
const UNKNOWN = () => Number.NaN;

/** Reads what a key compares, NaN where a doc has none. */
function keyReader(key: SortKey, context: SortContext): Read {
  const { scope, locale } = context;
  switch (key.by) {
    case 'id':
      return ({ open }) =>
        (doc) =>
          open.columns.ids[doc] as number;
    case 'extension':
      return byCode(extensionRanks(scope, locale), ({ extensions }) => extensions);
    case 'asset_type':
      return byCode(typeRanks(scope, locale), ({ types }) => types);
    case 'uploaded_by':
      return byCode(userRanks(scope, locale), ({ users }) => users);
    case 'info_field': {
      const field = scope.model.infoFields.get(key.field);
      if (field?.type === 'dropdown')
        return byCode(itemRanks(key.field, scope, locale), ({ items }) => items[key.field]);
      if (field?.type === 'checkbox') {
        return ({ open }) => {
          const values = open.columns.checkboxes[key.field];
          return (doc) => (values?.[doc] ? Number(values[doc] === CHECKED) : Number.NaN);
        };
      }
      return byColumn(key, context);
    }
    default:
      return byColumn(key, context);
  }
}

function byColumn(key: SortKey, { view, locale }: SortContext): Read {
  const places = view.places[placesKey(key.by === 'info_field' ? String(key.field) : key.by, locale)];
  return ({ open }) => {
    const numbers = numbersOf(key, open.columns);
    if (numbers) return (doc) => numbers.values[doc] as number;
    const texts = textsOf(key, open.columns, locale);
    if (texts === undefined) return UNKNOWN;
    if ('placed' in texts) return (doc) => places?.[texts.placed[doc] as number] ?? Number.NaN;
    return (doc) => (texts.ranks[doc] === NONE ? Number.NaN : (texts.ranks[doc] as number));
  };
}

/** By the rank of what a code stands for. */
function byCode(ranks: Float64Array, codesIn: (columns: Segment) => Codes | undefined): Read {
  return ({ open }) => {
    const codes = codesIn(open.columns);
    return codes ? (doc) => ranks[codes[doc] as number] as number : UNKNOWN;
  };
}

/** By the names of the visible nodes that a field names, joined in their order. */
function referenceKeys(
  field: number,
  docs: readonly Uint32Array[],
  { view, scope, locale }: SortContext,
  sign: number,
): readonly Float64Array[] {
  const { model, tree, skipped } = scope;
  const names = new Map<number, string>();
  const nameOf = (number: number) =>
    names.getOrInsertComputed(number, () => {
      const node = model.forest.get(tree.ids[number] as number);
      return node ? textIn(node.name, locale, model) : '';
    });
  const texts = view.segments.map(({ open }, i) => {
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
  const all = ranksOf(texts.flat(), locale);
  let from = 0;
  return texts.map(({ length }) => {
    const part = all.subarray(from, from + length).map((rank) => (Number.isNaN(rank) ? LAST : sign * rank));
    from += length;
    return part;
  });
}
