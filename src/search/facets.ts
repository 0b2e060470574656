import { FILE_CATEGORIES } from '../domain/facts.ts';
import type { InfoField } from '../domain/model.ts';
import type { FacetCount, FacetField } from '../ports/search-index.ts';
import type { Dictionary } from './dictionaries.ts';
import { extensionRanks, itemRanks, nodeRanks, typeRanks } from './name-ranks.ts';
import { addCounts, type LinksOf, sumUp } from './node-counts.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { CHECKED, type Codes, isBytes, UNCHECKED } from './segment.ts';
import { firstPlaces } from './top.ts';

/** What facets are counted over: the docs of each segment. */
export interface Matched {
  readonly segments: readonly OpenSegment[];
  readonly docs: readonly Uint32Array[];
}

export interface FacetOptions {
  readonly limit: number;
  readonly locale: string;
  /** By segment (`Perspective`). */
  meetsHold(segment: number): boolean;
}

/** The values of a facet with their counts (`AssetMatches.facets`). */
export function facetOf(
  field: FacetField,
  matched: Matched,
  scope: Scope,
  options: FacetOptions,
): readonly FacetCount[] {
  const { dictionaries, model } = scope;
  const { limit, locale } = options;
  switch (field.by) {
    case 'extension': {
      const counts = countCodes(matched, ({ columns }) => columns.extensions, dictionaries.extensions);
      return named(dictionaries.extensions, counts, extensionRanks(scope, locale), limit);
    }
    case 'asset_type': {
      const counts = countCodes(matched, ({ columns }) => columns.types, dictionaries.types);
      return named(dictionaries.types, counts, typeRanks(scope, locale), limit);
    }
    case 'category': {
      const counts = new Uint32Array(256);
      matched.segments.forEach(({ columns }, i) => {
        addCodes(counts, columns.categories, matched.docs[i]);
      });
      return byCount(Object.values(FILE_CATEGORIES).map((value) => ({ value, count: counts[value] as number })));
    }
    case 'node_type':
      return nodesIn(
        matched,
        scope,
        options,
        ({ columns }) => [columns.nodes],
        (id) => model.forest.get(id)?.type === field.type,
      );
    case 'info_field': {
      const infoField = model.infoFields.get(field.field);
      return infoField ? fieldFacet(infoField, matched, scope, options) : [];
    }
  }
}

function fieldFacet(field: InfoField, matched: Matched, scope: Scope, options: FacetOptions): readonly FacetCount[] {
  const { id } = field;
  switch (field.type) {
    case 'dropdown': {
      const dictionary = scope.dictionaries.items(id);
      const counts = countCodes(matched, ({ columns }) => columns.items[id], dictionary);
      return named(dictionary, counts, itemRanks(id, scope, options.locale), options.limit);
    }
    case 'checkbox': {
      const counts = new Uint32Array(CHECKED + 1);
      matched.segments.forEach(({ columns }, i) => {
        addCodes(counts, columns.checkboxes[id], matched.docs[i]);
      });
      return byCount([
        { value: false, count: counts[UNCHECKED] as number },
        { value: true, count: counts[CHECKED] as number },
      ]);
    }
    case 'node_reference': {
      const { rootNode, showRoot } = field;
      if (rootNode === undefined) return [];
      const { forest } = scope.model;
      const links: LinksOf = ({ columns }) => {
        const column = columns.references[id];
        return column ? [column] : [];
      };
      return nodesIn(
        matched,
        scope,
        options,
        links,
        (node) => (showRoot || node !== rootNode) && forest.isWithin(node, rootNode),
      );
    }
    default:
      return [];
  }
}

function countCodes(
  { segments, docs }: Matched,
  codesIn: (segment: OpenSegment) => Codes | undefined,
  dictionary: Dictionary<string | number>,
): Uint32Array {
  const counts = new Uint32Array(dictionary.values.length + 1);
  segments.forEach((segment, i) => {
    addCodes(counts, codesIn(segment), docs[i]);
  });
  return counts;
}

function addCodes(counts: Uint32Array, codes: Codes | undefined, docs: Uint32Array | undefined): void {
  if (!codes || !docs) return;
  if (isBytes(codes)) addBytes(counts, codes, docs);
  else {
    for (let i = 0; i < docs.length; i++) {
      const code = codes[docs[i] as number] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }
}

/** The same for the kind that most codes have: of one kind of array the engine makes better code. */
function addBytes(counts: Uint32Array, codes: Uint8Array, docs: Uint32Array): void {
  for (let i = 0; i < docs.length; i++) {
    const code = codes[docs[i] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

/** Values of a dictionary that count something; code 0 is none. */
function named<T extends string | number>(
  { values }: Dictionary<T>,
  counts: Uint32Array,
  ranks: Float64Array,
  limit: number,
): readonly FacetCount[] {
  const codes = values.map((_, i) => i + 1).filter((code) => counts[code] !== 0);
  return largest(codes, counts, ranks, (code) => values[code - 1] as T, limit);
}

function nodesIn(
  { segments, docs }: Matched,
  scope: Scope,
  { limit, locale, meetsHold }: FacetOptions,
  links: LinksOf,
  isShown: (id: number) => boolean,
): readonly FacetCount[] {
  const { tree, skipped } = scope;
  const counts = new Int32Array(tree.ids.length);
  segments.forEach((segment, i) => {
    const columns = links(segment);
    if (columns.length > 0)
      addCounts(counts, docs[i] as Uint32Array, columns, scope, { recursive: true, meetsHold: meetsHold(i) });
  });
  sumUp(counts, scope);
  const numbers: number[] = [];
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] !== 0 && skipped[number] !== 1 && isShown(tree.ids[number] as number)) numbers.push(number);
  }
  return largest(numbers, counts, nodeRanks(scope, locale), (number) => tree.ids[number] as number, limit);
}

/** The values that count most, equal counts by name, then by value. */
function largest<T extends string | number>(
  codes: readonly number[],
  counts: Uint32Array | Int32Array,
  ranks: Float64Array,
  valueAt: (code: number) => T,
  limit: number,
): readonly FacetCount[] {
  const rankOf = (code: number) => {
    const rank = ranks[code] as number;
    return Number.isNaN(rank) ? -1 : rank;
  };
  return atLeast(codes, counts, limit)
    .sort((a, b) => {
      const order = (counts[b] as number) - (counts[a] as number) || rankOf(a) - rankOf(b);
      return order || (valueAt(a) < valueAt(b) ? -1 : 1);
    })
    .slice(0, limit)
    .map((code) => ({ value: valueAt(code), count: counts[code] as number }));
}

/** Those of the codes that count at least as much as the one at the place of the limit: few are worth sorting by name. */
function atLeast(codes: readonly number[], counts: Uint32Array | Int32Array, limit: number): number[] {
  if (codes.length <= limit) return [...codes];
  const keys = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) keys[i] = -(counts[codes[i] as number] as number);
  const least = -(keys[firstPlaces(codes.length, limit, [keys]).at(-1) ?? 0] as number);
  return codes.filter((code) => (counts[code] as number) >= least);
}

function byCount(values: readonly FacetCount[]): readonly FacetCount[] {
  return values.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}
