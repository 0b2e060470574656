/**
 * Counts facets. `find.ts` gives the matches of each segment as a sum of parts: a list of docs, the docs of a cached
 * term, or all live docs, whose counts are those of whole columns less those of the deleted docs. For each part,
 * `facet-parts.ts` adds the counts of the codes that its docs have in the column of the facet; counts of terms and of
 * whole columns are cached. For facets of nodes, `node-counts.ts` counts the links of docs and sums them up the tree,
 * so that a doc counts once in each node above. Then the values with the highest counts are kept.
 */
import { FILE_CATEGORIES } from '../../core/src/domain/file-properties.ts';
import type { EpochMs, InfoField } from '../../core/src/domain/model.ts';
import { ORIENTATIONS } from '../../core/src/domain/orientation.ts';
import { DURATION_CLASSES } from '../../core/src/domain/playing-time.ts';
import { placeIn } from './build-segment.ts';
import type { Codes } from './columns.ts';
import type { Dictionary } from './dictionaries.ts';
import { countCodes, countLinks, countStates, type Part } from './facet-parts.ts';
import { narrower } from './match.ts';
import { maxCounted } from './most-counted.ts';
import { codesByName, itemRanks, ownRanks, typeRanks } from './name-ranks.ts';
import { sumUp } from './node-counts.ts';
import type { NodeTree } from './node-tree.ts';
import { allByName, belowByName, typeByName } from './nodes-by-name.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import type { FacetCount, FacetField } from './search-index.ts';
import type { SeenSegment } from './seen-segment.ts';
import { CHECKED, UNCHECKED } from './segment.ts';
import { statesOf } from './segment-states.ts';

/** The matches that facets are counted over. */
export interface Matched {
  readonly segments: readonly SeenSegment[];
  /** The parts to sum up, by segment. */
  readonly parts: readonly (readonly Part[])[];
  /** Counts of nodes, which several facets share: by field ID, or under `nodes` for assigned nodes. */
  readonly nodeCounts: Map<number | 'nodes', Int32Array>;
}

export interface FacetOptions {
  readonly limit: number;
  readonly locale: string;
}

/** Returns the values of a facet with their counts (see `AssetMatches.facets`). */
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
      const counts = codeCounts(matched, ({ columns }) => columns.extensions, dictionaries.extensions);
      return named(dictionaries.extensions, counts, ownRanks('extensions', scope, locale), limit);
    }
    case 'licence':
    case 'source_type': {
      const of = field.by === 'licence' ? 'licences' : 'sourceTypes';
      const counts = codeCounts(matched, ({ columns }) => columns[of], dictionaries[of]);
      return named(dictionaries[of], counts, ownRanks(of, scope, locale), limit);
    }
    case 'validity':
      return byCount(stateCounts(matched, field.at));
    case 'asset_type': {
      const counts = codeCounts(matched, ({ columns }) => columns.types, dictionaries.types);
      return named(dictionaries.types, counts, typeRanks(scope, locale), limit);
    }
    case 'category': {
      const counts = addSegments(new Int32Array(256), matched, ({ columns }) => columns.categories);
      return byCount(Object.values(FILE_CATEGORIES).map((value) => ({ value, count: counts[value] as number })));
    }
    case 'orientation': {
      const counts = addSegments(
        new Int32Array(ORIENTATIONS.length + 1),
        matched,
        ({ columns }) => columns.orientations,
      );
      const countOf = (value: (typeof ORIENTATIONS)[number]) =>
        narrower(value).reduce((sum, each) => sum + (counts[placeIn(ORIENTATIONS, each)] as number), 0);
      return byCount(ORIENTATIONS.map((value) => ({ value, count: countOf(value) })));
    }
    case 'duration': {
      const counts = addSegments(
        new Int32Array(DURATION_CLASSES.length + 1),
        matched,
        ({ columns }) => columns.durationClasses,
      );
      return byCount(DURATION_CLASSES.map((value, place) => ({ value, count: counts[place + 1] as number })));
    }
    case 'node_type': {
      const counts = nodeCounts('nodes', matched, scope);
      return nodes(typeByName(scope, locale, field.type), counts, scope, options);
    }
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
      const counts = codeCounts(matched, ({ columns }) => columns.items[id], dictionary);
      return named(dictionary, counts, itemRanks(id, scope, options.locale), options.limit);
    }
    case 'checkbox': {
      const counts = addSegments(new Int32Array(CHECKED + 1), matched, ({ columns }) => columns.checkboxes[id]);
      return byCount([
        { value: false, count: counts[UNCHECKED] as number },
        { value: true, count: counts[CHECKED] as number },
      ]);
    }
    case 'node_reference': {
      const { rootNode, showRoot } = field;
      const counts = nodeCounts(id, matched, scope);
      const numbers =
        rootNode === undefined
          ? allByName(scope, options.locale)
          : belowByName(scope, options.locale, { root: rootNode, showRoot });
      return nodes(numbers, counts, scope, options);
    }
    default:
      return [];
  }
}

