/** Parameters of a search (interface: node.do search), including those of 1.x and deprecated ones. */

import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import { ORIENTATIONS } from '../../../../core/src/domain/orientation.ts';
import { DURATION_CLASSES } from '../../../../core/src/domain/playing-time.ts';
import { VALIDITIES } from '../../../../core/src/domain/validity.ts';
import { integer, number } from '../../../../core/src/domain/values.ts';
import {
  BOOLEAN,
  each,
  ID,
  integerFrom,
  integerUpTo,
  many,
  one,
  oneInteger,
  oneWord,
  orEmpty,
  type ParamValues,
  type Shape,
  TEXT,
} from '../params.ts';

const CATEGORY = oneInteger(Object.values(FILE_CATEGORIES), 'a file category from 0 to 6');

/** Most commas in a licence or a source type that a search finds. */
const MAX_COMMAS = 3;

/** All texts with commas that may be in a list with commas. Those that no asset has find nothing. */
function withCommas(list: string): readonly string[] {
  const parts = list.split(',');
  return parts.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_COMMAS, parts.length - from - 1) }, (_, more) =>
      parts
        .slice(from, from + more + 2)
        .join(',')
        .trim(),
    ),
  );
}

/** A list of what files may state in any words. */
function ofStated(description: string) {
  const texts = many(TEXT, `${description}; each may have up to ${MAX_COMMAS} commas`);
  return {
    ...texts,
    read: (given: readonly string[], name: string) => {
      const items = texts.read(given, name);
      return items.length === 0 ? items : [...new Set([...items, ...given.flatMap(withCommas)])];
    },
  };
}

/** Accepts 0, 1 or 2. */
const FACETS = integer(0, 2, '0, 1 or 2');

/** Maps the numbers of 1.x to sort keys. `uploaded_by` has no word in `sort_order` (result-controls.ts). */
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

const category = (name: string) => one(BOOLEAN, `\`false\` leaves out ${name}`, { default: true, isDeprecated: true });

const OLD = { isDeprecated: true } as const;
const SIZE = integerFrom(0);
const SECONDS = number(0);

/** Parameters that say what to search for. */
const CRITERIA = {
  search: orEmpty(
    one(
      TEXT,
      'Text that assets contain: `word`, `word*` for a beginning, `"two words"` for a phrase, `-word` to exclude. An empty text finds every asset',
    ),
  ),
  search_extensions: many(TEXT, 'File extensions, with or without a dot'),
  search_uploaded_after: one(
    TEXT,
    'First date of upload: ISO 8601, dd.MM.yyyy, MM/dd/yyyy, epoch milliseconds, or words such as `yesterday` or ' +
      '`last 7 days` in English or, if the service speaks it, the language of the request',
  ),
  search_uploaded_before: one(TEXT, 'Last date of upload'),
  search_modified_after: one(TEXT, 'First date of modification'),
  search_modified_before: one(TEXT, 'Last date of modification'),
  search_infofield: each(
    TEXT,
    '`<field ID>,<value>[,<value>…]`. Texts match any value as in a full text, numbers and dates one value ' +
      'or a range whose ends may be `null` or empty, dropdowns and node references any of the IDs, ' +
      'checkboxes `true` or `false`. A comma within double quotes parts nothing: `102,"May 1, 2024"`. Repeat ' +
      'the parameter for several criteria',
  ),
  search_asset_type: many(ID, 'IDs of asset types'),
  search_node: many(ID, 'IDs of nodes that assets are assigned to'),
  search_node_type: many(ID, 'IDs of node types of which assets have a node', {
    since: '2.7',
  }),
  search_id: orEmpty(many(ID, 'IDs of assets; an empty list finds nothing', { since: '2.6' })),
  search_licence: ofStated('Licences by SPDX name or address, such as `CC-BY-4.0`'),
  search_source_type: ofStated('IPTC digital source types, such as `trainedAlgorithmicMedia`'),
  search_validity: many(oneWord(...VALIDITIES), 'States at the time of the request, `any_time` or not'),
  search_custom: one(TEXT, 'Text for the configured search provider, which turns it into other parameters', {
    since: '2.7',
  }),
  search_file_category: many(CATEGORY, 'Numbers of file categories; replaces `search_images` and the like', {
    since: '2.9.21',
  }),
  search_images: category('images'),
  search_documents: category('documents and texts'),
  search_videos: category('videos'),
  search_audios: category('audio files'),
  search_others: category('files of unknown kind and 3D models'),
  search_folder: one(
    ID,
    'ID of a node that assets are assigned to, or to a node below it; a criterion of its own',
    OLD,
  ),
  search_keyword: many(ID, 'IDs of further nodes, as in `search_node`', OLD),
  search_min_bytes: one(SIZE, 'Minimum file size in bytes', OLD),
  search_max_bytes: one(SIZE, 'Maximum file size in bytes', OLD),
  search_min_width: one(SIZE, 'Minimum width in pixels', OLD),
  search_max_width: one(SIZE, 'Maximum width in pixels', OLD),
  search_min_height: one(SIZE, 'Minimum height in pixels', OLD),
  search_max_height: one(SIZE, 'Maximum height in pixels', OLD),
  search_orientation: many(
    oneWord(...ORIENTATIONS),
    'What is seen: sides of a `square` differ by 2 % at most; a `panorama` is twice as wide as high or more, and a ' +
      'landscape, too',
  ),
  search_min_duration: one(SECONDS, 'Minimum playing time in seconds'),
  search_max_duration: one(SECONDS, 'Maximum playing time in seconds'),
  search_duration: many(oneWord(...DURATION_CLASSES), 'Playing time, where 1 and 5 minutes are `1_to_5_minutes`'),
} as const satisfies Shape;

