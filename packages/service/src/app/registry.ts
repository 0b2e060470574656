import { details } from '../api/asset.do/details.ts';
import { download } from '../api/asset.do/download.ts';
import { downloadformats } from '../api/asset.do/downloadformats.ts';
import { downloadformatsFor } from '../api/asset.do/downloadformats_for.ts';
import { hits } from '../api/asset.do/hits.ts';
import { infofield } from '../api/asset.do/infofield.ts';
import { assettype, fileCategories, properties, translation } from '../api/asset.do/labels.ts';
import { picture } from '../api/asset.do/picture.ts';
import { play } from '../api/asset.do/play.ts';
import { preview, thumb } from '../api/asset.do/preview.ts';
import { assetRelations } from '../api/asset.do/relations.ts';
import { mediaStream } from '../api/asset.do/stream.ts';
import { collection, collectionPart } from '../api/iiif/collection.ts';
import { discovery, discoveryPage } from '../api/iiif/discovery.ts';
import { image } from '../api/iiif/image.ts';
import { imageBase, imageInfo } from '../api/iiif/image-info.ts';
import { manifest } from '../api/iiif/manifest.ts';
import { about } from '../api/node.do/about.ts';
import { changes } from '../api/node.do/changes.ts';
import { content } from '../api/node.do/content.ts';
import { duplicates } from '../api/node.do/duplicates.ts';
import { relations } from '../api/node.do/relations.ts';
import { search } from '../api/node.do/search.ts';
import { similar } from '../api/node.do/similar.ts';
import { suggest } from '../api/node.do/suggest.ts';
import { top } from '../api/node.do/top.ts';
import { tree } from '../api/node.do/tree.ts';
import { oembed } from '../api/oembed.ts';
import { type AnyOperation, ENDPOINTS, type Endpoint, type Operation } from '../api/operation.ts';
import type { PathOperation } from '../api/path-operation.ts';
import { create } from '../pins/pin.do/create.ts';
import { list } from '../pins/pin.do/list.ts';
import { revoke } from '../pins/pin.do/revoke.ts';
import { get } from '../reviews/review.do/get.ts';
import { post } from '../reviews/review.do/post.ts';

/** All operations by endpoint and name, with the types of their parameters and results. */
const OPERATIONS = {
  'node.do': { tree, id: content, search, similar, duplicates, top, relations, suggest, changes, about },
  'asset.do': {
    thumb,
    preview,
    picture,
    play,
    stream: mediaStream,
    downloadformats,
    downloadformats_for: downloadformatsFor,
    download,
    details,
    hits,
    infofield,
    assettype,
    file_categories: fileCategories,
    properties,
    relations: assetRelations,
    string: translation,
  },
  'pin.do': { create, list, revoke },
  'review.do': { get, post },
} as const satisfies Readonly<Record<Endpoint, Readonly<Record<string, AnyOperation>>>>;

/** All operations. A request names exactly one, so their order only affects the lists in error messages. */
export const OPERATION_LIST: readonly Operation[] = ENDPOINTS.flatMap((endpoint) =>
  Object.entries<AnyOperation>(OPERATIONS[endpoint]).map(([name, operation]) => ({
    selectors: [name],
    ...operation,
    endpoint,
  })),
);

/** The operations that have paths of their own. */
export const PATH_OPERATIONS: readonly PathOperation[] = [
  ...[imageBase, imageInfo, image],
  ...[manifest, collection, collectionPart],
  ...[discovery, discoveryPage],
  oembed,
];
