import type { DatabaseSync } from 'node:sqlite';
import type { InfoField } from '../../../src/domain/model.ts';
import { compareNames, textIn } from '../../../src/domain/text.ts';
import type { FacetCount, FacetField } from '../../../src/search/search-index.ts';
import { bindIds } from './condition.ts';
import { fieldPath } from './criteria/values.ts';
import type { Perspective } from './perspective.ts';

type Value = FacetCount['value'];

/** The values of a facet over these assets (`AssetMatches.facets`). */
export function facetOf(
  database: DatabaseSync,
  field: FacetField,
  ids: readonly number[],
  perspective: Perspective,
  { limit, locale }: { readonly limit: number; readonly locale: string },
): readonly FacetCount[] {
  const { model } = perspective;
  const nodeName = (id: Value) => model.trees.get(Number(id))?.name;
  const shown = (names: (value: Value) => Parameters<typeof textIn>[0] | undefined) => (value: Value) =>
    textIn(names(value) ?? '', locale, model);
  switch (field.by) {
    case 'extension':
      return sorted(groups(database, ids, 'asset.extension'), String, locale).slice(0, limit);
    case 'category':
      return sorted(groups(database, ids, 'asset.category'), () => '', locale);
    case 'asset_type': {
      const name = shown((id) => model.assetTypes.get(Number(id))?.name);
      return sorted(groups(database, ids, 'asset.type'), name, locale).slice(0, limit);
    }
    case 'node_type': {
      const isShown = (id: number) => model.trees.get(id)?.type === field.type;
      const links =
        'SELECT asset, node FROM asset_nodes WHERE asset IN (SELECT value FROM json_each(?)) ORDER BY asset';
      const counts = nodes(database, links, [bindIds(ids)], isShown, perspective);
      return sorted(counts, shown(nodeName), locale).slice(0, limit);
    }
    case 'info_field': {
      const infoField = model.infoFields.get(field.field);
      return infoField ? ofField(infoField) : [];
    }
  }

  function ofField({ id, type, items, rootNode, showRoot }: InfoField): readonly FacetCount[] {
    if (type === 'dropdown') {
      const name = shown((item) => items.find((each) => each.id === item)?.name);
      return sorted(groups(database, ids, 'asset.fields ->> ?', fieldPath(id)), name, locale).slice(0, limit);
    }
    if (type === 'checkbox') {
      const counts = groups(database, ids, 'asset.fields ->> ?', fieldPath(id));
      return sorted(new Map([...counts].map(([value, count]) => [value === 1, count])), () => '', locale);
    }
    if (type !== 'node_reference') return [];
    const isShown = (node: number) =>
      rootNode === undefined || (model.trees.isWithin(node, rootNode) && (showRoot || node !== rootNode));
    const links = `SELECT asset, node FROM asset_references
      WHERE asset IN (SELECT value FROM json_each(?)) AND field = ? ORDER BY asset`;
    const counts = nodes(database, links, [bindIds(ids), id], isShown, perspective);
    return sorted(counts, shown(nodeName), locale).slice(0, limit);
  }
}

function groups(
  database: DatabaseSync,
  ids: readonly number[],
  expression: string,
  ...bindings: readonly string[]
): ReadonlyMap<Value, number> {
  const statement = database.prepare(
    `SELECT ${expression} AS value, count(*) FROM assets AS asset
     WHERE asset.id IN (SELECT value FROM json_each(?)) GROUP BY 1 HAVING value IS NOT NULL AND value <> ''`,
  );
  statement.setReturnArrays(true);
  return new Map(statement.all(...bindings, bindIds(ids)) as unknown as [string | number, number][]);
}

/** Each asset counts once for a node that it is linked to, and for every node above. */
function nodes(
  database: DatabaseSync,
  links: string,
  bindings: readonly (string | number)[],
  isShown: (node: number) => boolean,
  { model, viewer }: Perspective,
): ReadonlyMap<Value, number> {
  const statement = database.prepare(links);
  statement.setReturnArrays(true);
  const counts = new Map<number, number>();
  const lastAsset = new Map<number, number>();
  for (const [asset, node] of statement.all(...bindings) as unknown as [number, number][]) {
    if (!viewer.canViewNode(node)) continue;
    for (let above = model.trees.get(node); above; above = model.trees.get(above.parent ?? Number.NaN)) {
      if (lastAsset.get(above.id) === asset) continue;
      lastAsset.set(above.id, asset);
      counts.set(above.id, (counts.get(above.id) ?? 0) + 1);
    }
  }
  return new Map([...counts].filter(([id]) => viewer.canViewNode(id) && isShown(id)));
}

function sorted(
  counts: ReadonlyMap<Value, number>,
  name: (value: Value) => string,
  locale: string,
): readonly FacetCount[] {
  const compare = compareNames(locale);
  return [...counts]
    .map(([value, count]) => ({ value, count, name: name(value) }))
    .sort((a, b) => b.count - a.count || compare(a.name, b.name) || (a.value < b.value ? -1 : 1))
    .map(({ value, count }) => ({ value, count }));
}
