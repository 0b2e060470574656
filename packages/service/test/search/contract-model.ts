import type { CatalogueModel } from '../../src/domain/catalogue-model.ts';
import type { AssetRecord, FieldValue } from '../../src/domain/model.ts';
import type { Viewer } from '../../src/domain/permissions.ts';
import { compareNames, textIn } from '../../src/domain/text.ts';
import { wordsOf } from '../../src/domain/words.ts';
import type { AssetMatches, AssetQuery, Criterion, NodeCountQuery, SortField } from '../../src/search/search-index.ts';

/** The SearchIndex port in its simplest form: every answer comes from a walk over all assets. */
export function findIn(model: CatalogueModel, assets: readonly AssetRecord[], query: AssetQuery): AssetMatches {
  const fitting = (criteria: readonly Criterion[]) =>
    assets.filter(
      (asset) =>
        query.viewer.canViewAsset(asset.nodes) &&
        criteria.every((criterion) => holds(model, asset, criterion, query.viewer)),
    );
  const whole = fitting(query.all);
  const matches = whole.length === 0 && query.otherwise ? fitting(query.otherwise) : whole;
  const compare = compareNames(query.locale);
  const compareValues = (a: number | string, b: number | string) =>
    typeof a === 'string' && typeof b === 'string' ? compare(a, b) : Number(a) - Number(b);
  matches.sort((a, b) => {
    for (const key of query.sort) {
      const left = sortValue(model, a, key, query);
      const right = sortValue(model, b, key, query);
      if (left === undefined && right === undefined) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order = compareValues(left, right);
      if (order !== 0) return key.descending ? -order : order;
    }
    return a.id - b.id;
  });
  const page = matches.slice(query.offset, query.offset + query.count);
  return { ids: page.map((asset) => asset.id), total: matches.length };
}

/** Counts of all nodes of the type, including zeros. */
export function countIn(
  model: CatalogueModel,
  assets: readonly AssetRecord[],
  query: NodeCountQuery,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const node of model.trees.nodes()) {
    if (node.type !== query.type) continue;
    const criterion = { kind: 'nodes', ids: [node.id], ...query } as const;
    const found = assets.filter(
      (asset) => query.viewer.canViewAsset(asset.nodes) && holds(model, asset, criterion, query.viewer),
    );
    counts.set(node.id, found.length);
  }
  return counts;
}

export function suggestIn(
  model: CatalogueModel,
  text: string,
  options: { type?: number; limit: number; locale: string; viewer: Viewer },
): readonly string[] {
  const wanted = wordsOf(text);
  const startsAt = (words: readonly string[], at: number) =>
    wanted.every((word, index) => {
      const found = words[at + index];
      return index === wanted.length - 1 ? found?.startsWith(word) : found === word;
    });
  const found: { name: string; isFirst: boolean }[] = [];
  for (const node of model.trees.nodes()) {
    if (wanted.length === 0 || !options.viewer.canViewNode(node.id)) continue;
    if (options.type !== undefined && node.type !== options.type) continue;
    const name = textIn(node.name, options.locale, model);
    const words = wordsOf(name);
    if (words.some((_, at) => startsAt(words, at))) found.push({ name, isFirst: startsAt(words, 0) });
  }
  const compare = compareNames(options.locale);
  found.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
  return [...new Set(found.map((each) => each.name))].slice(0, options.limit);
}

function holds(model: CatalogueModel, asset: AssetRecord, criterion: Criterion, viewer: Viewer): boolean {
  if (criterion.kind === 'ids') return criterion.ids.includes(asset.id);
  // The other kinds are compared between implementations.
  if (criterion.kind !== 'nodes') throw new Error(`the model knows nothing of ${criterion.kind}`);
  const linked = [...asset.nodes];
  if (criterion.references)
    for (const [field, value] of asset.fields)
      if (model.infoFields.get(field)?.type === 'node_reference') linked.push(...references(value));
  return linked
    .filter((id) => viewer.canViewNode(id))
    .some((id) => criterion.ids.some((node) => (criterion.recursive ? model.trees.isWithin(id, node) : id === node)));
}

function references(value: FieldValue | undefined): readonly number[] {
  return Array.isArray(value) ? value : [];
}

function sortValue(
  model: CatalogueModel,
  asset: AssetRecord,
  key: SortField,
  { locale, viewer }: AssetQuery,
): number | string | undefined {
  const { active } = asset;
  switch (key.by) {
    case 'id':
      return asset.id;
    case 'name':
      return active.name || undefined;
    case 'size':
      return active.size;
    case 'uploaded':
      return asset.uploaded;
    case 'modified':
      return asset.modified;
    case 'extension':
      return active.properties.extension || undefined;
    case 'original':
      return active.original || undefined;
    case 'asset_type':
      return textIn(model.assetTypes.get(asset.type ?? -1)?.name ?? '', locale, model) || undefined;
    case 'uploaded_by':
      return model.users.get(asset.uploadedBy ?? -1)?.name;
    case 'score':
      return undefined;
    case 'info_field': {
      const field = model.infoFields.get(key.field);
      const value = asset.fields.get(key.field);
      if (value === undefined) return undefined;
      switch (field?.type) {
        case 'text':
          return typeof value === 'string' || !isText(value) ? String(value) : textIn(value, locale, model);
        case 'number':
        case 'checkbox':
          return Number(value);
        case 'date':
          return Date.parse(String(value));
        case 'dropdown':
          return textIn(field.items.find((item) => item.id === value)?.name ?? '', locale, model) || undefined;
        case 'node_reference':
          return (
            references(value)
              .filter((id) => viewer.canViewNode(id))
              .map((id) => textIn(model.trees.get(id)?.name ?? '', locale, model))
              .join(', ') || undefined
          );
        default:
          return undefined;
      }
    }
  }
}

function isText(value: FieldValue): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && !Array.isArray(value);
}
