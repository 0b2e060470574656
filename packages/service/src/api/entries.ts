/** The asset entry of node content, search results, relations and top downloads (interface decisions 4). */
import Type, { type Static } from 'typebox';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { epochOf } from '../../../core/src/domain/dates.ts';
import { formatField, type Reader, rawField } from '../../../core/src/domain/field-values.ts';
import type { Asset, AssetOutline, FieldValues, InfoField } from '../../../core/src/domain/model.ts';
import { tenthsOf } from '../../../core/src/domain/playing-time.ts';
import { sourceTypeOf } from '../../../core/src/domain/rights.ts';
import { periodOf } from '../../../core/src/domain/validity.ts';
import { licenceOf } from '../../../core/src/licences/licence.ts';
import { previewSize } from '../../../media/src/pictures/preview-size.ts';
import { readAll, visible } from './assets.ts';
import { formatsFor } from './formats.ts';
import { joinTexts, withText } from './json-text.ts';
import type { Context } from './operation.ts';
import { BOOLEAN, ID, many, one, type ParamValues, type Shape } from './params.ts';
import { type EntryPictures, openPictures } from './pictures/entry-pictures.ts';
import { IIIF_ADDRESS, PICTURES_PARAMS, PictureEntry } from './pictures/entry-schema.ts';
import { SnippetList } from './search/snippet-list.ts';

/** Schema of formatted information field values in entries. */
export const FormattedFields = Type.Record(Type.String(), Type.String(), {
  description: 'Field ID -> formatted value',
});

/** Schema of raw information field values. */
export const RawFields = Type.Record(Type.String(), Type.Unknown(), { description: 'Field ID -> raw value' });

/** Schema of the asset entry (interface: asset entry). */
export const AssetEntry = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the asset' }),
    type: Type.Integer({
      description: 'File category: 0 unknown, 1 image, 2 document, 3 video, 4 audio, 5 text, 6 3D',
    }),
    name: Type.String({ description: 'File name' }),
    version: Type.Integer({ description: 'Number of the current version' }),
    alt_name: Type.Optional(
      Type.String({ description: 'Value of the field that `alt_name` names; empty without one' }),
    ),
    downloads: Type.Optional(Type.Integer({ description: 'Number of downloads in the days that `top` counts' })),
    distance: Type.Optional(
      Type.Number({ description: 'How much its picture differs from that of `similar`: 0 alike, 1 nothing in common' }),
    ),
    size: Type.Optional(Type.Integer({ description: 'Size of the file in bytes; 0 without a file' })),
    created: Type.Optional(Type.Integer({ description: 'Upload date, epoch milliseconds' })),
    modified: Type.Optional(Type.Integer({ description: 'Date of the last change, epoch milliseconds' })),
    versioned: Type.Optional(Type.Integer({ description: 'Date of the active version, epoch milliseconds' })),
    valid_from: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'First instant of its validity, epoch milliseconds; null without a beginning',
      }),
    ),
    valid_until: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'First instant after its validity, epoch milliseconds; null without an end',
      }),
    ),
    licence: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'SPDX name of its licence, else the address or text that is stated; null without one',
      }),
    ),
    source_type: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'IPTC digital source type, such as `trainedAlgorithmicMedia`; null if it is not stated',
      }),
    ),
    extension: Type.Optional(Type.String({ description: 'File extension in lower case, without a dot' })),
    pages: Type.Optional(
      Type.Integer({
        description: 'Number of pages; 0 if unknown',
      }),
    ),
    preview_width: Type.Optional(Type.Integer({ description: 'Width of `preview` in pixels; 0 if unknown' })),
    preview_height: Type.Optional(Type.Integer({ description: 'Height of `preview` in pixels; 0 if unknown' })),
    downloadable: Type.Optional(Type.Boolean({ description: 'True if the caller may download it in some format' })),
    duration: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description: 'Playing time in seconds, with one decimal; null for files without',
      }),
    ),
    width: Type.Optional(Type.Integer({ description: 'Width in pixels as seen; 0 without pixels' })),
    height: Type.Optional(Type.Integer({ description: 'Height in pixels as seen; 0 without pixels' })),
    parents: Type.Optional(Type.Array(Type.Integer(), { description: 'IDs of the nodes that it is assigned to' })),
    infofields: Type.Optional(FormattedFields),
    infofields_raw: Type.Optional(RawFields),
    picture: Type.Optional(PictureEntry),
    iiif: Type.Optional(IIIF_ADDRESS),
    snippets: Type.Optional(SnippetList),
  },
  { title: 'Asset' },
);

