/** General properties of assets: `details` shows their values, `properties` describes them. */
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import { formatInstant } from '../domain/dates.ts';
import { formatNumber } from '../domain/field-values.ts';
import { categoryMessage } from '../domain/file-properties.ts';
import type { MessageKey } from '../domain/messages/en.ts';
import type { Asset, Version } from '../domain/model.ts';
import { formatLocale, textIn } from '../domain/text.ts';
import type { Context } from './operation.ts';

/** ID of a property; the message `property.<ID>` is its display name. */
type PropertyId = MessageKey extends infer Key ? (Key extends `property.${infer Id}` ? Id : never) : never;

interface Property {
  readonly id: PropertyId;
  readonly type: 'string' | 'number' | 'date';
  /** Returns the formatted value; '' if the asset has no such property. */
  value(asset: Asset, context: Context): string;
}

const date = (epochMs: number | undefined, { labels, timeZone }: Context) =>
  epochMs === undefined ? '' : formatInstant(epochMs, labels.language, timeZone);
const known = (value: number, { labels }: Context) => (value > 0 ? formatNumber(value, labels.language) : '');

/**
 * Returns the extension in the case of the file name (`JPG` for `A.JPG`), because clients strip it from the name.
 * Everywhere else the extension is in lower case.
 */
function writtenExtension({ name, properties: { extension } }: Version): string {
  const end = name.slice(-extension.length);
  const isWritten = extension !== '' && name.toLowerCase().endsWith(`.${extension}`);
  return isWritten ? end : extension;
}

/**
 * Properties that only the list form of the section has (`details.general`): clients look them up by ID (decisions 6).
 */
const OF_LIST: readonly Property[] = [
  { id: 'name', type: 'string', value: ({ active }) => active.name },
  { id: 'extension', type: 'string', value: ({ active }) => writtenExtension(active) },
];

const OF_BOTH: readonly Property[] = [
  { id: 'original_name', type: 'string', value: ({ active }) => active.original },
  {
    id: 'creation_date',
    type: 'date',
    value: ({ uploaded }, context) => date(uploaded, context),
  },
  {
    id: 'modification_date',
    type: 'date',
    value: ({ modified }, context) => date(modified, context),
  },
  {
    id: 'valid_until',
    type: 'date',
    value: ({ validUntil }, context) => date(validUntil, context),
  },
  {
    id: 'uploaded_by',
    type: 'string',
    value: ({ uploadedBy }, { model }) => (uploadedBy === undefined ? '' : (model.users.get(uploadedBy)?.name ?? '')),
  },
  {
    id: 'asset_type',
    type: 'string',
    value: ({ type }, { model, locale }) => {
      const assetType = type === undefined ? undefined : model.assetTypes.get(type);
      return assetType ? textIn(assetType.name, locale, model) : '';
    },
  },
  {
    id: 'file_category',
    type: 'string',
    value: ({ active }, { labels }) => labels.label(categoryMessage(active.properties.category)),
  },
  {
    id: 'file_size',
    type: 'number',
    value: ({ active }, { labels }) => (active.size === undefined ? '' : fileSize(active.size, labels.language)),
  },
  {
    id: 'file_extension',
    type: 'string',
    value: ({ active }) => active.properties.extension,
  },
  {
    id: 'media_type',
    type: 'string',
    value: ({ active }) => (active.file ? active.properties.mediaType : ''),
  },
  {
    id: 'pixel_size',
    type: 'string',
    value: ({ active: { properties } }) =>
      properties.width > 0 && properties.height > 0 ? `${properties.width} x ${properties.height}` : '',
  },
  { id: 'dpi', type: 'number', value: ({ active }, context) => known(active.properties.dpi, context) },
  {
    id: 'graphic_type',
    type: 'string',
    value: ({ active }) => active.properties.colorSpace,
  },
  { id: 'bit_depth', type: 'number', value: ({ active }, context) => known(active.properties.bitDepth, context) },
  {
    id: 'color_profile',
    type: 'string',
    value: ({ active }) => active.properties.colorProfile,
  },
  { id: 'pages', type: 'number', value: ({ active }, context) => known(active.properties.pages, context) },
  {
    id: 'duration',
    type: 'string',
    value: ({ active }) => playingTime(active.properties.durationSeconds),
  },
  { id: 'version', type: 'number', value: ({ active }) => String(active.version) },
];

const OF_FORM = { map: OF_BOTH, list: [...OF_LIST, ...OF_BOTH] } as const;

/** Returns the properties that the general section may contain at an endpoint. */
export function propertiesOf({ details }: Pick<EndpointSettings, 'details'>): readonly Property[] {
  return OF_FORM[details.general];
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in the largest decimal unit in which it is at least 1: `1.9 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(formatLocale(locale), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
    useGrouping: false,
  });
  return format.format(bytes / 1000 ** power);
}

/** Formats a playing time as `m:ss`, or `h:mm:ss` from one hour; '' if it is 0. */
export function playingTime(seconds: number): string {
  if (seconds <= 0) return '';
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
