import { details } from './asset.do/details.ts';
import { download } from './asset.do/download.ts';
import { downloadformats } from './asset.do/downloadformats.ts';
import { downloadformatsFor } from './asset.do/downloadformats_for.ts';
import { infofield } from './asset.do/infofield.ts';
import { assettype, fileCategories, properties, translation } from './asset.do/labels.ts';
import { play } from './asset.do/play.ts';
import { preview, thumb } from './asset.do/preview.ts';
import { assetRelations } from './asset.do/relations.ts';
import { mediaStream } from './asset.do/stream.ts';
import { tile, tiles } from './asset.do/tiles.ts';
import { about } from './node.do/about.ts';
import { content } from './node.do/content.ts';
import { relations } from './node.do/relations.ts';
import { search } from './node.do/search.ts';
import { suggest } from './node.do/suggest.ts';
import { top } from './node.do/top.ts';
import { tree } from './node.do/tree.ts';
import { type AnyOperation, ENDPOINTS, type Endpoint, type Operation } from './operation.ts';
import { create } from './pin.do/create.ts';
import { get } from './review.do/get.ts';
import { post } from './review.do/post.ts';

/** All operations by endpoint and name, with the types of their parameters and results. */
export const OPERATIONS = {
  'node.do': { tree, id: content, search, top, relations, suggest, about },
  'asset.do': {
    thumb,
    preview,
    play,
    stream: mediaStream,
    tiles,
    tile,
    downloadformats,
    downloadformats_for: downloadformatsFor,
    download,
    details,
    infofield,
    assettype,
    file_categories: fileCategories,
    properties,
    relations: assetRelations,
    string: translation,
  },
  'pin.do': { create },
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
