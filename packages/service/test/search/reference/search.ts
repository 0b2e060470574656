import {
  type Criterion,
  EXACT,
  NEAR_WORDS,
  type SearchIndex,
  type Seen,
} from '../../../../columnar/src/search-index.ts';
import { holds } from '../../../../columnar/test/reference/criteria.ts';
import { facetOf } from '../../../../columnar/test/reference/facets.ts';
import { groupsOf, isPending, nearest } from '../../../../columnar/test/reference/looks.ts';
import { editsBetween, wordsSeen } from '../../../../columnar/test/reference/near.ts';
import type { Perspective, Texts } from '../../../../columnar/test/reference/perspective.ts';
import { inOrder } from '../../../../columnar/test/reference/sort.ts';
import { textsOf } from '../../../../columnar/test/reference/texts.ts';
import { linkedNodes } from '../../../../columnar/test/reference/values.ts';
import type { TextPlace } from '../../../../core/src/domain/full-text.ts';
import type { AssetRecord } from '../../../../core/src/domain/model.ts';
import { compareNames, textIn } from '../../../../core/src/domain/text.ts';
import { nextBoundaryOf, validityOf } from '../../../../core/src/domain/validity.ts';
import { wordsOf } from '../../../../core/src/domain/words.ts';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { meanRating, type Review } from '../../../src/reviews/store/review.ts';