export type AssetEntry = Static<typeof AssetEntry>;

/** Which values an asset entry contains. */
export interface EntryOptions {
  readonly isExtended: boolean;
  readonly fields: FieldsToShow;
  readonly hasRawFields: boolean;
  /** Undefined if it was not asked for. */
  readonly altName: AltName | undefined;
  /** Undefined if none were asked for. */
  readonly pictures: EntryPictures | undefined;
}

/** Fields whose values `infofields` has; undefined without `infofields`. */
export type FieldsToShow = readonly InfoField[] | undefined;

/** What `alt_name` names: a field, or none if the ID is unknown. */
export interface AltName {
  readonly field: InfoField | undefined;
}

/** Returns the entries of the assets that exist for the viewer, in the order of the IDs. */
export async function assetEntries(
  ids: readonly number[],
  options: EntryOptions,
  context: Context,
): Promise<AssetEntry[]> {
  const { catalogue } = context;
  if (isShort(options)) {
    const outlines = visible(await readAll(ids, catalogue.outlines), context);
    const pictures = await options.pictures?.ofOutlines(outlines);
    const entries = outlines.map(shortEntry);
    return pictures ? entries.map((entry, index) => joinTexts(entry, pictures[index] ?? {})) : entries;
  }
  const assets = visible(await readAll(ids, catalogue.assets), context);
  const pictures = await options.pictures?.of(assets);
  return assets.map((asset, index) => {
    const { active } = asset;
    const { altName } = options;
    return {
      id: asset.id,
      type: active.properties.category,
      name: active.name,
      version: active.version,
      ...altNameIn(asset, altName, context),
      ...(options.isExtended ? extendedValues(asset, context) : {}),
      ...(options.fields ? { infofields: formattedFields(asset.fields, options.fields, context) } : {}),
      ...(options.fields && options.hasRawFields
        ? { infofields_raw: rawFields(asset.fields, options.fields, context) }
        : {}),
      ...pictures?.[index],
    };
  });
}

function isShort({ isExtended, fields, altName }: EntryOptions): boolean {
  return !isExtended && fields === undefined && altName === undefined;
}

/** Outlines are cached, and the first pages of searches show the same again and again. */
const shortEntries = new WeakMap<AssetOutline, AssetEntry>();

function shortEntry(outline: AssetOutline): AssetEntry {
  return shortEntries.getOrInsertComputed(outline, ({ id, category, name, version }) =>
    withText({ id, type: category, name, version }),
  );
}

function extendedValues(asset: Asset, context: Context) {
  const { viewer, settings, services, timeZone, validity } = context;
  const { active, rights = {} } = asset;
  const { from, until } = periodOf(asset, timeZone);
  const tenths = tenthsOf(active.properties.durationSeconds);
  const preview = previewSize(active, settings.preview.size, services);
  return {
    size: active.size ?? 0,
    created: epochOf(asset.uploaded, timeZone),
    modified: epochOf(asset.modified, timeZone),
    versioned: epochOf(active.date, timeZone),
    valid_from: Number.isFinite(from) ? from : null,
    valid_until: Number.isFinite(until) ? until : null,
    licence: rights.licence === undefined ? null : licenceOf(rights.licence).id,
    source_type: rights.sourceType === undefined ? null : sourceTypeOf(rights.sourceType),
    extension: active.properties.extension,
    pages: active.properties.pages,
    preview_width: preview.width,
    preview_height: preview.height,
    downloadable:
      active.file !== undefined &&
      formatsFor(asset, context).some(({ isAllowed }) => isAllowed) &&
      !validity.isRefused(asset),
    duration: tenths === 0 ? null : tenths / 10,
    width: active.properties.width,
    height: active.properties.height,
    parents: asset.nodes.filter((node) => viewer.canViewNode(node)),
  };
}

