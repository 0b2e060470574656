import { ApiError } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import type { CatalogueNode } from '../../../../core/src/domain/model.ts';
import { readAll, visible } from '../assets.ts';
import { requireNode } from '../nodes.ts';
import { documentOperation, type PathContext } from '../path-operation.ts';
import { seenNow } from '../seen.ts';
import { havingManifest } from './having-manifest.ts';
import { type LanguageMap, ownLanguages, unspoken } from './language-map.ts';
import { homepage, labelOf, manifestAddress, provider } from './manifest.ts';
import { contextOf, documentTypes, isOffered, PRESENTATION, readNumber } from './offered.ts';

/** Most items of a collection; one with more has parts. */
const MAX_ITEMS = 1000;

/** Files of the other category, and records, have no manifest. */
const SHOWN = Object.values(FILE_CATEGORIES).filter((category) => category !== FILE_CATEGORIES.unknown);
/** How long a collection may be kept, in seconds, of whose assets some are not drawn yet, so that they may turn out to lack one. */
const UNDRAWN_SECONDS = 60;

const NODE = 'ID of a node';
const SHARED = {
  params: {},
  errors: ['node_not_found'],
  mediaTypes: documentTypes('presentation/3'),
  isOffered,
} as const;

/** GET /iiif/presentation/3/node/<id>: lists what a node has (Presentation API 3.0, Collection). */
export const collection = documentOperation({
  ...SHARED,
  name: 'iiif collection',
  path: '/iiif/presentation/3/node/{id}',
  parts: { id: NODE },
  summary: 'Collection of a node for IIIF viewers',
  description:
    'Returns the nodes below the node and the assets that are assigned to it (IIIF Presentation API 3.0), as far as the caller may view ' +
    'them. A collection of more than 1,000 items is one of parts.',
  handle: async (context) => {
    const node = nodeOf(context);
    const { items, total, ...caching } = await itemsOf(node, undefined, context);
    const parts = Array.from({ length: Math.ceil(total / MAX_ITEMS) }, (_, index) =>
      partOf(node, index + 1, total, context),
    );
    return {
      document: document(node, nodeAddress(node, context), total > MAX_ITEMS ? parts : items, context),
      ...caching,
    };
  },
});

/** GET /iiif/presentation/3/node/<id>/part/<n>: a part of a large collection. */
export const collectionPart = documentOperation({
  ...SHARED,
  name: 'iiif collection part',
  path: '/iiif/presentation/3/node/{id}/part/{n}',
  parts: { id: NODE, n: 'Number of a part, from 1' },
  summary: 'Part of a large collection for IIIF viewers',
  description: 'Returns 1,000 items of the collection of a node, of the last part the rest.',
  handle: async (context) => {
    const node = nodeOf(context);
    const number = readNumber(context.parts['n'] ?? '');
    if (!number) throw noSuchPart(node);
    const { items, total, ...caching } = await itemsOf(node, number, context);
    if (total <= Math.max(1, number - 1) * MAX_ITEMS) throw noSuchPart(node);
    const whole = { id: nodeAddress(node, context), type: 'Collection' };
    const part = document(node, partAddress(node, number, context), items, context);
    return { document: { ...part, partOf: [whole] }, ...caching };
  },
});

function nodeOf(context: PathContext): CatalogueNode {
  const id = readNumber(context.parts['id'] ?? '');
  if (id === undefined) throw new ApiError('node_not_found', 'id: no node has this ID');
  return requireNode('id', id, context);
}

function noSuchPart({ id }: CatalogueNode): ApiError {
  return new ApiError('node_not_found', `n: the collection of node ${id} has no such part`);
}

function nodeAddress({ id }: CatalogueNode, { caller }: PathContext): string {
  return `${caller.base}${PRESENTATION}/node/${id}`;
}

function partAddress(node: CatalogueNode, number: number, context: PathContext): string {
  return `${nodeAddress(node, context)}/part/${number}`;
}

interface Item {
  readonly id: string;
  readonly type: 'Collection' | 'Manifest';
  readonly label: LanguageMap;
}

function document(node: CatalogueNode, id: string, items: readonly Item[], context: PathContext) {
  const label = nodeLabel(node, context);
  return {
    '@context': contextOf('presentation/3'),
    ...{ id, type: 'Collection', label },
    provider: [provider(context)],
    ...homepage(`?node=${node.id}`, label, context),
    items,
  };
}

function nodeLabel({ name }: CatalogueNode, context: PathContext): LanguageMap {
  return ownLanguages(name, context) ?? unspoken('?');
}

function partOf(node: CatalogueNode, number: number, total: number, context: PathContext): Item {
  const [from, to] = [(number - 1) * MAX_ITEMS + 1, Math.min(number * MAX_ITEMS, total)];
  return { id: partAddress(node, number, context), type: 'Collection', label: unspoken(`${from}–${to}`) };
}

/**
 * The items of a part from 1, or of a whole that needs no parts, and the number of all. The nodes below it are the first.
 */
async function itemsOf(
  node: CatalogueNode,
  part: number | undefined,
  context: PathContext,
): Promise<{ readonly items: readonly Item[]; readonly total: number; readonly maxAgeSeconds?: number }> {
  const { model, viewer, locale, services, signal } = context;
  const below = model.trees.children(node.id, locale).filter(({ id }) => viewer.canViewNode(id));
  const offset = ((part ?? 1) - 1) * MAX_ITEMS;
  const nodes = below.slice(offset, offset + MAX_ITEMS).map(
    (each): Item => ({
      id: nodeAddress(each, context),
      type: 'Collection',
      label: nodeLabel(each, context),
    }),
  );
  const found = await services.search.find(
    {
      all: [
        { kind: 'nodes', ids: [node.id], recursive: false, references: false },
        { kind: 'categories', values: SHOWN },
      ],
      sort: [{ by: 'name', descending: false }],
      offset: Math.max(0, offset - below.length),
      // At least one, because a query for none may not count.
      count: Math.max(1, MAX_ITEMS - nodes.length),
      ...{ locale, ...(await seenNow(context)) },
    },
    { signal },
  );
  const total = below.length + found.total;
  const isDivided = part === undefined && total > MAX_ITEMS;
  const shown = isDivided ? [] : found.ids.slice(0, MAX_ITEMS - nodes.length);
  const assets = visible(await readAll(shown, context.catalogue.assets), context);
  const { having, isLasting } = await havingManifest(assets, context);
  const manifests = having.map(
    (asset): Item => ({
      id: manifestAddress(asset, context),
      type: 'Manifest',
      label: labelOf(asset, context),
    }),
  );
  return { items: [...nodes, ...manifests], total, ...(isLasting ? {} : { maxAgeSeconds: UNDRAWN_SECONDS }) };
}
