import type { Criterion, RangeField } from '../../../../columnar/src/search-index.ts';
import { invalidParameter } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES, type FileCategory } from '../../../../core/src/domain/file-properties.ts';
import type { TextPlace, TextTerm } from '../../../../core/src/domain/full-text.ts';
import { readFullText } from '../../../../core/src/domain/full-text.ts';
import { sourceTypeOf } from '../../../../core/src/domain/rights.ts';
import { lowerBound, upperBound } from '../../../../core/src/domain/searched-dates.ts';
import { licenceOf } from '../../../../core/src/licences/licence.ts';
import { existingNodes } from '../nodes.ts';
import type { Context } from '../operation.ts';
import { openDates, type SearchDates } from './dates.ts';
import { infofieldCriterion } from './infofield-criterion.ts';
import type { SearchParameters } from './search-parameters.ts';

/** Maximum number of terms in all texts of a request. */
const MAX_TERMS = 1000;
/** Maximum number of terms that are written as prefixes; each of them may match thousands of words. */
const MAX_PREFIXES = 100;

export interface Search {
  readonly all: readonly Criterion[];
  /**
   * The same criteria with plain words read as prefixes, used if `all` matches nothing (`search.prefixes`). Absent if
   * that would make no difference.
   */
  readonly otherwise?: readonly Criterion[];
  /** Returns the criteria with another full text. */
  withText(text: string): Pick<Search, 'all' | 'otherwise'>;
  /** True if the search ranks its matches by score. */
  readonly isScored: boolean;
  /** True if the search has relative dates such as `yesterday`, whose meaning changes with the day. */
  readonly isRelative: boolean;
}

/**
 * Parses the criteria of a search: those that `search_or_mode` joins, and those that always filter (interface decisions
 * 5).
 */
export function searchOf(params: SearchParameters, context: Context): Search {
  const dates = openDates(context);
  const filters = [
    ...(params.search_extensions.length > 0 ? [extensionCriterion(params.search_extensions)] : []),
    ...dateRange('uploaded', params, dates, context),
    ...dateRange('modified', params, dates, context),
    ...infofields(params, dates, context),
    ...(params.search_asset_type.length > 0 ? [{ kind: 'asset_types', ids: params.search_asset_type } as const] : []),
    ...nodeCriteria(params, context),
    ...(params.search_node_type.length > 0 ? [{ kind: 'node_types', types: params.search_node_type } as const] : []),
    ...rightsCriteria(params, context),
    ...(params.search_id === undefined ? [] : [{ kind: 'ids', ids: params.search_id } as const]),
    ...range('size', params.search_min_bytes, params.search_max_bytes),
    ...range('width', params.search_min_width, params.search_max_width),
    ...range('height', params.search_min_height, params.search_max_height),
    ...range('duration', params.search_min_duration, params.search_max_duration),
    ...(params.search_orientation.length > 0
      ? [{ kind: 'orientations', values: params.search_orientation } as const]
      : []),
    ...(params.search_duration.length > 0 ? [{ kind: 'durations', values: params.search_duration } as const] : []),
  ];
  const categories = categoriesOf(params);
  const join = (text: readonly Criterion[]): readonly Criterion[] => {
    const criteria = [...text, ...filters];
    const joined = params.search_or_mode && criteria.length > 0 ? [{ kind: 'some', of: criteria } as const] : criteria;
    return [...joined, ...(categories ? [{ kind: 'categories', values: categories } as const] : [])];
  };
  const withText = (search: string) => {
    const asked = { ...params, search };
    const terms = readFullText(search, { within: withinOf(params) });
    return { all: join(textCriteria(asked, terms)), ...withPrefixes(asked, terms, join, context) };
  };
  const terms = readFullText(params.search ?? '');
  const criteria = withText(params.search ?? '');
  refuseTooManyTerms(criteria.all.flatMap(termsIn));
  return {
    ...criteria,
    withText,
    isScored: terms.some(({ isExcluded }) => !isExcluded),
    isRelative: dates.isRelative(),
  };
}

export function withinOf({ search_text_in: where }: SearchParameters): TextPlace | undefined {
  return where === 'all' ? undefined : where;
}

/** A text that is not empty but has no words is a criterion that matches nothing. */
function textCriteria(
  { search = '', search_text_or_mode }: SearchParameters,
  terms: readonly TextTerm[],
): readonly Criterion[] {
  if (search.trim() === '') return [];
  if (terms.length === 0) return [{ kind: 'some', of: [] }];
  return [{ kind: 'text', terms, join: search_text_or_mode ? 'any' : 'all' }];
}

