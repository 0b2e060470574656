import type { DatabaseSync } from 'node:sqlite';
import type { TextTerm } from '../../../src/domain/full-text.ts';
import {
  inverseDocumentFrequency,
  lengthNorm,
  MOST_WEIGHT,
  NAME_WEIGHT,
  relevance,
} from '../../../src/domain/score.ts';
import type { Criterion } from '../../../src/search/search-index.ts';
import { labels } from './criteria/text.ts';
import { matchOf, NAME } from './own-texts.ts';
import type { Perspective } from './perspective.ts';
import type { Ranks } from './ranks.ts';

/** The scores of these assets for the full texts among the criteria, in their order (`relevance`). */
export function scoresOf(
  database: DatabaseSync,
  ids: readonly number[],
  criteria: readonly Criterion[],
  perspective: Perspective,
): Ranks {
  const scores = new Map(ids.map((id) => [id, 0]));
  const terms = scoredTerms(criteria);
  if (terms.length === 0) return scores;
  const assets = Number(database.prepare('SELECT count(*) AS n FROM assets').get()?.['n']);
  const lengths = numbersByAsset(database, 'SELECT asset, sum(size) FROM own_texts GROUP BY asset');
  const words = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const average = words === 0 ? 1 : words / assets;
  for (const term of terms) {
    const weights = weightsOf(database, term, perspective);
    const rare = inverseDocumentFrequency(assets, weights.size);
    for (const [id, score] of scores) {
      const weight = weights.get(id);
      if (weight !== undefined)
        scores.set(
          id,
          score + rare * relevance(Math.min(MOST_WEIGHT, weight), lengthNorm(lengths.get(id) ?? 0, average)),
        );
    }
  }
  return scores;
}

function scoredTerms(criteria: readonly Criterion[]): readonly TextTerm[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return scoredTerms(criterion.of);
    if (criterion.kind !== 'text' || criterion.field !== undefined) return [];
    return criterion.terms.filter(({ isExcluded }) => !isExcluded);
  });
}

/** The weight of a term in every asset that has it, visible or not. */
function weightsOf(database: DatabaseSync, term: TextTerm, perspective: Perspective): Map<number, number> {
  const weights = new Map<number, number>();
  const add = (asset: number, weight: number) => weights.set(asset, (weights.get(asset) ?? 0) + weight);
  const texts = database.prepare(
    'SELECT asset, field, own_texts.words AS words FROM own_texts JOIN own_words ON own_words.rowid = own_texts.id WHERE own_words MATCH ?',
  );
  for (const { asset, field, words } of texts.all(matchOf(term))) {
    add(Number(asset), occurrences(String(words).split(' '), term) * (field === NAME ? NAME_WEIGHT : 1));
  }
  const { sql, bindings } = labels(term, perspective);
  for (const { id } of database.prepare(`SELECT asset.id AS id FROM assets AS asset WHERE ${sql}`).all(...bindings)) {
    add(Number(id), 1);
  }
  return weights;
}

function occurrences(words: readonly string[], { words: wanted, isPrefix }: TextTerm): number {
  const last = wanted.length - 1;
  return words.filter((_, start) =>
    wanted.every((word, i) =>
      i === last && isPrefix ? words[start + i]?.startsWith(word) : words[start + i] === word,
    ),
  ).length;
}

function numbersByAsset(database: DatabaseSync, sql: string): ReadonlyMap<number, number> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return new Map(statement.all() as unknown as [number, number][]);
}
