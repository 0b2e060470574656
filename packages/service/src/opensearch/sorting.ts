/** Turns sort keys into those of the engine. Names that the model knows are sorted here, and become ranks in a script. */

import type { Criterion, SortKey } from '../../../columnar/src/search-index.ts';
import type { TextTerm } from '../../../core/src/domain/full-text.ts';
import { ABOVE_WEIGHT, LABEL_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../../core/src/domain/score.ts';
import { compareNames, textIn } from '../../../core/src/domain/text.ts';
import { type Clause, some } from './clauses.ts';
import { sortKey } from './documents.ts';
import { above, labelled, ownText } from './filters.ts';
import type { Scope } from './scope.ts';

const FIELDS = {
  id: ['id', 'long'],
  name: ['name_k', 'keyword'],
  original: ['orig_k', 'keyword'],
  extension: ['ext_k', 'keyword'],
  size: ['size', 'long'],
  uploaded: ['up', 'long'],
  modified: ['mod', 'long'],
  duration: ['seconds', 'double'],
  pixels: ['pixels', 'long'],
  rating: ['rating', 'double'],
} as const;

/** Returns the keys, most significant first, without repetitions, ties by ID. */
export function sortOf(keys: readonly SortKey[], locale: string, scope: Scope): readonly Clause[] {
  const seen = new Set<string>();
  const first = keys.filter((key) => {
    const of = 'field' in key ? `field ${key.field}` : key.by;
    return !seen.has(of) && seen.add(of);
  });
  return [...first.flatMap((key) => oneKey(key, locale, scope)), { id: 'asc' }];
}

function oneKey(key: SortKey, locale: string, scope: Scope): readonly Clause[] {
  const { model } = scope;
  const order = key.descending ? 'desc' : 'asc';
  const by = (field: string, type: string) => [{ [field]: { order, missing: '_last', unmapped_type: type } }];
  const named = (field: string, names: Iterable<readonly [id: number, name: string]>) => [
    byRank(field, names, { order, locale }),
  ];
  switch (key.by) {
    case 'score':
      return [{ _score: { order } }];
    case 'asset_type':
      return named(
        'type',
        Array.from(model.assetTypes.values(), ({ id, name }) => [id, textIn(name, locale, model)]),
      );
    case 'uploaded_by':
      return named(
        'by',
        Array.from(model.users.values(), ({ id, name }) => [id, name]),
      );
    case 'info_field': {
      const info = model.infoFields.get(key.field);
      if (!info?.onAssets) return [];
      const { id } = info;
      switch (info.type) {
        case 'text':
          return by(`k_${id}_${locale}`, 'keyword');
        case 'number':
          return by(`num_${id}`, 'double');
        case 'date':
          return by(`d_${id}`, 'long');
        case 'checkbox':
          return by(`b_${id}`, 'boolean');
        case 'dropdown':
          return named(
            `i_${id}`,
            info.items.map((item) => [item.id, textIn(item.name, locale, model)] as const),
          );
        case 'node_reference':
          return byReferences(id, { order, locale }, scope);
      }
      return [];
    }
    default: {
      const [field, type] = FIELDS[key.by];
      return by(field, type);
    }
  }
}

interface Order {
  readonly order: 'asc' | 'desc';
  readonly locale: string;
}

const RANK =
  'if (!doc.containsKey(params.f)) return params.last; def v = doc[params.f]; if (v.size() == 0) return params.last; ' +
  'def r = params.r[v.value]; return r == null ? params.last : r';

function byRank(field: string, names: Iterable<readonly [number, string]>, { order, locale }: Order): Clause {
  const compare = compareNames(locale);
  const sorted = [...names].filter(([, name]) => name !== '').sort(([, a], [, b]) => compare(a, b));
  let rank = 0;
  const ranks = sorted.map(([id, name], at) => {
    if (at > 0 && compare(sorted[at - 1]?.[1] ?? '', name) !== 0) rank += 1;
    return [String(id), rank] as const;
  });
  const params = { f: field, r: Object.fromEntries(ranks), last: order === 'desc' ? -1 : 1e9 };
  return { _script: { type: 'number', order, script: { source: RANK, params } } };
}

/** The IDs of the references in their order, of which the script joins the names that the viewer sees. */
const NAMES =
  "if (!doc.containsKey(params.f)) return ''; def v = doc[params.f]; if (v.size() == 0) return ''; " +
  "StringBuilder s = new StringBuilder(); for (String id : v.value.splitOnToken(',')) { def n = params.k[id]; " +
  'if (n != null) { if (s.length() > 0) s.append(params.comma); s.append(n); } } return s.toString()';
const HAS_NONE = NAMES.replaceAll("return ''", 'return 1').replace(
  'return s.toString()',
  'return s.length() > 0 ? 0 : 1',
);

function byReferences(field: number, { order, locale }: Order, { model, viewer }: Scope): readonly Clause[] {
  const root = model.infoFields.get(field)?.rootNode;
  const ids = root === undefined ? Array.from(model.trees.nodes(), ({ id }) => id) : model.trees.subtree(root);
  const names = ids
    .filter((id) => viewer.canViewNode(id))
    .map((id) => [id, textIn(model.trees.get(id)?.name ?? '', locale, model)] as const);
  const keys = Object.fromEntries(names.map(([id, name]) => [String(id), sortKey(name, locale)]));
  const params = { f: `o_${field}`, k: keys, comma: sortKey(', ', locale) };
  return [
    { _script: { type: 'number', order: 'asc', script: { source: HAS_NONE, params } } },
    { _script: { type: 'string', order, script: { source: NAMES, params } } },
  ];
}

/** What adds to the score of a match: near the weights of `score.ts`, but with the engine's statistics. */
export function scoreOf(criteria: readonly Criterion[], scope: Scope): readonly Clause[] {
  return termsIn(criteria).flatMap((term) => {
    const boosted = (clause: Clause, boost: number) => ({ bool: { must: [clause], boost } });
    const constant = (clause: Clause, boost: number) => ({ constant_score: { filter: clause, boost } });
    if (term.within === 'content') return [boosted(ownText('d', term), 0.1)];
    return [
      boosted(ownText('w', term), 1),
      boosted(ownText('nw', term), (NAME_WEIGHT - TEXT_WEIGHT) / TEXT_WEIGHT),
      constant(some(labelled(term, scope)), LABEL_WEIGHT / TEXT_WEIGHT),
      constant(above(term, scope), ABOVE_WEIGHT / TEXT_WEIGHT),
      ...(term.within === undefined ? [boosted(ownText('d', term), 0.1)] : []),
    ];
  });
}

function termsIn(criteria: readonly Criterion[]): readonly TextTerm[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return termsIn(criterion.of);
    if (criterion.kind !== 'text' || criterion.field !== undefined) return [];
    return criterion.terms.filter(({ isExcluded }) => !isExcluded);
  });
}