function codeCounts(
  matched: Matched,
  codesIn: (segment: OpenSegment) => Codes | undefined,
  dictionary: Dictionary<string | number>,
): Int32Array {
  return addSegments(new Int32Array(dictionary.values.length + 1), matched, codesIn);
}

function addSegments(
  counts: Int32Array,
  { segments, parts }: Matched,
  codesIn: (segment: OpenSegment) => Codes | undefined,
): Int32Array {
  segments.forEach(({ open }, i) => {
    const codes = codesIn(open);
    if (codes) for (const part of parts[i] ?? []) countCodes(counts, codes, part);
  });
  return counts;
}

/** Returns the number of matches in each state, in alphabetical order of the states. */
function stateCounts({ segments, parts }: Matched, at: EpochMs): readonly FacetCount[] {
  const sums = { expired: 0, upcoming: 0, valid: 0 };
  segments.forEach(({ open }, i) => {
    const states = statesOf(open);
    states.moveTo(at);
    for (const part of parts[i] ?? []) countStates(sums, states, part, open.size);
  });
  return Object.entries(sums).map(([value, count]) => ({ value, count }));
}

/** Returns the values with the highest counts; ties go by name, then by value. Code 0 means no value. */
function named<T extends string | number>(
  { values }: Dictionary<T>,
  counts: Int32Array,
  ranks: Float64Array,
  limit: number,
): readonly FacetCount[] {
  return maxCounted(codesByName(ranks, values), counts, new Uint8Array(counts.length), limit).map((code) => ({
    value: values[code - 1] as T,
    count: counts[code] as number,
  }));
}

/** Counts the matching docs of each sub-tree, by node number, in memory that the next query uses again. */
function nodeCounts(of: number | 'nodes', matched: Matched, scope: Scope): Int32Array {
  return matched.nodeCounts.getOrInsertComputed(of, () => {
    const counts = roomFor(of, scope.tree).fill(0);
    matched.segments.forEach((segment, i) => {
      const { columns, allDocs } = segment.open;
      const column = of === 'nodes' ? columns.nodes : columns.references[of];
      if (!column) return;
      const links = { column, scope, ancestorsHold: segment.ancestorsHold(), allDocs };
      for (const part of matched.parts[i] ?? []) countLinks(counts, part, links);
    });
    sumUp(counts, scope);
    return counts;
  });
}

/** Memory for counts, reused to spare the garbage collector; queries run without interruption. */
const rooms = new WeakMap<NodeTree, Map<number | 'nodes', Int32Array>>();

function roomFor(of: number | 'nodes', tree: NodeTree): Int32Array {
  return rooms
    .getOrInsertComputed(tree, () => new Map())
    .getOrInsertComputed(of, () => new Int32Array(tree.ids.length));
}

/** Returns the nodes with the highest counts, without skipped ones. `numbers` must be in the order of names. */
function nodes(
  numbers: Uint32Array,
  counts: Int32Array,
  { tree, skipped }: Scope,
  { limit }: FacetOptions,
): readonly FacetCount[] {
  return maxCounted(numbers, counts, skipped, limit).map((number) => ({
    value: tree.ids[number] as number,
    count: counts[number] as number,
  }));
}

function byCount(values: readonly FacetCount[]): readonly FacetCount[] {
  return values.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}
