import { epochOf } from '../../../../core/src/domain/dates.ts';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { readAll, visible } from '../assets.ts';
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
    'asset once with its latest change, the oldest first.',
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

/** Some of the activities, and the number of all. */
async function activities(offset: number, count: number, context: PathContext) {
  const { locale, services, signal, timeZone, catalogue } = context;
  const sort = [{ by: 'modified', descending: false }] as const;
  const found = await services.search.find(
    { all: [], sort, locale, offset, count, ...(await seenNow(context)) },
    { signal },
  );
  const assets = visible(await readAll(found.ids, (ids) => catalogue.assets(ids)), context);
  const items = assets.map((asset) => {
    const [uploaded, modified] = [epochOf(asset.uploaded, timeZone), epochOf(asset.modified, timeZone)];
    return {
      type: modified > uploaded ? 'Update' : 'Create',
      object: { id: manifestAddress(asset, context), type: 'Manifest' },
      endTime: new Date(modified).toISOString(),
    };
  });
  return { items, total: found.total };
}
