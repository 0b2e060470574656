import type { CatalogueModel } from './catalogue-model.ts';
import { dateInZone } from './dates.ts';
import type { Labels } from './messages.ts';
import type { DropdownItem, FieldValue, InfoField } from './model.ts';
import type { Viewer } from './permissions.ts';
import { formatLocale, ownText, textIn } from './text.ts';

/** Who reads, in which language, and in which time zone. */
export interface Reader {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  /** Language of the catalogue's texts. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Labels and the language of dates and numbers. */
  readonly labels: Labels;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number without grouping, with the decimal sign of the locale (decisions 4). */
export function formatNumber(value: number, locale: string): string {
  let format = numberFormats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(formatLocale(locale), { useGrouping: false, maximumFractionDigits: 20 });
    numberFormats.set(locale, format);
  }
  return format.format(value);
}

/** A value as text for people; '' where nothing may be shown. Names of several nodes are joined by commas. */
export function formatField(field: InfoField, value: FieldValue, reader: Reader): string {
  const { model, locale, timeZone, labels } = reader;
  switch (field.type) {
    case 'text':
      return isText(value) ? textIn(value, locale, model) : '';
    case 'number':
      return typeof value === 'number' ? formatNumber(value, labels.language) : '';
    case 'date':
      return typeof value === 'string' ? dateInZone(value, labels.language, timeZone) : '';
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

/** The item of a dropdown field that has this ID. A field may have thousands, and a page of entries or facets names hundreds. */
export function itemOf(field: InfoField, id: number): DropdownItem | undefined {
  const items = itemsOfFields.getOrInsertComputed(field, () => new Map(field.items.map((item) => [item.id, item])));
  return items.get(id);
}

/** The nodes a value names, without those the viewer may not view. */
export function referencedNodes(value: FieldValue, { model, viewer }: Reader) {
  if (!Array.isArray(value)) return [];
  return value.flatMap((id: number) => {
    const node = model.forest.get(id);
    return node && viewer.canViewNode(id) ? [node] : [];
  });
}

/**
 * A value as programs want it: text by language, epoch milliseconds, IDs (interface: infofields_raw). Undefined for references of
 * which the viewer may view none, as for an asset without any.
 */
export function rawField(field: InfoField, value: FieldValue, reader: Reader): unknown {
  if (field.type === 'text') return typeof value === 'string' ? { [reader.model.defaultLanguage]: value } : value;
  if (field.type === 'date') return typeof value === 'string' ? Date.parse(value) : null;
  if (field.type === 'node_reference') {
    const nodes = referencedNodes(value, reader);
    return nodes.length === 0 ? undefined : nodes.map(({ id }) => id);
  }
  return value;
}

function isText(value: FieldValue): value is string | Readonly<Record<string, string>> {
  return typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
}

/**
 * The field's name as shown. A message `infofield.<ID>` overrides it (interface: information field value), unless the name exists in a
 * language that comes before the message's.
 */
export function fieldName({ id, name }: InfoField, { model, locale, labels }: Reader): string {
  for (const language of labels.chain) {
    const found = labels.own(`infofield.${id}`, language) ?? ownText(name, language);
    if (found) return found;
  }
  return textIn(name, locale, model);
}
