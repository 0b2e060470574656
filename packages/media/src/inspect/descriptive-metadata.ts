import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import type { FileMarks, TextsByLanguage } from '../../../core/src/domain/file-properties.ts';
import type { Focus, Rights, Text } from '../../../core/src/domain/model.ts';
import { dataMiningCode, sourceTypeOf } from '../../../core/src/domain/rights.ts';
import { cleanLine, cleanParagraph } from './clean-text.ts';
import type { WrittenFocus } from './focus-from-tags.ts';
import { keywordPaths, type WrittenKeywords } from './keywords.ts';
import { firstWhole, isLost } from './lost-letters.ts';
import { textOf } from './marks-from-tags.ts';
import type { WrittenValidity } from './validity-from-tags.ts';

/** Languages of one text beyond this are left out. */
const MAX_LANGUAGES = 50;

/** Texts of one property, the best first. */
type Stated = readonly (string | undefined)[];

const PARAGRAPHS = ['description'] as const;
const LINES = ['title', 'creator', 'copyright', 'city', 'country'] as const;
type TextName = (typeof LINES)[number] | (typeof PARAGRAPHS)[number];

/** Descriptive metadata as one source states it, before cleaning. */
export interface WrittenMetadata extends WrittenValidity, Partial<Readonly<Record<TextName, Stated>>> {
  /** The texts that exist in several languages, among them the one that `title` and `description` have. */
  readonly inLanguages?: Partial<Readonly<Record<'title' | 'description', TextsByLanguage>>>;
  readonly keywords: WrittenKeywords;
  /** Capture date as ISO 8601. */
  readonly captured?: string | undefined;
  readonly rating?: number | undefined;
  readonly marks?: FileMarks | undefined;
  readonly focus?: WrittenFocus | undefined;
  readonly position?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Properties that it states as empty, so that later sources don't count for them. */
  readonly empty?: ReadonlySet<Emptied> | undefined;
}

/** What a source may state as empty. */
export type Emptied = TextName | 'captured' | 'rating' | 'position' | 'validFrom' | 'validUntil' | keyof FileMarks;

/** Descriptive metadata of a file that has none. */
export const NO_METADATA: DescriptiveMetadata = { keywords: [] };

/**
 * Merges the descriptive metadata of several sources. For each property, and each of those with keywords, the first
 * source that has it wins, unless its text has lost letters and another one has them. `onPicture` places a focus on the
 * picture as seen.
 */
export function mergeMetadata(
  sources: readonly WrittenMetadata[],
  onPicture: (written: WrittenFocus) => Focus | undefined = () => undefined,
): DescriptiveMetadata {
  const line = (name: TextName, clean: (text: string) => string = cleanLine) => {
    const stated = untilEmpty(sources, name).flatMap((source) =>
      (source[name] ?? []).map((text) => ({ source, text: clean(text ?? '') })).filter(({ text }) => text !== ''),
    );
    const { text, source } = firstWhole(stated, (each) => each.text) ?? {};
    if (text === undefined) return {};
    const texts = name === 'title' || name === 'description' ? source?.inLanguages?.[name] : undefined;
    return { [name]: texts === undefined ? text : withTranslations(text, texts, clean) };
  };
  const of = <Name extends Emptied & keyof WrittenMetadata>(name: Name) =>
    first(untilEmpty(sources, name), (source) => source[name]);
  const captured = of('captured');
  const rating = of('rating');
  const rights = rightsOf(sources);
  const validFrom = of('validFrom');
  const validUntil = of('validUntil');
  const focus = first(sources, (source) => source.focus && onPicture(source.focus));
  return {
    ...line('title'),
    ...line('description', cleanParagraph),
    ...(rights?.creator ? { creator: textOf(rights.creator) } : line('creator')),
    ...(rights?.copyright === undefined ? line('copyright') : { copyright: rights.copyright }),
    ...(rights?.credit === undefined ? {} : { credit: textOf(rights.credit) }),
    ...line('city'),
    ...line('country'),
    ...(captured === undefined ? {} : { captured }),
    ...(rating === undefined ? {} : { rating }),
    ...of('position'),
    ...(rights === undefined ? {} : { rights }),
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validUntil === undefined ? {} : { validUntil }),
    ...(focus === undefined ? {} : { focus }),
    keywords: keywordPaths(sources.map(({ keywords }) => keywords)),
  };
}

/** Returns the text in all languages; one that is among none of them, as of EXIF, is that of `x-default`. */
function withTranslations(text: string, texts: TextsByLanguage, clean: (text: string) => string): Text {
  const entries = Object.entries(texts)
    .slice(0, MAX_LANGUAGES)
    .map(([language, each]) => [language, clean(each)] as const)
    .filter(([, each]) => each !== '' && !isLost(each, [text]));
  const all = Object.fromEntries(entries);
  const whole = entries.some(([, each]) => each === text) ? all : { ...all, 'x-default': text };
  const isSame = 'x-default' in whole && Object.values(whole).every((each) => each === text);
  return isSame ? text : whole;
}

/** Returns the rights that the first of several sources states, each by itself. */
function rightsOf(sources: readonly WrittenMetadata[]): Rights | undefined {
  const of = <K extends keyof FileMarks>(key: K) =>
    firstWhole(
      untilEmpty(sources, key)
        .map(({ marks }) => marks?.[key])
        .filter((mark) => mark !== undefined),
      textOf,
    );
  const text = (texts: TextsByLanguage | undefined): Text | undefined =>
    texts !== undefined && Object.keys(texts).join() === 'x-default' ? texts['x-default'] : texts;
  const sourceType = of('sourceType');
  const dataMining = of('dataMining');
  const rights: { readonly [K in keyof Rights]: Rights[K] | undefined } = {
    creator: of('creator'),
    credit: of('credit'),
    copyright: text(of('copyright')),
    usageTerms: text(of('usageTerms')),
    licence: of('licence'),
    webStatement: of('webStatement'),
    sourceType: sourceType && sourceTypeOf(sourceType),
    dataMining: dataMining && (dataMiningCode(dataMining) ?? dataMining),
  };
  const stated = Object.entries(rights).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : (Object.fromEntries(stated) as Rights);
}

/** Returns the sources up to the first that states the property as empty. */
function untilEmpty(sources: readonly WrittenMetadata[], name: Emptied): readonly WrittenMetadata[] {
  const last = sources.findIndex(({ empty }) => empty?.has(name));
  return last < 0 ? sources : sources.slice(0, last + 1);
}

function first<Value>(
  sources: readonly WrittenMetadata[],
  read: (source: WrittenMetadata) => Value | undefined,
): Value | undefined {
  for (const source of sources) {
    const value = read(source);
    if (value !== undefined) return value;
  }
  return undefined;
}
