import { sameKeyword } from '../../../core/src/domain/words.ts';
import { cleanLine, KEYWORD_LIMITS, TEXT_LIMITS } from './clean-text.ts';

type Path = readonly string[];

/**
 * The properties that programs write paths into, from the outermost keyword inwards; all values of
 * `SupplementalCategories` together are one path.
 */
const NESTED = [
  'lr:hierarchicalSubject',
  'digiKam:TagsList',
  'photoshop:SupplementalCategories',
  'IPTC:SupplementalCategories',
] as const;
const FLAT = ['dc:subject', 'IPTC:Keywords', 'MicrosoftPhoto:LastKeywordXMP'] as const;

/** The keywords of one source as paths, by the property that has them; flat ones are paths of one. */
export type WrittenKeywords = Readonly<Partial<Record<(typeof NESTED | typeof FLAT)[number], readonly Path[]>>>;

/** Returns the keywords of formats that write all into one text, and `others`, each of which is one keyword. */
export function flatKeywords(lists: readonly string[], others: readonly string[] = []): WrittenKeywords {
  return { 'dc:subject': [...others, ...lists.flatMap((text) => text.split(/[,;]/))].map((text) => [text]) };
}

/**
 * Returns the distinct keyword paths of several sources, in the order written: nested paths before flat keywords. Each
 * property is taken from the first source that has it, if only with an empty path. Lightroom also writes every element of a path as a flat keyword, and
 * digiKam the whole path, so flat keywords that are elements of a path, or a path in one text, are left out.
 */
export function keywordPaths(sources: readonly WrittenKeywords[]): readonly Path[] {
  const paths = new Map<string, Path>();
  const elements = new Set<string>();
  for (const path of union(NESTED, sources)) {
    const names = path.map(sameKeyword);
    paths.getOrInsert(keyOf(path), path);
    for (const element of [...names, names.join('/'), names.join('|')]) elements.add(element);
  }
  for (const path of union(FLAT, sources)) {
    const key = keyOf(path);
    if (!elements.has(key)) paths.getOrInsert(key, path);
  }
  return [...paths.values()].slice(0, KEYWORD_LIMITS.paths);
}

/**
 * Joins the properties, each from the first source that has it. Programs write the same keywords into several: what that source
 * repeats in a later property is left out there, so that a sidecar that replaces only the first property replaces the copies.
 */
function union(properties: readonly (keyof WrittenKeywords)[], sources: readonly WrittenKeywords[]): Path[] {
  const cleaned = sources.map((source) => properties.map((property) => cleanPaths(source[property] ?? [])));
  return properties.flatMap((property, place) => {
    const stated = cleaned[sources.findIndex((source) => source[property]?.some((path) => path.length > 0))];
    const earlier = new Set(stated?.slice(0, place).flat().map(keyOf));
    return (stated?.[place] ?? []).filter((path) => !earlier.has(keyOf(path)));
  });
}

function keyOf(path: Path): string {
  return path.map(sameKeyword).join('\0');
}

function cleanPaths(paths: readonly Path[]): Path[] {
  return paths
    .map((path) =>
      path
        .map((element) => cleanLine(element, TEXT_LIMITS.keyword))
        .filter((element) => element !== '')
        .slice(0, KEYWORD_LIMITS.levels),
    )
    .filter((path) => path.length > 0);
}
