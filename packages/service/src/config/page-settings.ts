/** How the page looks and what it says. */
import { readFileSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { quote } from '../../../core/src/domain/errors.ts';
import { isObject, textOf } from '../../../core/src/domain/values.ts';
import { setting } from './declare.ts';
import { nearest } from './nearest.ts';
import { PAGE_LANGUAGES, PAGE_TEXT_KEYS } from './page-text-keys.ts';
import { type Problem, type SettingReader, showValue } from './problems.ts';
import { limitedList, namedOrigin, nonEmptyText, nullable, record, type SettingType } from './setting-types.ts';

/** Media types of logos by file extension. */
export const LOGO_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.jpg', 'image/jpeg'],
]);

/** Every page loads the logo first. */
const MAX_LOGO_BYTES = 200_000;

/** What operators may colour, by the names of the custom properties of the elements without `--abs-`. */
const COLOURS: ReadonlySet<string> = new Set([
  ...['accent', 'on-accent', 'accent-soft', 'surface', 'surface-2', 'surface-3', 'text', 'text-2', 'line'],
  ...['control-line', 'danger', 'star', 'radius', 'font', 'shadow'],
]);

/** Texts of the page by language and key, which replace its own; a text with a number has a form for each plural category. */
export type PageTextOverlays = Readonly<
  Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>
>;

const logo = textOf(
  'an SVG, PNG, WebP or JPEG file of at most 200 kB',
  (value, { folder }: SettingReader): string | undefined => {
    const file = value === '' || value.includes('\0') ? '' : resolve(folder, value);
    const stats = LOGO_TYPES.has(extname(file).toLowerCase()) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    return stats?.isFile() && stats.size <= MAX_LOGO_BYTES ? file : undefined;
  },
);

const colours: SettingType<ReadonlyMap<string, string>> = record(
  'an object such as {"accent": "#0b57d0"}',
  { type: 'string' },
  (key, value, reader) => {
    if (!COLOURS.has(key)) return reader.wrong(key, `one of ${[...COLOURS].join(', ')}`);
    const read = styleValue.read(value, reader);
    return read === undefined ? undefined : [key, read];
  },
);

const styleValue = textOf('a value of CSS such as #0b57d0 or light-dark(#0b57d0, #a8c7fa)', (value) =>
  /^[\w #(),.%/'"-]{1,200}$/.test(value) && isClosed(value) ? value : undefined,
);

/** True if the value closes its brackets and quotes; it would otherwise swallow the rules after it. */
function isClosed(value: string): boolean {
  let depth = 0;
  for (const [part] of value.matchAll(/"[^"]*"|'[^']*'|["'()]/g)) {
    if (part === '"' || part === "'") return false;
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const textOverlays: SettingType<PageTextOverlays> = textOf(
  'a JSON file such as {"de": {"page.name": "Bilder"}}',
  (value, reader: SettingReader): PageTextOverlays | undefined => {
    const content = contentOf(resolve(reader.folder, value));
    if (!isObject(content) || !Object.values(content).every(isTextMap)) return undefined;
    const overlays = content as PageTextOverlays;
    for (const problem of problemsOf(overlays)) reader.report(`${showValue(value)}: ${problem}`);
    return overlays;
  },
);

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isTextMap(map: unknown): boolean {
  const isText = (text: unknown) => typeof text === 'string';
  return (
    isObject(map) &&
    Object.values(map).every((text) => isText(text) || (isObject(text) && Object.values(text).every(isText)))
  );
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** What would never be shown, or leave a text empty: one sentence for each. */
function problemsOf(overlays: PageTextOverlays): readonly string[] {
  return Object.entries(overlays).flatMap(([language, texts]) => {
    if (!PAGE_LANGUAGES.has(language))
      return [`${quote(language)} is not a language of the page: ${[...PAGE_LANGUAGES].join(', ')}`];
    return Object.entries(texts)
      .flatMap(([key, text]) => problemOf(key, text) ?? [])
      .map((each) => `${language}: ${each}`);
  });
}

function problemOf(key: string, text: PageTextOverlays[string][string]): string | undefined {
  if (!PAGE_TEXT_KEYS.has(key)) {
    const advice = nearest(key, PAGE_TEXT_KEYS);
    return `${quote(key)} is not a text of the page${advice === undefined ? '' : `; did you mean ${advice}?`}`;
  }
  if (typeof text === 'string') return undefined;
  const wrong = Object.keys(text).find((form) => !PLURALS.includes(form));
  if (wrong !== undefined) return `${key}: ${quote(wrong)} is not a form of a text: ${PLURALS.join(', ')}`;
  return text['other'] === undefined ? `${key}: the form "other" is missing, which all other numbers take` : undefined;
}

/** Reports settings of the pages that have no meaning together. */
export function pagesThatConflict({
  branding: { logo, logoDark },
}: {
  readonly branding: { readonly logo: string | null; readonly logoDark: string | null };
}): readonly Problem[] {
  if (logo !== null || logoDark === null) return [];
  return [{ key: 'branding.logoDark', source: 'settings', message: 'has no effect without branding.logo' }];
}

/** Groups of the declaration, by what they are about. */
export const PAGES = {
  branding: {
    name: setting(nullable(nonEmptyText), null, 'Name of the catalogue on its pages; null takes the text `page.name`.'),
    logo: setting(nullable(logo), null, 'Picture before the name.'),
    logoDark: setting(nullable(logo), null, 'The same for dark pages; null takes `branding.logo`.'),
    colours: setting(colours, {}, 'Custom properties of the elements by their names without `--abs-`.'),
    texts: setting(nullable(textOverlays), null, "Texts that replace the page's own, by language and key."),
  },
  picker: {
    origins: setting(
      limitedList(namedOrigin, 'a list of origins'),
      [],
      'Origins of the sites that may open the picker at `/picker`.',
    ),
  },
};
