/** General properties of assets: `details` shows their values, `properties` describes them. */

import { formatTime } from '../../../core/src/domain/dates.ts';
import { formatNumber } from '../../../core/src/domain/field-values.ts';
import { categoryMessage, FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { MessageKey } from '../../../core/src/domain/messages/en.ts';
import type { Asset, StatedTime, Version } from '../../../core/src/domain/model.ts';
import { formatLocale, textIn } from '../../../core/src/domain/text.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Context } from './operation.ts';

/** ID of a property; the message `property.<ID>` is its display name. */
type PropertyId = MessageKey extends infer Key ? (Key extends `property.${infer Id}` ? Id : never) : never;

interface Property {
  readonly id: PropertyId;
  readonly type: 'string' | 'number' | 'date';
  /** Returns the formatted value; '' if the asset has no such property. */
  value(asset: Asset, context: Context): string;
}

type Value = Pick<Property, 'type' | 'value'>;
const text = (value: Property['value']): Value => ({ type: 'string', value });
const date = (of: (asset: Asset) => StatedTime | undefined): Value => ({
  type: 'date',
  value: (asset, { labels, timeZone }) => {
    const time = of(asset);
    return time === undefined ? '' : formatTime(time, labels.formats, timeZone);
  },
});
/** A number that is unknown if it is 0. */
const number = (of: (file: FileProperties) => number): Value => ({
  type: 'number',
  value: ({ active }, { labels }) => {
    const value = of(active.properties);
    return value > 0 ? formatNumber(value, labels.formats) : '';
  },
});

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
 * Properties that only the list form of the section has (`details.general`): clients look them up by ID (interface
 * decisions 6).
 */
const OF_LIST: readonly Property[] = [
  { id: 'name', ...text(({ active }) => active.name) },
  { id: 'extension', ...text(({ active }) => writtenExtension(active)) },
];

const OF_BOTH: readonly Property[] = [
  { id: 'original_name', ...text(({ active }) => active.original) },
  { id: 'creation_date', ...date(({ uploaded }) => uploaded) },
  { id: 'modification_date', ...date(({ modified }) => modified) },
  { id: 'valid_from', ...date(({ validFrom }) => validFrom) },
  { id: 'valid_until', ...date(({ validUntil }) => validUntil) },
  { id: 'uploaded_by', ...text(({ uploadedBy = Number.NaN }, { model }) => model.users.get(uploadedBy)?.name ?? '') },
  { id: 'asset_type', ...text(assetTypeName) },
  {
    id: 'file_category',
    ...text(({ active }, { labels }) => labels.label(categoryMessage(active.properties.category))),
  },
  {
    id: 'file_size',
    type: 'number',
    value: ({ active: { size } }, { labels }) => (size === undefined ? '' : fileSize(size, labels.formats)),
  },
  { id: 'file_extension', ...text(({ active }) => active.properties.extension) },
  { id: 'media_type', ...text(({ active }) => (active.file ? active.properties.mediaType : '')) },
  { id: 'pixel_size', ...text(({ active }) => pixelSize(active.properties)) },
  { id: 'dpi', ...number(({ dpi }) => dpi) },
  { id: 'graphic_type', ...text(({ active }) => active.properties.colorSpace) },
  { id: 'bit_depth', ...number(({ bitDepth }) => bitDepth) },
  { id: 'color_profile', ...text(({ active }) => active.properties.colorProfile) },
  // A picture that isn't one of several has no pages that anyone would count.
  {
    id: 'pages',
    ...number(({ pages, category }) => (pages === 1 && category === FILE_CATEGORIES.image ? 0 : pages)),
  },
  { id: 'duration', ...text(({ active }) => playingTime(active.properties.durationSeconds)) },
  { id: 'version', type: 'number', value: ({ active }) => String(active.version) },
];

const OF_FORM = { map: OF_BOTH, list: [...OF_LIST, ...OF_BOTH] } as const;

/** Returns the properties that the general section may contain at an endpoint. */
export function propertiesOf({ details }: Pick<EndpointSettings, 'details'>): readonly Property[] {
  return OF_FORM[details.general];
}

function assetTypeName({ type = Number.NaN }: Asset, { model, locale }: Context): string {
  return textIn(model.assetTypes.get(type)?.name ?? '', locale, model);
}

function pixelSize({ width, height }: FileProperties): string {
  return width > 0 && height > 0 ? `${width} x ${height}` : '';
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
