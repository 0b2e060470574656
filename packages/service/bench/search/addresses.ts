import type { AssetQuery, Criterion, FacetField } from '../../../columnar/src/search-index.ts';

const SORT_WORDS: Readonly<Record<string, string>> = { uploaded: 'uploaddate', modified: 'lastmodified' };

/** The HTTP request of a query of the mix. */
export function addressOf({ all, sort, offset, count, facets }: AssetQuery): string {
  const params = new URLSearchParams();
  for (const criterion of all) add(criterion, params);
  if (sort.length > 0) {
    params.append('sort_order', sort.map(({ by }) => SORT_WORDS[by] ?? by).join());
    params.append('sort_order_seq', sort.map(({ descending }) => (descending ? 'desc' : 'asc')).join());
  }
  if (count > 0) {
    params.append('paginate', String(count));
    params.append('page', String(offset / count + 1));
  }
  if (facets) {
    params.append('search_facets', count > 0 ? '2' : '1');
    params.append('facet_fields', facets.fields.map(facetName).join());
  }
  return `/node.do?${params}`;
}

function add(criterion: Criterion, params: URLSearchParams): void {
  switch (criterion.kind) {
    case 'some':
      params.append('search_or_mode', 'true');
      for (const each of criterion.of) add(each, params);
      return;
    case 'text':
      params.append('search', criterion.terms.map(({ words }) => words.join(' ')).join(' '));
      params.append('search_text_or_mode', String(criterion.join === 'any'));
      return;
    case 'nodes':
      params.append('search_node', criterion.ids.join());
      return;
    case 'extensions':
      params.append('search_extensions', criterion.values.join());
      return;
    case 'items':
      params.append('search_infofield', [criterion.field, ...criterion.ids].join());
      return;
    case 'checkbox':
      params.append('search_infofield', `${criterion.field},${criterion.value}`);
      return;
    case 'range': {
      const { of, from, to } = criterion;
      if (of === 'uploaded') {
        params.append('search_uploaded_after', String(from));
        params.append('search_uploaded_before', String(to));
      } else if (typeof of === 'object') params.append('search_infofield', `${of.field},${from},${to}`);
      return;
    }
    default:
      throw new Error(`the mix has no criterion ${criterion.kind}`);
  }
}

function facetName(field: FacetField): string {
  const names: Partial<Record<FacetField['by'], string>> = {
    extension: 'fileExtensions',
    category: 'fileCategory',
    asset_type: 'assetType',
    source_type: 'sourceType',
  };
  if (field.by === 'info_field') return `info_${field.field}`;
  return field.by === 'node_type' ? `node_${field.type}` : (names[field.by] ?? field.by);
}
