/** Writes values of information fields for readers: in their language, and without what they may not see. */
import type { CatalogueModel } from './catalogue-model.ts';
import { dateInZone, instantOf } from './dates.ts';
import { FALLBACK, type Labels } from './messages.ts';
import type { DropdownItem, FieldValue, InfoField, Text } from './model.ts';
import type { Viewer } from './permissions.ts';
import { formatLocale, languagesFor, ownText, textIn } from './text.ts';

/** The reader that values are formatted for: viewer, languages and time zone. */
export interface Reader {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  /** Language in which texts of the catalogue are shown. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The service's own texts; they also say how dates and numbers are written. */
  readonly labels: Labels;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** As many as `Intl` allows; a number with more zeros behind its decimal sign is written in scientific notation. */
const MAX_FRACTION_DIGITS = 100;

/** Formats a number without grouping, with the decimal sign of the locale (interface decisions 4). */
export function formatNumber(value: number, locale: string): string {
  // A number has at most 17 digits that count, and all of them must fit.
  const isTiny = value !== 0 && Math.abs(value) < 1e-80;
  const make = () =>
    new Intl.NumberFormat(formatLocale(locale), {
      useGrouping: false,
      maximumFractionDigits: MAX_FRACTION_DIGITS,
      ...(isTiny ? { notation: 'scientific' as const } : {}),
    });
  return numberFormats.getOrInsertComputed(`${locale} ${isTiny}`, make).format(value);
}

/** Formats a value for display; '' if the viewer may see nothing of it. Names of several nodes are joined by commas. */
export function formatField(field: InfoField, value: FieldValue, reader: Reader): string {
  const { model, locale, timeZone, labels } = reader;
  switch (field.type) {
    case 'text':
      return isText(value) ? textIn(value, locale, model) : '';
    case 'number':
      return typeof value === 'number' ? formatNumber(value, labels.formats) : '';
    case 'date':
      return typeof value === 'string' ? dateInZone(value, labels.formats, timeZone) : '';
    case 'checkbox':
      return labels.label(value === true ? 'value.yes' : 'value.no');
    case 'dropdown': {
      const item = typeof value === 'number' ? itemOf(field, value) : undefined;
      return item ? textIn(item.name, locale, model) : '';
    }
    case 'node_reference':
      return referencedNodes(value, reader)
        .map((node) => textIn(node.name, locale, model))
        .join(', ');
  }
}

const itemsOfFields = new WeakMap<InfoField, ReadonlyMap<number, DropdownItem>>();

/** Returns the item with this ID from a cached map: fields may have thousands of items, pages hundreds. */
export function itemOf(field: InfoField, id: number): DropdownItem | undefined {
  const items = itemsOfFields.getOrInsertComputed(field, () => new Map(field.items.map((item) => [item.id, item])));
  return items.get(id);
}

/** Returns the nodes that a value references, without those that the viewer may not view. */
export function referencedNodes(value: FieldValue, { model, viewer }: Reader) {
  if (!Array.isArray(value)) return [];
  return value.flatMap((id: number) => {
    const node = model.trees.get(id);
    return node && viewer.canViewNode(id) ? [node] : [];
  });
}

/**
 * Returns the raw value for programs: texts by language, dates in epoch milliseconds, items and nodes as IDs
 * (interface: infofields_raw). Returns undefined if the viewer may view none of the referenced nodes, as if the asset
 * had no value.
 */
export function rawField(field: InfoField, value: FieldValue, reader: Reader): unknown {
  if (field.type === 'text') return typeof value === 'string' ? { [reader.model.defaultLanguage]: value } : value;
  if (field.type === 'date') return typeof value === 'string' ? instantOf(value, reader.timeZone) : null;
  if (field.type === 'node_reference') {
    const nodes = referencedNodes(value, reader);
    return nodes.length === 0 ? undefined : nodes.map(({ id }) => id);
  }
  return value;
}

export function isText(value: FieldValue | undefined): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
}

/**
 * Returns the display name of a field. A message `infofield.<ID>` overrides the catalogue's name (interface:
 * information field value), unless the catalogue has the name in a language that is looked for earlier than the
 * message's.
 */
export function fieldName({ id, name }: InfoField, { model, locale, labels }: Reader): string {
  const languages = languagesFor(locale, model);
  for (const language of [...labels.related, ...languages, FALLBACK]) {
    const inCatalogue = languages.includes(language) ? ownText(name, language) : undefined;
    const found = labels.own(`infofield.${id}`, language) ?? inCatalogue;
    if (found) return found;
  }
  return textIn(name, locale, model);
}