/** The SearchIndex port in its simplest form: each answer walks over all assets. The caller closes the catalogue. */
export function openReferenceSearch(catalogue: Catalogue): SearchIndex {
  let state: Omit<Perspective, keyof Seen> | undefined;

  async function perspectiveOf({ viewer, validAt }: Seen, signal: AbortSignal): Promise<Perspective> {
    signal.throwIfAborted();
    const { revision } = await catalogue.snapshot();
    if (state?.model.revision !== revision) {
      await using records = await catalogue.openRecords();
      const assets = (await Array.fromAsync(records.assets())).flat();
      const snapshot = await catalogue.snapshot();
      const texts = new Map<number, Texts>();
      for (const asset of assets) {
        const pages = (await snapshot.document(asset.id))?.pages;
        texts.set(asset.id, textsOf(asset, records.model, pages));
      }
      const ratings = meansOf((await Array.fromAsync(records.reviews())).flat());
      state = { model: records.model, assets, texts, ratings };
    }
    return { ...state, viewer, validAt };
  }

  const counts = (perspective: Perspective, word: string, isPrefix: boolean, within?: TextPlace) => {
    const term = { words: [word], isPrefix, isExcluded: false, ...(within && { within }) };
    return visible(perspective, [{ kind: 'text', terms: [term], join: 'any' }]).length;
  };

  const visible = (perspective: Perspective, criteria: readonly Criterion[]) =>
    perspective.assets.filter(
      (asset) => exists(asset, perspective) && criteria.every((each) => holds(each, asset, perspective)),
    );

  function exists(asset: AssetRecord, { viewer, validAt }: Perspective): boolean {
    if (!viewer.canViewAsset(asset.nodes)) return false;
    return validAt === undefined || viewer.isAnyTime(asset.nodes) || validityOf(asset, validAt, 'UTC') === 'valid';
  }

  return {
    capabilities: EXACT,
    find: async (query, { signal }) => {
      const perspective = await perspectiveOf(query, signal);
      let criteria = query.all;
      let found = visible(perspective, criteria);
      const isOtherwise = found.length === 0 && query.otherwise !== undefined;
      if (isOtherwise && query.otherwise) {
        criteria = query.otherwise;
        found = visible(perspective, criteria);
      }
      const { sort, locale, offset, count, facets } = query;
      // What is hidden may change no order.
      const seen = { ...perspective, assets: visible(perspective, []) };
      const ids = inOrder(found, { sort, locale, criteria }, seen).map(({ id }) => id);
      return {
        ids: ids.slice(offset, offset + count),
        total: ids.length,
        ...(isOtherwise && { isOtherwise }),
        ...(facets && {
          facets: facets.fields.map((field) => facetOf(field, found, { limit: facets.limit, locale }, perspective)),
        }),
      };
    },
    visible: async (ids, { signal, ...seen }) => {
      const found = visible(await perspectiveOf(seen, signal), [{ kind: 'ids', ids }]);
      return new Set(found.map(({ id }) => id));
    },
    similar: async ({ asset, all, maxDistance, offset, count, ...who }, { signal }) => {
      const perspective = await perspectiveOf(who, signal);
      const seen = visible(perspective, []);
      const own = seen.find(({ id }) => id === asset);
      const near = own ? nearest(own, visible(perspective, all), maxDistance) : [];
      const pending = seen.filter(isPending).length;
      return { matches: near.slice(offset, offset + count), total: near.length, pending };
    },
    duplicates: async ({ maxDistance, offset, count, ...who }, { signal }) => {
      const seen = visible(await perspectiveOf(who, signal), []);
      const groups = groupsOf(seen, maxDistance);
      const pending = seen.filter(isPending).length;
      return { groups: groups.slice(offset, offset + count), total: groups.length, pending, uncompared: 0 };
    },
    nextBoundary: async (at, { viewer, signal }) => {
      const all = visible(await perspectiveOf({ viewer }, signal), []);
      const nexts = all.map((asset) => nextBoundaryOf(asset, at, 'UTC')).filter((each) => each !== undefined);
      return nexts.length === 0 ? undefined : Math.min(...nexts);
    },
    countByNode: async ({ type, recursive, references, ...seen }, { signal }) => {
      const perspective = await perspectiveOf(seen, signal);
      const { trees } = perspective.model;
      const counts = new Map<number, number>();
      for (const asset of visible(perspective, [])) {
        const linked = linkedNodes(asset, references, perspective);
        const all = recursive ? linked.flatMap((id) => trees.path(id).map((node) => node.id)) : linked;
        for (const id of new Set(all)) {
          if (trees.get(id)?.type === type) counts.set(id, (counts.get(id) ?? 0) + 1);
        }
      }
      return counts;
    },
    near: async (words, { asPrefixes, within, signal, ...seen }) => {
      const perspective = await perspectiveOf(seen, signal);
      const known = new Set(wordsSeen(perspective, visible(perspective, [])));
      return words.map((word) => {
        if (counts(perspective, word, asPrefixes, within) > 0) return undefined;
        const letters = [...word].length;
        return [...known]
          .map((near) => ({ word: near, edits: editsBetween(word, near) }))
          .filter(({ edits }) => edits <= (letters < 4 ? 0 : letters < 8 ? 1 : 2))
          .map((near) => ({ ...near, assets: counts(perspective, near.word, false, within) }))
          .filter(({ assets }) => assets > 0)
          .sort((a, b) => a.edits - b.edits || b.assets - a.assets || (a.word < b.word ? -1 : 1))
          .slice(0, NEAR_WORDS);
      });
    },
    suggest: async (text, { type, limit, locale, viewer, signal }) => {
      const { model } = await perspectiveOf({ viewer }, signal);
      const wanted = wordsOf(text);
      const startsAt = (words: readonly string[], at: number) =>
        wanted.every((word, index) => {
          const found = words[at + index];
          return index === wanted.length - 1 ? found?.startsWith(word) : found === word;
        });
      const found: { name: string; isFirst: boolean }[] = [];
      for (const node of model.trees.nodes()) {
        if (wanted.length === 0 || !viewer.canViewNode(node.id)) continue;
        if (type !== undefined && node.type !== type) continue;
        const name = textIn(node.name, locale, model);
        const words = wordsOf(name);
        if (words.some((_, at) => startsAt(words, at))) found.push({ name, isFirst: startsAt(words, 0) });
      }
      const compare = compareNames(locale);
      found.sort(
        (a, b) => Number(b.isFirst) - Number(a.isFirst) || compare(a.name, b.name) || (a.name < b.name ? -1 : 1),
      );
      return [...new Set(found.map(({ name }) => name))].slice(0, limit);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Mean of the newest rating of each user with a token and of all other ratings. */
function meansOf(reviews: readonly Review[]): ReadonlyMap<number, number> {
  const rated = reviews.filter(({ rating }) => rating !== undefined).sort((a, b) => Number(a.date) - Number(b.date));
  return new Map(
    Map.groupBy(rated, ({ asset }) => asset)
      .entries()
      .map(([asset, own]) => {
        const counted = new Map(
          own.map((review, place) => [review.isAnonymous ? `${place}` : `of ${review.user}`, review]),
        );
        const counts = Map.groupBy(counted.values(), ({ rating }) => rating as number);
        return [asset, meanRating(new Map(counts.entries().map(([rating, { length }]) => [rating, length])))];
      }),
  );
}
