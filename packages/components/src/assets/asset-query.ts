import type { Operations } from '@asset-browsing-service/client';

type SearchQuery = Operations['node']['search']['query'];

/** Orientations of pictures and classes of playing times, as the service names them. */
export const ORIENTATIONS = ['landscape', 'portrait', 'square', 'panorama'] as const;
type Orientation = (typeof ORIENTATIONS)[number];
export const DURATION_CLASSES = ['under_1_minute', '1_to_5_minutes', 'over_5_minutes'] as const;
type DurationClass = (typeof DURATION_CLASSES)[number];

/** One restriction of a list, as a facet offers it. */
export interface Filter {
  /**
   * `fileExtensions`, `fileCategory`, `assetType`, `orientation`, `duration`, `width` (at least so many pixels),
   * `licence`, `sourceType`, `validity`, `node_<type>`, `info_<field>`, or `date_<field>`, whose value is a range such as
   * `2020-01-01_2020-12-31` or `2020-01-01_`.
   */
  readonly facet: string;
  /** Extensions, numbers of kinds, IDs, or the values of a field. */
  readonly values: readonly (string | number | boolean)[];
}

/** A range of dates, each written `yyyy-MM-dd`; a missing end is open. */
export interface DateRange {
  /** The first day. */
  readonly after?: string;
  /** The last day. */
  readonly before?: string;
}

/** How a list is ordered. `default` leaves the order to the service: by relevance with a text, else by name. */
export interface Sorting {
  /** `default`, or a key of `sort_order`: `name`, `uploaddate`, `info_12` … */
  readonly by: string;
  /** Ascending or descending; has no effect on `default`. */
  readonly direction: 'asc' | 'desc';
}

/** Which assets a list shows, and in which order. Elements pass queries on and never change them. */
export interface AssetQuery {
  /** Text to search for; assets contain all its words. */
  readonly text?: string;
  /** Assets contain any word of the text. */
  readonly hasAnyWord?: true;
  /** ID of a node that the assets are in. */
  readonly node?: number;
  /** ID of a second node that the assets are in or below. */
  readonly within?: number;
  /** Includes the nodes below. Default: true with a text, filter, dates or IDs. */
  readonly isDeep?: boolean;
  /** Restrictions that all hold. */
  readonly filters?: readonly Filter[];
  /** Upload dates. */
  readonly uploaded?: DateRange;
  /** Modification dates. */
  readonly modified?: DateRange;
  /** IDs of assets, for a selection. */
  readonly ids?: readonly number[];
  /** The order of the list. */
  readonly sorting?: Sorting;
  /** The assets with the most downloads lately; all other keys are ignored. */
  readonly isTop?: boolean;
}

/** JSON of a value, to compare queries. Empty for a value without JSON, which no valid query is. */
export function keyOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Declares a property with a query. Frameworks set an equal object with each update, which is no change. */
export const QUERY_PROPERTY = {
  attribute: false,
  hasChanged: (value: unknown, before: unknown) => keyOf(value) !== keyOf(before),
} as const;

/** True if a query restricts the assets by more than their node. */
export function isRestricted({ text, hasAnyWord, filters = [], uploaded, modified, ids }: AssetQuery): boolean {
  return Boolean(text || hasAnyWord || filters.length > 0 || uploaded || modified || ids);
}

/** True if a query finds all assets of a catalogue. */
export function isWhole(query: AssetQuery): boolean {
  return !isRestricted(query) && !query.isTop && query.node === undefined && query.within === undefined;
}

/** Returns the parameters of `node.do?search=` that select and order the assets of a query, without paging. */
export function searchOf(query: AssetQuery): SearchQuery {
  const {
    text = '',
    hasAnyWord = false,
    node,
    within,
    isDeep = isRestricted(query),
    filters = [],
    uploaded,
    modified,
    ids,
    sorting,
  } = query;
  const widths = valuesOf(filters, /^width$/).map(Number);
  const nodes = [...[node, within].filter((id) => id !== undefined), ...valuesOf(filters, /^node_/)];
  return {
    search: text,
    // By default, the service finds assets with any of the words.
    search_text_or_mode: hasAnyWord,
    ...(nodes.length > 0 && { search_node: nodes.map(Number), search_node_recursive: isDeep || nodes.length > 1 }),
    ...given('search_extensions', valuesOf(filters, /^fileExtensions$/).map(String)),
    ...given('search_file_category', valuesOf(filters, /^fileCategory$/).map(Number) as 1[]),
    ...given('search_asset_type', valuesOf(filters, /^assetType$/).map(Number)),
    ...given('search_licence', valuesOf(filters, /^licence$/).map(String)),
    ...given('search_source_type', valuesOf(filters, /^sourceType$/).map(String)),
    ...given('search_validity', valuesOf(filters, /^validity$/).map(String) as 'valid'[]),
    ...given('search_orientation', valuesOf(filters, /^orientation$/) as Orientation[]),
    ...given('search_duration', valuesOf(filters, /^duration$/) as DurationClass[]),
    ...(widths.length > 0 && { search_min_width: Math.max(...widths) }),
    ...given('search_infofield', filters.flatMap(fieldCriterion)),
    ...(uploaded?.after && { search_uploaded_after: uploaded.after }),
    ...(uploaded?.before && { search_uploaded_before: uploaded.before }),
    ...(modified?.after && { search_modified_after: modified.after }),
    ...(modified?.before && { search_modified_before: modified.before }),
    ...(ids && { search_id: ids }),
    ...(sorting && sorting.by !== 'default' && { sort_order: sorting.by, sort_order_seq: sorting.direction }),
  };
}