/** Returns an empty object if no term would change. The limit of index entries bounds the work of all these prefixes. */
function withPrefixes(
  params: SearchParameters,
  terms: readonly TextTerm[],
  join: (text: readonly Criterion[]) => readonly Criterion[],
  { settings }: Context,
): Pick<Search, 'otherwise'> {
  if (settings.search.prefixes === 'never') return {};
  const prefixes = readFullText(params.search ?? '', { asPrefixes: true, within: withinOf(params) });
  const isSame =
    prefixes.length === terms.length && prefixes.every(({ isPrefix }, i) => isPrefix === terms[i]?.isPrefix);
  if (isSame) return {};
  return { otherwise: join(textCriteria(params, prefixes)) };
}

function extensionCriterion(given: readonly string[]): Criterion {
  return { kind: 'extensions', values: given.map((extension) => extension.toLowerCase().replace(/^\./, '')) };
}

function rightsCriteria(
  { search_licence, search_source_type, search_validity }: SearchParameters,
  { now }: Context,
): readonly Criterion[] {
  const isGiven = (criterion: Extract<Criterion, { kind: 'licences' | 'source_types' | 'validity' }>) =>
    (criterion.kind === 'validity' ? criterion.states : criterion.values).length > 0;
  return [
    { kind: 'licences', values: search_licence.map((text) => licenceOf(text).id) } as const,
    { kind: 'source_types', values: search_source_type.map(sourceTypeOf) } as const,
    { kind: 'validity', states: search_validity, at: now } as const,
  ].filter(isGiven);
}

function dateRange(
  of: 'uploaded' | 'modified',
  params: SearchParameters,
  dates: SearchDates,
  { timeZone }: Context,
): readonly Criterion[] {
  const [after, before] = [`search_${of}_after`, `search_${of}_before`] as const;
  const bound = (name: typeof after | typeof before) => {
    const text = params[name];
    return text === undefined ? undefined : dates.read(text, name);
  };
  const [from, to] = [bound(after), bound(before)];
  return range(of, from && lowerBound(from, timeZone).instant, to && upperBound(to, timeZone).instant);
}

function range(of: RangeField, from: number | undefined, to: number | undefined): readonly Criterion[] {
  if (from === undefined && to === undefined) return [];
  return [{ kind: 'range', of, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function infofields(params: SearchParameters, dates: SearchDates, context: Context): readonly Criterion[] {
  const options = {
    textJoin: params.search_text_or_mode ? 'any' : 'all',
    isRecursive: params.search_node_recursive,
  } as const;
  return params.search_infofield.map((text) => infofieldCriterion(text, options, dates, context));
}

/**
 * Joins nodes and keywords by AND, or by OR if `search_node_or_mode` is set. Either way they form a single criterion.
 * The folder of 1.x is another one, always with its sub-folders: in 1.x, the two modes exist only for keywords
 * (interface decisions 5).
 */
function nodeCriteria(params: SearchParameters, context: Context): readonly Criterion[] {
  const within = (nodes: readonly number[], recursive = params.search_node_recursive) =>
    ({ kind: 'nodes', ids: existingNodes(nodes, context), recursive, references: false }) as const;
  const folder = params.search_folder === undefined ? [] : [within([params.search_folder], true)];
  const ids = [...params.search_node, ...params.search_keyword];
  if (ids.length === 0) return folder;
  if (params.search_node_or_mode) return [within(ids), ...folder];
  return [{ kind: 'every', of: ids.map((id) => within([id])) }, ...folder];
}

/** Returns the file categories to show; undefined for all. */
function categoriesOf(params: SearchParameters): readonly FileCategory[] | undefined {
  if (params.search_file_category.length > 0) return params.search_file_category;
  const groups: readonly (readonly [isShown: boolean, categories: readonly FileCategory[]])[] = [
    [params.search_images, [FILE_CATEGORIES.image]],
    [params.search_documents, [FILE_CATEGORIES.document, FILE_CATEGORIES.text]],
    [params.search_videos, [FILE_CATEGORIES.video]],
    [params.search_audios, [FILE_CATEGORIES.audio]],
    [params.search_others, [FILE_CATEGORIES.unknown, FILE_CATEGORIES['3d']]],
  ];
  if (groups.every(([isShown]) => isShown)) return undefined;
  return groups.flatMap(([isShown, categories]) => (isShown ? categories : []));
}

/** Throws if a request has so many terms that it would only cause load. */
export function refuseTooManyTerms(terms: readonly TextTerm[]): void {
  const excess =
    terms.length > MAX_TERMS
      ? `${MAX_TERMS} terms`
      : terms.filter(({ isPrefix }) => isPrefix).length > MAX_PREFIXES && `${MAX_PREFIXES} terms with *`;
  if (excess) throw invalidParameter(`search, search_infofield: more than ${excess}`);
}

function termsIn(criterion: Criterion): readonly TextTerm[] {
  if (criterion.kind === 'text') return criterion.terms;
  return criterion.kind === 'every' || criterion.kind === 'some' ? criterion.of.flatMap(termsIn) : [];
}
