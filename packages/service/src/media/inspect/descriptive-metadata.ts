import type { DescriptiveMetadata } from '../../domain/file-properties.ts';
import { cleanLine, cleanParagraph } from './clean-text.ts';
import { keywordPaths, type WrittenKeywords } from './keywords.ts';

/** Descriptive metadata as one source states it, before cleaning. */
export interface WrittenMetadata extends WrittenKeywords {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly creator?: string | undefined;
  readonly copyright?: string | undefined;
  readonly credit?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  /** Capture date as ISO 8601. */
  readonly captured?: string | undefined;
  readonly rating?: number | undefined;
  readonly position?: { readonly latitude: number; readonly longitude: number } | undefined;
}

/** Descriptive metadata of a file that has none. */
export const NO_METADATA: DescriptiveMetadata = { keywords: [] };

/**
 * Merges the descriptive metadata of several sources. For each property, and each kind of keywords, the first source
 * that has it wins.
 */
export function mergeMetadata(sources: readonly WrittenMetadata[]): DescriptiveMetadata {
  const line = (name: 'title' | 'creator' | 'copyright' | 'credit' | 'city' | 'country') => {
    const text = first(sources, (source) => cleanLine(source[name] ?? '') || undefined);
    return text === undefined ? {} : { [name]: text };
  };
  const description = first(sources, (source) => cleanParagraph(source.description ?? '') || undefined);
  const captured = first(sources, (source) => source.captured);
  const rating = first(sources, (source) => source.rating);
  return {
    ...line('title'),
    ...(description === undefined ? {} : { description }),
    ...line('creator'),
    ...line('copyright'),
    ...line('credit'),
    ...line('city'),
    ...line('country'),
    ...(captured === undefined ? {} : { captured }),
    ...(rating === undefined ? {} : { rating }),
    ...first(sources, (source) => source.position),
    keywords: keywordPaths({
      flat: keywords(sources, 'flat'),
      hierarchical: keywords(sources, 'hierarchical'),
      supplemental: keywords(sources, 'supplemental'),
    }),
  };
}

function keywords(sources: readonly WrittenMetadata[], kind: keyof WrittenKeywords): readonly string[] {
  return first(sources, (source) => (source[kind].length > 0 ? source[kind] : undefined)) ?? [];
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
