import { assettype } from './asset.do/assettype.ts';
import { details } from './asset.do/details.ts';
import { download } from './asset.do/download.ts';
import { downloadformats } from './asset.do/downloadformats.ts';
import { downloadformatsFor } from './asset.do/downloadformats_for.ts';
import { fileCategories } from './asset.do/file_categories.ts';
import { infofield } from './asset.do/infofield.ts';
import { play } from './asset.do/play.ts';
import { preview, thumb } from './asset.do/preview.ts';
import { properties } from './asset.do/properties.ts';
import { assetRelations } from './asset.do/relations.ts';
import { mediaStream } from './asset.do/stream.ts';
import { translation } from './asset.do/string.ts';
import { about } from './node.do/about.ts';
import { content } from './node.do/content.ts';
import { relations } from './node.do/relations.ts';
import { search } from './node.do/search.ts';
import { suggest } from './node.do/suggest.ts';
import { top } from './node.do/top.ts';
import { tree } from './node.do/tree.ts';
import type { Operation } from './operation.ts';
import { create } from './pin.do/create.ts';
import { get } from './review.do/get.ts';
import { post } from './review.do/post.ts';

/** All operations. A request names exactly one, so their order only affects the lists in error messages. */
export const OPERATIONS: readonly Operation[] = [
  tree,
  content,
  search,
  top,
  relations,
  suggest,
  about,
  thumb,
  preview,
  play,
  mediaStream,
  downloadformats,
  downloadformatsFor,
  download,
  details,
  infofield,
  assettype,
  fileCategories,
  properties,
  assetRelations,
  translation,
  create,
  get,
  post,
];
