/** Parameters of a search (interface: node.do search), including those of 1.x and deprecated ones. */

import { FILE_CATEGORIES } from '../../domain/file-properties.ts';
import { integer } from '../../domain/values.ts';
import { BOOLEAN, INTEGER, integerUpTo, oneInteger, TEXT } from '../codecs.ts';
import { each, many, one, orEmpty, type ParamValues, type Shape } from '../params.ts';

const CATEGORY = oneInteger(Object.values(FILE_CATEGORIES), 'a file category from 0 to 6');

/** Accepts 0, 1 or 2. */
const FACETS = integer(0, 2, '0, 1 or 2');

/** Maps the numbers of 1.x to sort keys. */
export const OLD_ORDERS = new Map([
  [0, { by: 'id' }],
  [1, { by: 'name' }],
  [2, { by: 'size' }],
  [3, { by: 'uploaded' }],
  [4, { by: 'original' }],
  [5, { by: 'uploaded_by' }],
  [9, { by: 'modified' }],
] as const);

const OLD_ORDER = oneInteger([...OLD_ORDERS.keys()], `one of ${[...OLD_ORDERS.keys()].join(', ')}`);

const category = (name: string) => one(BOOLEAN, `Show ${name}`, { default: true, isDeprecated: true });
const OLD = { isDeprecated: true } as const;
const SIZE = integer(0);

/** Parameters that say what to search for. */
const CRITERIA = {
  search: orEmpty(one(TEXT, 'Full text: word, word*, "two words", -word; empty is everything')),
  search_extensions: many(TEXT, 'File extensions'),
  search_uploaded_after: one(TEXT, 'Earliest upload date'),
  search_uploaded_before: one(TEXT, 'Latest upload date'),
  search_modified_after: one(TEXT, 'Earliest modification date'),
  search_modified_before: one(TEXT, 'Latest modification date'),
  search_infofield: each(TEXT, '<field ID>,<value>[,<value>…]; null opens an end of a range'),
  search_asset_type: many(INTEGER, 'Asset type IDs'),
  search_node: many(INTEGER, 'Node IDs'),
  search_node_type: many(INTEGER, 'Node type IDs', { since: '2.7' }),
  search_id: orEmpty(many(INTEGER, 'Asset IDs; an empty list finds nothing', { since: '2.6' })),
  search_custom: one(TEXT, 'Read by the configured search provider', { since: '2.7' }),
  search_file_category: many(CATEGORY, 'File categories', { since: '2.9.21' }),
  search_images: category('images'),
  search_documents: category('documents and texts'),
  search_videos: category('videos'),
  search_audios: category('audio files'),
  search_others: category('files of unknown kind and 3D models'),
  search_folder: one(INTEGER, 'Node ID', OLD),
  search_keyword: many(INTEGER, 'Node IDs', OLD),
  search_min_bytes: one(SIZE, 'Bytes at least', OLD),
  search_max_bytes: one(SIZE, 'Bytes at most', OLD),
  search_min_width: one(SIZE, 'Pixels at least', OLD),
  search_max_width: one(SIZE, 'Pixels at most', OLD),
  search_min_height: one(SIZE, 'Pixels at least', OLD),
  search_max_height: one(SIZE, 'Pixels at most', OLD),
} as const satisfies Shape;

/** Parameters that say how to search and what to show. */
const MANNER = {
  search_limit: one(integerUpTo(1, Number.MAX_SAFE_INTEGER), 'Results at most'),
  search_or_mode: one(BOOLEAN, 'Join criteria with OR', { default: false }),
  search_text_or_mode: one(BOOLEAN, 'Join the terms of the full text with OR', { default: true, since: '2.9.15' }),
  search_node_recursive: one(BOOLEAN, 'Include what is below the nodes', { default: true }),
  search_node_or_mode: one(BOOLEAN, 'Join nodes with OR', { default: false }),
  search_facets: one(FACETS, '0 assets, 1 facets, 2 both', { default: 0, since: '2.6' }),
  facet_fields: many(TEXT, 'Facets to return; default all'),
  search_order: one(OLD_ORDER, 'Sort key by its number in 1.x', OLD),
  search_order_seq: one(integer(0, 1), '0 ascending, 1 descending', OLD),
} as const satisfies Shape;

/** All parameters of a search except the result controls. */
export const SEARCH_PARAMETERS = { ...CRITERIA, ...MANNER } as const satisfies Shape;

export type SearchParameters = ParamValues<typeof SEARCH_PARAMETERS>;

/** Each criterion selects the operation; parameters that only say how to search do not (decisions 2). */
export const SEARCH_SELECTORS = Object.keys(CRITERIA).filter((name): name is keyof typeof CRITERIA => name in CRITERIA);