/** Maps field IDs to formatted values. Fields without a value are omitted. */
export function formattedFields(
  values: FieldValues,
  fields: readonly InfoField[],
  reader: Reader,
): Record<string, string> {
  const formatted: Record<string, string> = {};
  for (const field of fields) {
    const text = formatOf(field, values, reader);
    if (text !== undefined && text !== '') formatted[field.id] = text;
  }
  return formatted;
}

/** Maps field IDs to raw values: dates as epoch milliseconds, numbers, IDs. Fields without a value are omitted. */
export function rawFields(
  values: FieldValues,
  fields: readonly InfoField[],
  reader: Reader,
): Readonly<Record<string, unknown>> {
  const raw = fields.map((field) => {
    const value = values.get(field.id);
    return [String(field.id), value === undefined ? undefined : rawField(field, value, reader)] as const;
  });
  return Object.fromEntries(raw.filter(([, value]) => value !== undefined));
}

function formatOf(field: InfoField, values: FieldValues, reader: Reader): string | undefined {
  const value = values.get(field.id);
  return value === undefined ? undefined : formatField(field, value, reader);
}

/**
 * Returns the configured fields, then the requested ones, without duplicates; undefined if there are neither. Unknown
 * IDs and fields of the other kind are left out: a deleted field must not break the pages that name it (interface
 * decisions 4).
 */
export function fieldsToShow(
  configured: readonly number[],
  requested: readonly number[],
  model: CatalogueModel,
  on: 'assets' | 'nodes',
): FieldsToShow {
  if (configured.length === 0 && requested.length === 0) return undefined;
  const fields = new Set<InfoField>();
  for (const id of [...configured, ...requested]) {
    const field = model.infoFields.get(id);
    if (field) fields.add(field);
  }
  return [...fields].filter((field) => (on === 'assets' ? field.onAssets : field.onNodes));
}

/** Parameters of every operation that returns asset entries (interface decisions 4). */
export const ENTRY_PARAMETERS = {
  extended: one(BOOLEAN, '`true` adds `size` and all that follows up to `parents` to each [asset](entries.md#asset)', {
    default: false,
  }),
  infofields: many(
    ID,
    'IDs of information fields whose formatted values are added as `infofields`, besides those configured',
    { since: '2.6' },
  ),
  infofields_raw: one(BOOLEAN, '`true` adds their raw values as `infofields_raw`: dates as epoch milliseconds', {
    default: false,
  }),
  alt_name: one(ID, 'ID of an information field whose formatted value is added as `alt_name`; 0 stands for none'),
  ...PICTURES_PARAMS,
} as const satisfies Shape;

/** Derives the values that entries contain from the parameters of the request and the settings of the endpoint. */
export function entryOptions(
  { extended, infofields, infofields_raw, alt_name, ...pictures }: ParamValues<typeof ENTRY_PARAMETERS>,
  context: Context,
): EntryOptions {
  const { settings, model } = context;
  return {
    isExtended: extended,
    fields: fieldsToShow(settings.asset.infofields, infofields, model, 'assets'),
    hasRawFields: infofields_raw,
    altName: altNameOf(alt_name, model),
    pictures: openPictures(pictures, context),
  };
}

/** What operations with asset entries declare besides: their results may hold addresses of pictures. */
export const WITH_PICTURES = {
  holdsAddresses: ({ pictures }: Pick<ParamValues<typeof ENTRY_PARAMETERS>, 'pictures'>) => pictures !== undefined,
};

/** Returns what `alt_name` names; undefined if it is absent or 0 (interface decisions 4). */
export function altNameOf(id: number | undefined, model: CatalogueModel): AltName | undefined {
  return id === undefined || id === 0 ? undefined : { field: model.infoFields.get(id) };
}

/** Returns `alt_name` if it was asked for: empty without a value, or without such a field. */
export function altNameIn(
  { fields }: Pick<Asset, 'fields'>,
  altName: AltName | undefined,
  reader: Reader,
): { alt_name?: string } {
  if (!altName) return {};
  return { alt_name: (altName.field && formatOf(altName.field, fields, reader)) ?? '' };
}
