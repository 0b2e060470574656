import { localTime } from '../../../../core/src/domain/dates.ts';
import type { DescriptiveMetadata } from '../../../../core/src/domain/descriptive-metadata.ts';
import { FOLDER_CAPTURED, FOLDER_TITLE } from '../../../../core/src/domain/folder-fields.ts';
import type { FieldType, FieldValue, FieldValues, InfoField, Rights, Text } from '../../../../core/src/domain/model.ts';
import { type Languages, textIn } from '../../../../core/src/domain/text.ts';

/** Descriptive metadata of a file that has an information field of its own. */
type Word = Exclude<keyof DescriptiveMetadata, 'keywords' | 'rights' | 'validFrom' | 'validUntil' | 'focus'>;

interface BuiltIn {
  readonly id: number;
  readonly type: FieldType;
  readonly name: Text;
  readonly isMultiline?: boolean;
  readonly isLocalized?: boolean;
  /** The least and the greatest number that means something. */
  readonly range?: readonly [number, number];
}

/** Information fields that folder imports fill, with fixed IDs, so that a renamed one is still recognised. */
const BUILT_IN_FIELDS: Readonly<Record<Word, BuiltIn>> = {
  title: { id: FOLDER_TITLE, type: 'text', name: { en: 'Title', de: 'Titel' }, isLocalized: true },
  description: {
    id: 900_002,
    type: 'text',
    name: { en: 'Description', de: 'Beschreibung' },
    isMultiline: true,
    isLocalized: true,
  },
  creator: { id: 900_003, type: 'text', name: { en: 'Creator', de: 'Urheber' } },
  copyright: { id: 900_004, type: 'text', name: { en: 'Copyright', de: 'Copyright' } },
  credit: { id: 900_005, type: 'text', name: { en: 'Credit', de: 'Bildnachweis' } },
  city: { id: 900_006, type: 'text', name: { en: 'City', de: 'Ort' } },
  country: { id: 900_007, type: 'text', name: { en: 'Country', de: 'Land' } },
  captured: { id: FOLDER_CAPTURED, type: 'date', name: { en: 'Capture date', de: 'Aufnahmedatum' } },
  rating: { id: 900_009, type: 'number', name: { en: 'Rating', de: 'Bewertung' }, range: [-1, 5] },
  latitude: { id: 900_010, type: 'number', name: { en: 'Latitude', de: 'Breitengrad' }, range: [-90, 90] },
  longitude: { id: 900_011, type: 'number', name: { en: 'Longitude', de: 'Längengrad' }, range: [-180, 180] },
};

const IDS: ReadonlySet<number> = new Set(Object.values(BUILT_IN_FIELDS).map(({ id }) => id));

/** Returns the ID of the built-in field that a word such as `title` names; undefined for other words. */
export function fieldOfWord(word: string): number | undefined {
  return Object.entries(BUILT_IN_FIELDS).find(([name]) => name === word)?.[1].id;
}

/** Returns a number as a field keeps it, or what is expected instead. */
export function numberFor(id: number, value: number): { readonly value: number } | string {
  const [word, field] = Object.entries(BUILT_IN_FIELDS).find(([, { id: own }]) => own === id) ?? [];
  const [least, most] = field?.range ?? [-Infinity, Infinity];
  if (value < least || value > most) return `is no number from ${least} to ${most}`;
  // -1 means `rejected` and counts as no stars.
  return { value: word === 'rating' ? Math.max(0, value) : value };
}

/** Returns the built-in fields that the catalogue lacks. Throws if one of these IDs has another type. */
export function missingFields(known: ReadonlyMap<number, InfoField>): readonly InfoField[] {
  return Object.values(BUILT_IN_FIELDS).flatMap(({ id, type, name, isMultiline = false, isLocalized = false }) => {
    const field = known.get(id);
    if (field && field.type !== type) {
      throw new Error(
        `information field ${id} has the type ${field.type}, but folder imports need it with the type ${type}`,
      );
    }
    if (field) return [];
    return [
      {
        id,
        name,
        description: '',
        type,
        isMultiline,
        isLocalized,
        onAssets: true,
        onNodes: false,
        items: [],
        showRoot: false,
        maxSelections: -1,
      },
    ];
  });
}

/**
 * Returns the file's metadata in the built-in fields, and the unchanged values of all other fields. Texts of no language
 * are those of the default one if there are others (catalogue: a plain folder).
 */
export function withMetadata(values: FieldValues, metadata: DescriptiveMetadata, languages: Languages): FieldValues {
  const kept = [...values].filter(([id]) => !IDS.has(id));
  const own = (Object.keys(BUILT_IN_FIELDS) as Word[]).flatMap((word): [number, FieldValue][] => {
    const value = metadata[word];
    if (value === undefined) return [];
    if (word === 'captured') return [[BUILT_IN_FIELDS[word].id, dateValue(String(value))]];
    if (typeof value !== 'object') return [[BUILT_IN_FIELDS[word].id, value]];
    const texts = inLanguages(value, languages);
    return [
      [
        BUILT_IN_FIELDS[word].id,
        BUILT_IN_FIELDS[word].isLocalized ? texts : textIn(texts, languages.defaultLanguage, languages),
      ],
    ];
  });
  return new Map([...kept, ...own].sort(([a], [b]) => a - b));
}

/** Returns the rights that a file states, with texts by the catalogue's languages like those of fields. */
export function withLanguages(rights: Rights, languages: Languages): Rights {
  const spelt = (text: Text) => (typeof text === 'string' ? text : inLanguages(text, languages));
  const { copyright, usageTerms } = rights;
  return {
    ...rights,
    ...(copyright === undefined ? {} : { copyright: spelt(copyright) }),
    ...(usageTerms === undefined ? {} : { usageTerms: spelt(usageTerms) }),
  };
}

/** Returns a language tag in the usual case: `zh-Hans-CN`. */
export function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag; // not every tag that is well-formed enough for a bundle has a canonical form
  }
}

/** Returns a text by the catalogue's own spelling of each language. */
function inLanguages(
  text: Readonly<Record<string, string>>,
  { languages, defaultLanguage }: Languages,
): Record<string, string> {
  const { 'x-default': general, ...rest } = text;
  const spelt = Object.entries(rest).map(([tag, each]): [string, string] => [
    [defaultLanguage, ...languages].find((own) => own.toLowerCase() === tag.toLowerCase()) ?? canonical(tag),
    each,
  ]);
  return { ...(general === undefined ? {} : { [defaultLanguage]: general }), ...Object.fromEntries(spelt) };
}

/** Returns the languages of the texts in built-in fields. */
export function languagesOf(values: FieldValues): readonly string[] {
  return [...values].flatMap(([id, value]) =>
    IDS.has(id) && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [],
  );
}

/** Returns the value of a date field. Local time, which cameras write, stays so; a year or a month stands for its first day. */
function dateValue(captured: string): string {
  if (captured.length <= 10) return `${captured}-01-01`.slice(0, 10);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(captured);
  const time = Date.parse(hasZone ? captured : `${captured}Z`);
  if (Number.isNaN(time)) return captured.slice(0, 10);
  return hasZone ? new Date(time).toISOString() : localTime(time);
}
