import { epochOf } from '../../../../core/src/domain/dates.ts';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { readAll, visible } from '../assets.ts';
import { feedScopeOf } from '../feed-scope.ts';
import { documentOperation, type PathContext } from '../path-operation.ts';
import { seenNow } from '../seen.ts';
import { manifestAddress } from './manifest.ts';
import { contextOf, documentTypes, isOffered, readNumber } from './offered.ts';

/** Activities on a page. */
const PAGE_ITEMS = 1000;
const DISCOVERY = 'iiif/discovery/1';

const SHARED = {
  params: {},
  errors: ['path_not_found'],
  mediaTypes: documentTypes('discovery/1'),
  isOffered,
} as const;

/** GET /iiif/discovery/1/collection: tells harvesters where the latest changes are (Change Discovery API 1.0). */
export const discovery = documentOperation({
  ...SHARED,
  name: 'iiif discovery',
  path: '/iiif/discovery/1/collection',
  parts: {},
  summary: 'Changes for IIIF harvesters',
  description:
    'Returns the first and the last page of the changes of assets that the caller may view (IIIF Change Discovery API 1.0): each ' +
    'asset once with its latest change, the oldest first, and a `Delete` for each that has gone from sight while changes are ' +
    'kept. A `Refresh` comes before all where rules of access have changed meanwhile.',
  handle: async (context) => {
    const { total } = await activities(0, 1, context);
    const pages = Math.ceil(total / PAGE_ITEMS);
    if (pages === 0) throw nothing();
    return {
      document: {
        '@context': contextOf('discovery/1'),
        ...{ id: collectionAddress(context), type: 'OrderedCollection', totalItems: total },
        first: page(1, context),
        last: page(pages, context),
      },
    };
  },
});

/** GET /iiif/discovery/1/page/<n>: a page of changes. */
export const discoveryPage = documentOperation({
  ...SHARED,
  name: 'iiif discovery page',
  path: '/iiif/discovery/1/page/{n}',
  parts: { n: 'Number of a page, from 1, the oldest' },
  summary: 'Page of changes for IIIF harvesters',
  description: 'Returns up to 1,000 changes, each with the manifest of an asset, in the order of their times.',
  handle: async (context) => {
    const number = readNumber(context.parts['n'] ?? '') ?? 0;
    const startIndex = (number - 1) * PAGE_ITEMS;
    const { items, total } = number < 1 ? { items: [], total: 0 } : await activities(startIndex, PAGE_ITEMS, context);
    if (items.length === 0) throw nothing();
    return {
      document: {
        '@context': contextOf('discovery/1'),
        ...page(number, context),
        startIndex,
        partOf: { id: collectionAddress(context), type: 'OrderedCollection' },
        ...(number > 1 ? { prev: page(number - 1, context) } : {}),
        ...(startIndex + PAGE_ITEMS < total ? { next: page(number + 1, context) } : {}),
        orderedItems: items,
      },
    };
  },
});

function nothing(): ApiError {
  return new ApiError('path_not_found', 'there are no changes here');
}

function collectionAddress({ caller }: PathContext): string {
  return `${caller.base}${DISCOVERY}/collection`;
}

function page(number: number, { caller }: PathContext) {
  return { id: `${caller.base}${DISCOVERY}/page/${number}`, type: 'OrderedCollectionPage' };
}

/** Some of the activities, and the number of all. Those of assets are sorted by the search, those of others are few. */
async function activities(offset: number, count: number, context: PathContext) {
  const { ruled, assets: gone } = await context.services.feed.gone(feedScopeOf(context), context.signal);
  const { total } = await assetsAt(0, 1, context);
  if (total + gone.length === 0) return { items: [], total: 0 };
  const first = ruled === undefined ? [] : [{ type: 'Refresh', startTime: isoTime(ruled) }];
  // Harvesters read back to the time of their last visit: all that follows a refresh is as new as it.
  const timeOf = (time: number) => Math.max(time, ruled ?? 0);
  const begin = Math.max(0, offset - first.length);
  const end = Math.max(0, offset + count - first.length);
  const goneBefore = await goneWithin(begin);
  const found = await assetsAt(begin - goneBefore, end - begin, context);
  const others = gone.slice(goneBefore, goneBefore + end - begin).map(({ id, at }) => ({
    ...{ time: timeOf(at), isGone: 1 },
    activity: { type: 'Delete', object: manifestOf({ id }, context), endTime: isoTime(timeOf(at)) },
  }));
  const present = found.assets.map((asset) => {
    const [uploaded, modified] = timesOf(asset, context);
    const time = timeOf(modified);
    const type = modified > uploaded ? 'Update' : 'Create';
    return { time, isGone: 0, activity: { type, object: manifestOf(asset, context), endTime: isoTime(time) } };
  });
  const merged = [...present, ...others].sort((a, b) => a.time - b.time || a.isGone - b.isGone);
  const items = merged.slice(0, end - begin).map(({ activity }) => activity);
  return { items: [...first.slice(offset), ...items], total: first.length + total + gone.length };

  /** How many of the first activities are of assets that are gone: the least such number that leaves no earlier one out. */
  async function goneWithin(place: number): Promise<number> {
    let low = Math.max(0, place - total);
    let high = Math.min(gone.length, place);
    while (low < high) {
      const middle = (low + high) >> 1;
      // The asset that would be the last before the place, if no more than these were gone before it.
      const [asset] = (await assetsAt(place - middle - 1, 1, context)).assets;
      const last = asset === undefined ? Number.POSITIVE_INFINITY : timeOf(timesOf(asset, context)[1]);
      if (timeOf(gone[middle]?.at ?? 0) < last) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

async function assetsAt(offset: number, count: number, context: PathContext) {
  const { locale, services, signal, catalogue } = context;
  const sort = [{ by: 'modified', descending: false }] as const;
  const seen = await seenNow(context);
  const found = await services.search.find({ all: [], sort, locale, offset, count, ...seen }, { signal });
  return { assets: visible(await readAll(found.ids, (ids) => catalogue.assets(ids)), context), total: found.total };
}

function timesOf({ uploaded, modified }: Pick<Asset, 'uploaded' | 'modified'>, { timeZone }: PathContext) {
  return [epochOf(uploaded, timeZone), epochOf(modified, timeZone)] as const;
}

function manifestOf(asset: Pick<Asset, 'id'>, context: PathContext) {
  return { id: manifestAddress(asset, context), type: 'Manifest' };
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
