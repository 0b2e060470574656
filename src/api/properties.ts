/** The general properties of an asset, as `details` shows them and `properties` describes them. */
import { formatInstant } from '../domain/dates.ts';
import { categoryMessage } from '../domain/facts.ts';
import type { MessageKey } from '../domain/messages/en.ts';
import type { Asset } from '../domain/model.ts';
import { textIn } from '../domain/text.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

interface Property {
  readonly id: string;
  readonly label: MessageKey;
  readonly type: 'string' | 'number' | 'date';
  /** '' where the asset has no such property. */
  value(asset: Asset, context: Context<Shape>): string;
}

const date = (epochMs: number | undefined, { locale, timeZone }: Context<Shape>) =>
  epochMs === undefined ? '' : formatInstant(epochMs, locale, timeZone);
const known = (value: number) => (value > 0 ? String(value) : '');

export const PROPERTIES: readonly Property[] = [
  { id: 'original_name', label: 'property.original_name', type: 'string', value: ({ active }) => active.original },
  {
    id: 'creation_date',
    label: 'property.upload_date',
    type: 'date',
    value: ({ uploaded }, context) => date(uploaded, context),
  },
  {
    id: 'modification_date',
    label: 'property.modified_date',
    type: 'date',
    value: ({ modified }, context) => date(modified, context),
  },
  {
    id: 'valid_until',
    label: 'property.valid_until',
    type: 'date',
    value: ({ validUntil }, context) => date(validUntil, context),
  },
  {
    id: 'uploaded_by',
    label: 'property.uploaded_by',
    type: 'string',
    value: ({ uploadedBy }, { model }) => (uploadedBy === undefined ? '' : (model.users.get(uploadedBy)?.name ?? '')),
  },
  {
    id: 'asset_type',
    label: 'property.asset_type',
    type: 'string',
    value: ({ type }, { model, locale }) => {
      const assetType = type === undefined ? undefined : model.assetTypes.get(type);
      return assetType ? textIn(assetType.name, locale, model) : '';
    },
  },
  {
    id: 'file_category',
    label: 'property.file_category',
    type: 'string',
    value: ({ active }, { messages, locale }) => messages.label(categoryMessage(active.facts.category), locale),
  },
  {
    id: 'file_size',
    label: 'property.file_size',
    type: 'number',
    value: ({ active }, { locale }) => (active.size === undefined ? '' : fileSize(active.size, locale)),
  },
  {
    id: 'file_extension',
    label: 'property.file_extension',
    type: 'string',
    value: ({ active }) => active.facts.extension,
  },
  {
    id: 'media_type',
    label: 'property.media_type',
    type: 'string',
    value: ({ active }) => (active.file ? active.facts.mediaType : ''),
  },
  {
    id: 'pixel_size',
    label: 'property.pixel_size',
    type: 'string',
    value: ({ active: { facts } }) => (facts.width > 0 && facts.height > 0 ? `${facts.width} x ${facts.height}` : ''),
  },
  { id: 'dpi', label: 'property.dpi', type: 'number', value: ({ active }) => known(active.facts.dpi) },
  {
    id: 'graphic_type',
    label: 'property.graphic_type',
    type: 'string',
    value: ({ active }) => active.facts.colorSpace,
  },
  { id: 'bit_depth', label: 'property.bit_depth', type: 'number', value: ({ active }) => known(active.facts.bitDepth) },
  {
    id: 'color_profile',
    label: 'property.color_profile',
    type: 'string',
    value: ({ active }) => active.facts.colorProfile,
  },
  { id: 'pages', label: 'property.pages', type: 'number', value: ({ active }) => known(active.facts.pages) },
  {
    id: 'duration',
    label: 'property.duration',
    type: 'string',
    value: ({ active }) => playingTime(active.facts.durationSeconds),
  },
  { id: 'version', label: 'property.version', type: 'number', value: ({ active }) => String(active.version) },
];

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the largest decimal unit that leaves at least 1: `1.9 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
  return format.format(bytes / 1000 ** power);
}

/** `m:ss`, with hours `h:mm:ss`. */
export function playingTime(seconds: number): string {
  if (seconds <= 0) return '';
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