/** Criteria besides texts, which rank what they find. */
const { search: _text, search_custom: _custom, ...FILTERS } = CRITERIA;

/** How criteria are joined. */
const JOINS = {
  search_or_mode: one(
    BOOLEAN,
    '`true` finds assets that meet any of the criteria. Two bounds of one value are one criterion, and so are all' +
      ' nodes. File categories and permissions always restrict the result',
    { default: false },
  ),
  search_text_or_mode: one(BOOLEAN, '`true` finds assets with any term of a text, `false` those with all terms', {
    default: true,
    since: '2.9.15',
  }),
  search_text_in: one(
    oneWord('all', 'metadata', 'content'),
    'Where `search` looks; `content` is the texts of documents',
    { default: 'all' },
  ),
  search_snippets: one(
    BOOLEAN,
    '`true` adds `snippets` to each asset: where words of `search` are in the text of its document',
    { default: false },
  ),
  search_node_recursive: one(BOOLEAN, '`true` also finds assets of the nodes below those given', { default: true }),
  search_node_or_mode: one(BOOLEAN, '`true` finds assets of any of the nodes, `false` those of all', {
    default: false,
  }),
} as const satisfies Shape;

/** Parameters of lists that have an order of their own, but can be restricted like a search. */
export const FILTER_PARAMETERS = { ...FILTERS, ...JOINS } as const satisfies Shape;

/** Parameters that say how to search and what to show. */
const MANNER = {
  search_limit: one(
    integerUpTo(1, Number.MAX_SAFE_INTEGER),
    'Maximum number of results, and of `total`, up to the setting `maxSearchResults`',
  ),
  ...JOINS,
  search_facets: one(FACETS, 'What to return: 0 assets, 1 facets, 2 assets with `facets` beside them', {
    default: 0,
    since: '2.6',
  }),
  facet_fields: many(
    TEXT,
    'Facets to return: `fileExtensions`, `fileCategory`, `assetType`, `node_<ID of a node type>` and ' +
      '`info_<ID of an information field>`; default: all of these. Only named here: `licence`, `sourceType`, ' +
      '`validity`, `orientation`, `duration`',
  ),
  search_suggest: one(BOOLEAN, '`true` adds `did_you_mean` where the full text finds nothing', { default: false }),
  search_order: one(
    OLD_ORDER,
    'Sort key: 0 ID, 1 name, 2 size, 3 upload date, 4 original name, 5 uploader, 9 modification date',
    OLD,
  ),
  search_order_seq: one(integer(0, 1), 'Direction of `search_order`: 0 ascending, 1 descending', OLD),
} as const satisfies Shape;

/** All parameters of a search except the result controls. */
export const SEARCH_PARAMETERS = { ...CRITERIA, ...MANNER } as const satisfies Shape;

type FilterParameters = ParamValues<typeof FILTER_PARAMETERS>;

/** The parameters that are read as criteria. */
export type SearchParameters = FilterParameters & { readonly search?: string | undefined };

export const FILTER_SELECTORS = Object.keys(FILTERS).filter((name): name is keyof typeof FILTERS => name in FILTERS);

/** Each criterion selects the operation (interface decisions 2). */
export const SEARCH_SELECTORS = Object.keys(CRITERIA).filter((name): name is keyof typeof CRITERIA => name in CRITERIA);

/** What only says how to search selects it where no other operation is named. */
export const SEARCH_FALLBACK_SELECTORS = Object.keys(MANNER).filter(
  (name): name is keyof typeof MANNER & `search_${string}` => name.startsWith('search_'),
);
