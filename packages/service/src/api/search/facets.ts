/**
 * Facets: their names in the interface and their form in responses (interface decisions 4). `columnar/src/facets.ts`
 * counts them.
 */
import Type, { type Static } from 'typebox';
import type { FacetCount, FacetField } from '../../../../columnar/src/search-index.ts';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import { itemOf } from '../../../../core/src/domain/field-values.ts';
import { categoryMessage, type FileCategory } from '../../../../core/src/domain/file-properties.ts';
import type { InfoField, Text } from '../../../../core/src/domain/model.ts';
import type { Orientation } from '../../../../core/src/domain/orientation.ts';
import type { DurationClass } from '../../../../core/src/domain/playing-time.ts';
import { compareNames, textIn } from '../../../../core/src/domain/text.ts';
import type { Validity } from '../../../../core/src/domain/validity.ts';
import { licenceOf } from '../../../../core/src/licences/licence.ts';
import { textAlone } from '../json-text.ts';
import { rootOf } from '../nodes.ts';
import type { Context } from '../operation.ts';
import { sourceTypeLabel } from '../rights.ts';

export interface NamedFacet {
  readonly name: string;
  /** Undefined if this endpoint does not offer the facet; it is then empty. */
  readonly field: FacetField | undefined;
  /** True if the request names the facet; it is then shown even if empty. */
  readonly isAsked: boolean;
}

/** Schema of one value of a facet, with the number of matches that have it. */
const FacetEntry = Type.Object({
  id: Type.Union([Type.Integer(), Type.String(), Type.Boolean()], {
    description: 'The value itself: an ID, a number, a file extension or a boolean',
  }),
  name: Type.String({ description: 'Name' }),
  count: Type.Integer({ description: 'Number of matches that have the value' }),
});

type FacetEntry = Static<typeof FacetEntry>;

/** Schema of the facets in responses. */
export const FacetMap = Type.Record(Type.String(), Type.Array(FacetEntry), {
  title: 'Facets',
  description: 'Facet name -> values, highest count first',
});

/**
 * Returns the facets that a request names, or all offered ones if it names none. An unknown name is an error, but a
 * facet that is not offered here is empty, and so is one of a field or node type that counts nothing or does not exist
 * (interface decisions 4).
 */
export function facetsOf(asked: readonly string[], context: Context): readonly NamedFacet[] {
  const offered = offeredFacets(context);
  if (asked.length === 0)
    return usualFacets(offered, context).map(([name, field]) => ({ name, field, isAsked: false }));
  const names = new Map([...facetsIn(context).keys()].map((name) => [name.toLowerCase(), name]));
  const facets = new Map<string, NamedFacet>();
  for (const word of asked) {
    const name = names.get(word.toLowerCase()) ?? /^(?:info|node)_-?\d{1,30}$/i.exec(word)?.[0].toLowerCase();
    if (name === undefined) {
      throw invalidParameter(`facet_fields: ${quote(word)} is not one of ${[...offered.keys()].join(', ')}`);
    }
    facets.set(name, { name, field: offered.get(name), isAsked: true });
  }
  return [...facets.values()];
}

/**
 * Returns the facets offered to the viewer at the endpoint, by name, in the order of the setting. Excludes facets of node
 * reference fields whose root is hidden.
 */
export function offeredFacets(
  context: Pick<Context, 'model' | 'settings' | 'viewer' | 'now'>,
): ReadonlyMap<string, FacetField> {
  const { fields } = context.settings.facets;
  const all = facetsIn(context);
  const offered = new Map<string, FacetField>();
  for (const name of fields.length > 0 ? fields : all.keys()) {
    const facet = all.get(name);
    const field = facet?.by === 'info_field' ? context.model.infoFields.get(facet.field) : undefined;
    const isRootHidden = field?.rootNode !== undefined && !rootOf(field, context);
    if (facet && !isRootHidden) offered.set(name, facet);
  }
  return offered;
}

/** Returns those of the facets that a request has which names none. */
export function usualFacets(
  facets: ReadonlyMap<string, FacetField>,
  { settings }: Pick<Context, 'settings'>,
): readonly (readonly [string, FacetField])[] {
  return [...facets].filter(([name]) => !ONLY_IF_NAMED.has(name) || settings.facets.fields.includes(name));
}

/** Facets of the extensions, which clients of the interface don't know: there where the operator or a request names them. */
const ONLY_IF_NAMED: ReadonlySet<string> = new Set(['licence', 'sourceType', 'validity', 'orientation', 'duration']);

