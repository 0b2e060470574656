import { cleanLine, KEYWORD_LIMITS, TEXT_LIMITS } from './clean-text.ts';

/** Keywords from the three places where programs write them. */
export interface WrittenKeywords {
  /** dc:subject or IPTC keywords. */
  readonly flat: readonly string[];
  /** lr:hierarchicalSubject: `outer|inner`. */
  readonly hierarchical: readonly string[];
  /** Supplemental Categories: one path, in which each entry is below the one before. */
  readonly supplemental: readonly string[];
}

/**
 * Returns the distinct keyword paths, outermost element first, in the order written: nested paths before flat keywords.
 * Lightroom also writes every element of a path as a flat keyword, so flat keywords that are elements of a path are
 * left out.
 */
export function keywordPaths({ flat, hierarchical, supplemental }: WrittenKeywords): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  const elements = new Set<string>();
  const nested = [...hierarchical.map((text) => text.split('|')), supplemental];
  for (const path of nested) {
    const clean = cleanPath(path);
    if (clean.length === 0) continue;
    paths.set(clean.join('|'), clean);
    for (const element of clean) elements.add(element);
  }
  for (const keyword of flat) {
    const clean = cleanPath([keyword]);
    if (clean[0] !== undefined && !elements.has(clean[0])) paths.set(clean[0], clean);
  }
  return [...paths.values()].slice(0, KEYWORD_LIMITS.paths);
}

function cleanPath(path: readonly string[]): string[] {
  return path
    .map((element) => cleanLine(element, TEXT_LIMITS.keyword))
    .filter((element) => element !== '')
    .slice(0, KEYWORD_LIMITS.levels);
}
