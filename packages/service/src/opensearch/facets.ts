/** Facets: what to ask the engine for, and what follows from its answer. */

import { narrower } from '../../../columnar/src/match.ts';
import type { FacetCount, FacetField } from '../../../columnar/src/search-index.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { InfoField } from '../../../core/src/domain/model.ts';
import { ORIENTATIONS } from '../../../core/src/domain/orientation.ts';
import { DURATION_CLASSES } from '../../../core/src/domain/playing-time.ts';
import { compareNames, textIn } from '../../../core/src/domain/text.ts';
import { VALIDITIES } from '../../../core/src/domain/validity.ts';
import type { Clause } from './clauses.ts';
import { type Buckets, readSubtreeCounts, subtreeCounts, valuesOf } from './node-counts.ts';
import { ASSIGNED, type LinkFields, referredIn, type Scope, stateAt } from './scope.ts';

export type Answers = Readonly<Record<string, Buckets>>;

interface FacetOptions {
  readonly limit: number;
  readonly locale: string;
}

/** Fields of documents that hold the values of a facet as they are. */
const PLAIN = {
  extension: 'ext',
  licence: 'licence',
  source_type: 'source',
  category: 'cat',
  asset_type: 'type',
  orientation: 'orientation',
  duration: 'duration',
} as const;

/** What to ask for to answer `facetOf`, by name; nothing for an empty facet. */
export function facetQuestions(name: string, field: FacetField, scope: Scope): Record<string, Clause> {
  const links = linksFor(field, scope);
  if (links) return subtreeCounts(name, links, scope);
  switch (field.by) {
    case 'validity':
      return {
        [name]: {
          filters: { filters: Object.fromEntries(VALIDITIES.map((state) => [state, stateAt(state, field.at)])) },
        },
      };
    case 'node_type':
      return {};
    case 'info_field': {
      const info = scope.model.infoFields.get(field.field);
      const values = info?.onAssets ? ({ dropdown: 'i_', checkbox: 'b_' } as const)[String(info.type)] : undefined;
      return values === undefined ? {} : { [name]: valuesOf(`${values}${field.field}`) };
    }
    default:
      return { [name]: valuesOf(PLAIN[field.by]) };
  }
}

/** Returns the values of a facet with their counts (see `AssetMatches.facets`). */
export function facetOf(
  name: string,
  field: FacetField,
  answers: Answers,
  options: FacetOptions,
  scope: Scope,
): readonly FacetCount[] {
  const { model } = scope;
  const { limit, locale } = options;
  const links = linksFor(field, scope);
  if (links) return nodes(field, readSubtreeCounts(name, answers, scope), options, scope);
  const counts = new Map((answers[name]?.buckets ?? []).map?.(({ key, doc_count }) => [String(key), doc_count]) ?? []);
  const countOf = (value: unknown) => counts.get(String(value)) ?? 0;
  const each = <T extends FacetCount['value']>(values: readonly T[], count: (value: T) => number = countOf) =>
    byCount(values.map((value) => ({ value, count: count(value) })));
  const named = (values: readonly FacetCount[], nameOf: (value: FacetCount['value']) => string) =>
    inOrder(values, nameOf, locale).slice(0, limit);
  const asIds = () => Array.from(counts, ([value, count]) => ({ value: Number(value), count }));
  switch (field.by) {
    case 'category':
      return each(Object.values(FILE_CATEGORIES));
    case 'orientation':
      return each(ORIENTATIONS, (value) => narrower(value).reduce((sum, own) => sum + countOf(own), 0));
    case 'duration':
      return each(DURATION_CLASSES);
    case 'validity': {
      const states = (answers[name]?.buckets ?? {}) as unknown as Record<string, { doc_count: number }>;
      return each(VALIDITIES.toSorted(), (state) => states[state]?.doc_count ?? 0);
    }
    case 'asset_type':
      return named(asIds(), (id) => textIn(model.assetTypes.get(Number(id))?.name ?? '', locale, model));
    case 'info_field': {
      const info = model.infoFields.get(field.field);
      if (info?.type === 'checkbox') {
        const buckets = answers[name]?.buckets ?? [];
        return each([false, true], (value) => buckets.find(({ key }) => Number(key) === Number(value))?.doc_count ?? 0);
      }
      if (info?.type !== 'dropdown') return [];
      return named(asIds(), (item) => textIn(info.items.find(({ id }) => id === item)?.name ?? '', locale, model));
    }
    case 'node_type':
      return [];
    default:
      return named(
        Array.from(counts, ([value, count]) => ({ value, count })),
        String,
      );
  }
}

/** The links that a facet of nodes counts; undefined for other facets. */
function linksFor(field: FacetField, { model }: Scope): LinkFields | undefined {
  if (field.by === 'node_type') return ASSIGNED;
  const info = field.by === 'info_field' ? model.infoFields.get(field.field) : undefined;
  return info?.type === 'node_reference' && info.onAssets ? referredIn(info.id) : undefined;
}

function nodes(
  field: FacetField,
  counts: ReadonlyMap<number, number>,
  { limit, locale }: FacetOptions,
  { model, viewer }: Scope,
): readonly FacetCount[] {
  const info = field.by === 'info_field' ? model.infoFields.get(field.field) : undefined;
  const fits = (id: number) =>
    field.by === 'node_type' ? model.trees.get(id)?.type === field.type : isInField(id, info, model.trees);
  const shown = [...counts].filter(([id, count]) => count > 0 && viewer.canViewNode(id) && fits(id));
  const values = shown.map(([value, count]) => ({ value, count }));
  return inOrder(values, (id) => textIn(model.trees.get(Number(id))?.name ?? '', locale, model), locale).slice(
    0,
    limit,
  );
}

function isInField(id: number, field: InfoField | undefined, trees: Scope['model']['trees']): boolean {
  const root = field?.rootNode;
  return root === undefined || (trees.isWithin(id, root) && (field?.showRoot === true || id !== root));
}

/** By descending count, then by name, then by value. */
function inOrder(
  values: readonly FacetCount[],
  nameOf: (value: FacetCount['value']) => string,
  locale: string,
): readonly FacetCount[] {
  const compare = compareNames(locale);
  const named = values.map((each) => ({ each, name: nameOf(each.value) }));
  named.sort(
    (a, b) => b.each.count - a.each.count || compare(a.name, b.name) || (a.each.value < b.each.value ? -1 : 1),
  );
  return named.map(({ each }) => each);
}

function byCount(values: readonly FacetCount[]): readonly FacetCount[] {
  return values.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}