/**
 * Returns the query within the limits of another: its assets must also be in the node of the limits, the values of a filter are
 * those that both have, and ranges of dates are intersected. A filter without a value of the limits is ignored. Ranges without a
 * common date result in a range that ends before it begins, in which no asset is.
 */
export function withinLimits(query: AssetQuery, limits: AssetQuery): AssetQuery {
  const own = query.filters ?? [];
  const limited = (limits.filters ?? []).map((limit) => {
    const wanted = own.filter(({ facet }) => facet === limit.facet).flatMap(({ values }) => values);
    // Assets must be in all nodes of a filter, but have only one of the values of any other.
    if (/^node_/.test(limit.facet)) return { ...limit, values: [...new Set([...limit.values, ...wanted])] };
    if (/^date_/.test(limit.facet)) return { ...limit, values: [commonDates([...limit.values, ...wanted])] };
    const common = limit.values.filter((value) => wanted.includes(value));
    return common.length > 0 ? { ...limit, values: common } : limit;
  });
  const others = own.filter(({ facet }) => !limited.some((limit) => limit.facet === facet));
  const uploaded = commonRange([query.uploaded, limits.uploaded]);
  const modified = commonRange([query.modified, limits.modified]);
  const isElsewhere = limits.node !== undefined && query.node !== undefined && query.node !== limits.node;
  return {
    ...limits,
    ...query,
    filters: [...limited, ...others],
    ...(limits.ids && { ids: limits.ids }),
    ...(uploaded && { uploaded }),
    ...(modified && { modified }),
    ...(isElsewhere && { within: limits.node }),
  };
}

/** Returns a query within limits without what the limits say anyway: only what the person can undo. */
export function withoutLimits(query: AssetQuery, limits: AssetQuery): AssetQuery {
  if (Object.keys(limits).length === 0) return query;
  const filters = (query.filters ?? []).flatMap((filter) => {
    const limit = limits.filters?.find(({ facet }) => facet === filter.facet);
    if (!limit) return [filter];
    if (/^date_/.test(filter.facet)) {
      const { values } = limit;
      return commonDates([...values, ...filter.values]) === commonDates(values) ? [] : [filter];
    }
    const others = filter.values.filter((value) => !limit.values.includes(value));
    if (/^node_/.test(filter.facet)) return others.length > 0 ? [{ ...filter, values: others }] : [];
    return limit.values.every((value) => filter.values.includes(value)) ? [] : [filter];
  });
  const own = Object.entries(query).filter(([key, value]) => {
    const limit = limits[key as keyof AssetQuery];
    if (limit && (key === 'uploaded' || key === 'modified'))
      return JSON.stringify(commonRange([value, limits[key]])) !== JSON.stringify(commonRange([limits[key]]));
    // `withinLimits` puts the node of the limits there if the query has another node.
    const limited: unknown = key === 'within' ? limits.node : limit;
    return key !== 'filters' && JSON.stringify(value) !== JSON.stringify(limited);
  });
  return { ...Object.fromEntries(own), ...(filters.length > 0 && { filters }) };
}

/** The dates that are in all given ranges. The format of dates lets them be compared as strings. */
function commonRange(ranges: readonly (DateRange | undefined)[]): DateRange | undefined {
  const ends = (end: keyof DateRange) => ranges.flatMap((range) => range?.[end] || []).toSorted();
  const [after, before] = [ends('after').at(-1), ends('before')[0]];
  return after || before ? { ...(after && { after }), ...(before && { before }) } : undefined;
}

/** The same for the ranges of filters. */
function commonDates(values: Filter['values']): string {
  const ranges = values
    .map((value) => String(value).split('_'))
    .map(([after = '', before = '']) => ({ after, before }));
  const { after = '', before = '' } = commonRange(ranges) ?? {};
  return `${after}_${before}`;
}

function valuesOf(filters: readonly Filter[], facet: RegExp): Filter['values'] {
  return filters.filter((filter) => facet.test(filter.facet)).flatMap(({ values }) => values);
}

function fieldCriterion({ facet, values }: Filter): readonly string[] {
  const [, kind, field] = /^(info|date)_(\d+)$/.exec(facet) ?? [];
  if (field === undefined || values.length === 0) return [];
  if (kind === 'info') return [`${field},${values.join(',')}`];
  return values.map((range) => [field, ...String(range).split('_')].map((end) => end || 'null').join());
}

function given<K extends string, V>(name: K, values: readonly V[]): Partial<Record<K, readonly V[]>> {
  return values.length > 0 ? ({ [name]: values } as Record<K, readonly V[]>) : {};
}
