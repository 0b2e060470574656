import { compareNames } from '../../../src/domain/text.ts';

/** A number per asset that has a value; a smaller one sorts first, equal ones tie. */
export type Ranks = ReadonlyMap<number, number>;

/** Ranks of texts in the locale's collation. Texts that it considers equal (`img1`, `img01`) have one rank. */
export function rankTexts(texts: ReadonlyMap<number, string>, locale: string): Ranks {
  const compare = compareNames(locale);
  const rankOf = new Map<string, number>();
  let previous: string | undefined;
  let rank = 0;
  for (const text of [...new Set(texts.values())].sort(compare)) {
    if (previous !== undefined && compare(previous, text) !== 0) rank++;
    rankOf.set(text, rank);
    previous = text;
  }
  const ranks = new Map<number, number>();
  for (const [asset, text] of texts) ranks.set(asset, rankOf.get(text) ?? 0);
  return ranks;
}

/**
 * Puts ascending IDs into the order of the keys; ties go by ID ascending, and what a key has no rank for comes last in both
 * of its directions.
 */
export function sortByRanks(
  ids: readonly number[],
  keys: readonly { readonly ranks: Ranks; readonly descending: boolean }[],
): readonly number[] {
  if (keys.length === 0) return ids;
  const columns = keys.map(({ ranks, descending }) =>
    Float64Array.from(ids, (id) => {
      const rank = ranks.get(id);
      if (rank === undefined) return Number.POSITIVE_INFINITY;
      return descending ? -rank : rank;
    }),
  );
  const places = Uint32Array.from(ids, (_, place) => place);
  places.sort((a, b) => {
    for (const column of columns) {
      const left = column[a] ?? 0;
      const right = column[b] ?? 0;
      if (left !== right) return left < right ? -1 : 1;
    }
    return a - b;
  });
  return Array.from(places, (place) => ids[place] ?? 0);
}