/** Returns all facets of a catalogue at the instant of a request, by name. */
export function facetsIn({ model, now }: Pick<Context, 'model' | 'now'>): ReadonlyMap<string, FacetField> {
  const facets = new Map<string, FacetField>([
    // People look for the kind of file first.
    ['fileCategory', { by: 'category' }],
    ['fileExtensions', { by: 'extension' }],
    ['assetType', { by: 'asset_type' }],
  ]);
  for (const type of model.nodeTypes.keys()) facets.set(`node_${type}`, { by: 'node_type', type });
  for (const field of model.infoFields.values()) {
    if (isCountable(field)) facets.set(`info_${field.id}`, { by: 'info_field', field: field.id });
  }
  facets.set('orientation', { by: 'orientation' }).set('duration', { by: 'duration' });
  facets.set('licence', { by: 'licence' }).set('sourceType', { by: 'source_type' });
  return facets.set('validity', { by: 'validity', at: now });
}

function isCountable({ type, onAssets }: InfoField): boolean {
  return onAssets && (type === 'dropdown' || type === 'checkbox' || type === 'node_reference');
}

/**
 * Builds the map of facets for the response; values have the highest count first, ties ordered by name (interface
 * decisions 4). `counts` has one list for each facet that has a field, in the same order. The map has
 * no properties, only its JSON text, made of texts that other responses have, too.
 */
export function facetMap(
  facets: readonly NamedFacet[],
  counts: readonly (readonly FacetCount[])[],
  context: Context,
): Static<typeof FacetMap> {
  const members: string[] = [];
  const counted = counts.values();
  for (const { name, field, isAsked } of facets) {
    const values = field ? (counted.next().value ?? []) : [];
    if (field && values.length > 0) members.push(`"${name}":${textOf(field, values, context)}`);
    else if (isAsked) members.push(`"${name}":[]`);
  }
  return textAlone(`{${members.join()}}`);
}

/** Facets of a fixed list of values. */
const FIXED: ReadonlySet<FacetField['by']> = new Set([
  ...(['category', 'source_type', 'validity', 'orientation', 'duration'] as const),
]);

function textOf(field: FacetField, values: readonly FacetCount[], context: Context): string {
  const { labels, settings } = context;
  const nameOf = namer(field, context);
  if (!FIXED.has(field.by) && typeof values[0]?.value !== 'boolean') {
    const begun = begunTexts(field, context);
    let text = '[';
    // Joining two texts at a time is faster than any list of them.
    for (const { value, count } of values) {
      let begin = begun.get(value);
      if (begin === undefined) {
        begin = `{"id":${JSON.stringify(value)},"name":${JSON.stringify(nameOf(value))},"count":`;
        begun.set(value, begin);
      }
      text = (text === '[' ? text : `${text}},`) + begin + count;
    }
    return `${text}}]`;
  }
  // The index returns all values of these facets and does not know their names, so they are sorted and limited here.
  const entries: FacetEntry[] = values.map(({ value, count }) => ({ id: value, name: nameOf(value), count }));
  const compare = compareNames(labels.language);
  entries.sort((a, b) => b.count - a.count || compare(a.name, b.name));
  return JSON.stringify(entries.slice(0, settings.facets.limit));
}

/** Beginnings of the texts of values, up to the count, in one language. */
type BegunTexts = Map<FacetCount['value'], string>;

const begunOfModels = new WeakMap<CatalogueModel, Map<string, BegunTexts>>();

/** Most beginnings that are kept of one facet: many more than a response has. */
const MAX_BEGUN = 5000;

function begunTexts(field: FacetField, { model, locale }: Context): BegunTexts {
  const which = field.by === 'info_field' ? `info_field ${field.field}` : field.by;
  const begun = begunOfModels
    .getOrInsertComputed(model, () => new Map())
    .getOrInsertComputed(`${which} ${locale}`, () => new Map());
  if (begun.size > MAX_BEGUN) begun.clear();
  return begun;
}

function namer(field: FacetField, { model, locale, labels }: Context): (value: FacetCount['value']) => string {
  const infoField = field.by === 'info_field' ? model.infoFields.get(field.field) : undefined;
  const textOf = (value: number): Text | undefined => {
    if (field.by === 'category') return labels.label(categoryMessage(value as FileCategory));
    if (field.by === 'asset_type') return model.assetTypes.get(value)?.name;
    if (infoField?.type === 'dropdown') return itemOf(infoField, value)?.name;
    return model.trees.get(value)?.name;
  };
  return (value) => {
    if (typeof value === 'boolean') return labels.label(value ? 'value.yes' : 'value.no');
    if (field.by === 'validity') return labels.label(`validity.${value as Validity}`);
    if (field.by === 'licence') return licenceOf(String(value)).label;
    if (field.by === 'source_type') return sourceTypeLabel(String(value), labels);
    if (field.by === 'orientation') return labels.label(`orientation.${value as Orientation}`);
    if (field.by === 'duration') return labels.label(`duration.${value as DurationClass}`);
    if (typeof value === 'string') return value;
    return textIn(textOf(value) ?? '', locale, model);
  };
}
