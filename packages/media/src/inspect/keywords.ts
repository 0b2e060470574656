import { sameKeyword } from '../../../core/src/domain/words.ts';
import { cleanLine, KEYWORD_LIMITS, TEXT_LIMITS } from './clean-text.ts';

/** Keywords from the places where programs write them. */
export interface WrittenKeywords {
  /** dc:subject, IPTC keywords or MicrosoftPhoto:LastKeywordXMP. */
  readonly flat: readonly string[];
  /** lr:hierarchicalSubject and digiKam:TagsList: paths from the outermost keyword inwards. */
  readonly hierarchical: readonly (readonly string[])[];
  /** Supplemental Categories: one path, in which each entry is below the one before. */
  readonly supplemental: readonly string[];
}

/**
 * Returns the distinct keyword paths, outermost element first, in the order written: nested paths before flat keywords.
 * Lightroom also writes every element of a path as a flat keyword, and digiKam the whole path, so flat keywords that are
 * elements of a path, or a path in one text, are left out.
 */
export function keywordPaths({ flat, hierarchical, supplemental }: WrittenKeywords): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  const elements = new Set<string>();
  for (const path of [...hierarchical, supplemental]) {
    const clean = cleanPath(path);
    if (clean.length === 0) continue;
    const names = clean.map(sameKeyword);
    const key = names.join('\0');
    if (!paths.has(key)) paths.set(key, clean);
    for (const element of [...names, names.join('/'), names.join('|')]) elements.add(element);
  }
  for (const keyword of flat) {
    const clean = cleanPath([keyword]);
    const name = sameKeyword(clean[0] ?? '');
    if (name !== '' && !elements.has(name) && !paths.has(name)) paths.set(name, clean);
  }
  return [...paths.values()].slice(0, KEYWORD_LIMITS.paths);
}

function cleanPath(path: readonly string[]): string[] {
  return path
    .map((element) => cleanLine(element, TEXT_LIMITS.keyword))
    .filter((element) => element !== '')
    .slice(0, KEYWORD_LIMITS.levels);
}
