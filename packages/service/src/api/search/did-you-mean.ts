/** Suggests other texts where a full text finds nothing (extensions E9). */
import Type, { type Static } from 'typebox';
import { type NearWord, type Seen, TooMuchWork } from '../../../../columnar/src/search-index.ts';
import { type PlainWord, plainWordsIn, type TextPlace } from '../../../../core/src/domain/full-text.ts';
import type { Context } from '../operation.ts';
import type { Search } from './criteria.ts';

const Suggestion = Type.Object({
  search: Type.String({ description: 'Text to search for, with the same other parameters' }),
  total: Type.Integer({ description: 'Number of assets that it finds' }),
});

type Suggestion = Static<typeof Suggestion>;

/** Schema of `did_you_mean`. */
export const DidYouMean = Type.Array(Suggestion, {
  description: 'Up to 3 texts that differ by a letter or two and find something',
});

const MAX_SUGGESTIONS = 3;
/** Maximum number of words of a text that are looked at. */
const MAX_WORDS = 32;
/** Maximum number of different words that find nothing and are replaced, the first ones. */
const MAX_MISSING = 4;
/** Maximum number of texts that are tried. */
const MAX_TRIED = 100;

/** A text with the edits that made it. */
interface Attempt {
  readonly search: string;
  readonly edits: number;
  /** Number of assets of its rarest new word. */
  readonly assets: number;
}

/** Who asks, and what is asked. */
type Asking = Seen &
  Pick<Context, 'locale' | 'signal'> & {
    /** Where words are looked for; everywhere if undefined. */
    readonly within?: TextPlace | undefined;
    readonly services: Pick<Context['services'], 'search'>;
    readonly settings: { readonly search: Pick<Context['settings']['search'], 'prefixes'> };
  };

/**
 * Returns the texts in which each plain word that finds nothing is replaced by a word near it, with the totals of the
 * search by them: first those of the fewest edits, then of the highest totals, then by alphabet.
 */
export async function didYouMean(
  text: string,
  criteriaOf: (text: string) => Pick<Search, 'all' | 'otherwise'>,
  context: Asking,
): Promise<Suggestion[]> {
  const { services, settings, viewer, validAt, within, locale, signal } = context;
  const written = plainWordsIn(text).slice(0, MAX_WORDS);
  const words = [...new Set(written.map(({ word }) => word))];
  const asPrefixes = settings.search.prefixes !== 'never';
  const replaced = new Map<string, readonly NearWord[]>();
  let missing = 0;
  for (const word of words) {
    // One at a time, so that a long text doesn't occupy the thread.
    const [near] = await services.search.near([word], { asPrefixes, within, viewer, validAt, signal });
    if (!near) continue;
    if (near.length > 0) replaced.set(word, near);
    missing += 1;
    if (missing === MAX_MISSING) break;
  }
  const attempts = attemptsFor(text, written, replaced);
  const totalOf = async (search: string) => {
    const query = { ...criteriaOf(search), sort: [], locale, offset: 0, count: 0, viewer, validAt };
    try {
      return (await services.search.find(query, { signal })).total;
    } catch (error) {
      if (error instanceof TooMuchWork) return 0;
      throw error;
    }
  };
  const isBounded = replaced.size === 1 && isAlone(criteriaOf(attempts[0]?.search ?? '').all);
  const found: (Suggestion & { readonly edits: number })[] = [];
  // Attempts come by edits, so those of more edits are needed only if there are too few.
  for (const [edits, alike] of Map.groupBy(attempts, (attempt) => attempt.edits)) {
    if (found.length >= MAX_SUGGESTIONS) break;
    for (const { search, assets } of alike) {
      // Those that follow find even fewer.
      if (isBounded && (found[MAX_SUGGESTIONS - 1]?.total ?? 0) > assets) break;
      const total = await totalOf(search);
      if (total > 0) found.push({ search, total, edits });
      found.sort((a, b) => a.edits - b.edits || b.total - a.total || (a.search < b.search ? -1 : 1));
    }
  }
  return found.slice(0, MAX_SUGGESTIONS).map(({ search, total }) => ({ search, total }));
}

/** Returns true if only one text is asked, whose other terms find nothing: no more is found than by the new word. */
function isAlone([only, ...more]: Search['all']): boolean {
  if (more.length > 0 || only?.kind !== 'text') return false;
  return (only.join === 'any' || only.terms.length === 1) && !only.terms.some(({ isExcluded }) => isExcluded);
}

/** Returns the texts to try by rising edits, those with frequent words first. */
function attemptsFor(
  text: string,
  written: readonly PlainWord[],
  near: ReadonlyMap<string, readonly NearWord[]>,
): readonly Attempt[] {
  if (near.size === 0) return [];
  const each = Math.floor(MAX_TRIED ** (1 / near.size));
  let chosen: (readonly NearWord[])[] = [[]];
  for (const words of near.values())
    chosen = chosen.flatMap((before) => words.slice(0, each).map((word) => [...before, word]));
  return chosen
    .map((words) => {
      const by = new Map([...near.keys()].map((word, i) => [word, words[i]?.word ?? word]));
      return {
        search: withWords(text, written, by),
        edits: words.reduce((sum, { edits }) => sum + edits, 0),
        assets: Math.min(...words.map(({ assets }) => assets)),
      };
    })
    .sort((a, b) => a.edits - b.edits || b.assets - a.assets);
}

function withWords(text: string, written: readonly PlainWord[], by: ReadonlyMap<string, string>): string {
  return written.toReversed().reduce((changed, { word, start, end }) => {
    return changed.slice(0, start) + (by.get(word) ?? changed.slice(start, end)) + changed.slice(end);
  }, text);
}
