import { FILE_CATEGORIES, type FileCategory } from '../../domain/file-properties.ts';
import { CONVERSION_FITS, CONVERSION_TARGETS, FIELD_TYPES } from '../../domain/model.ts';
import { fieldValues } from './field-values.ts';
import {
  boolean,
  choice,
  day,
  extension,
  id,
  idSet,
  instant,
  integer,
  type Kind,
  languageTag,
  list,
  number,
  orNull,
  string,
  text,
} from './kinds.ts';
import { file, icon } from './paths.ts';
import { keyOf, reference } from './references.ts';
import { optional, required, shape, type ValueOf } from './shape.ts';

/**
 * Declares every object of a bundle (catalogue: a bundle). These declarations alone determine reading, messages, and
 * the order and presence of keys in an export. Keys that the specification calls optional are required here only if no
 * default makes sense: the subject of an access rule, a relation, a review or a download count.
 */

const name = optional(text, '');
const NONE: readonly never[] = [];

export const nodeType = shape({
  id: required(id),
  key: optional(string),
  name: optional(text),
  permission: optional(choice('permission_defining', 'non_permission_defining')),
});

export const assetType = shape({ id: required(id), key: optional(string), name });

export const infoField = shape({
  id: required(id),
  name,
  description: optional(text, ''),
  type: required(choice(...FIELD_TYPES)),
  multiline: optional(boolean, false),
  localized: optional(boolean, false),
  on: optional(list(choice('asset', 'node')), ['asset', 'node'] as const),
  values: optional(list(shape({ id: required(id), name })), NONE),
  root_node: optional(reference('node')),
  show_root: optional(boolean, false),
  max_selections: optional(integer({ min: -1 }), -1),
});

export const relationType = shape({
  id: required(id),
  key: optional(string),
  name,
  symmetric: optional(boolean, false),
  reverse_name: optional(text),
});

const CATEGORY_NAMES = Object.keys(FILE_CATEGORIES).map((each) => each.toUpperCase());
const categoryName = choice(...CATEGORY_NAMES);
const BY_NUMBER = new Map(Object.entries(FILE_CATEGORIES).map(([each, number]) => [number, each.toUpperCase()]));
const BY_NAME = new Map(Object.entries(FILE_CATEGORIES).map(([each, number]) => [each.toUpperCase(), number]));

/** A file category by its key, for example `IMAGE`; lower case is accepted too. */
const category: Kind<FileCategory> = {
  expected: categoryName.expected,
  read: (value, reading) =>
    BY_NAME.get(typeof value === 'string' ? value.toUpperCase() : '') ?? reading.wrong(value, categoryName.expected),
  write: (value) => BY_NUMBER.get(value),
};

const conversion = shape({
  to: optional(choice(...CONVERSION_TARGETS), 'jpg'),
  width: optional(integer({ min: 1 })),
  height: optional(integer({ min: 1 })),
  fit: optional(choice(...CONVERSION_FITS)),
  quality: optional(integer({ min: 1, max: 100 })),
  dpi: optional(number({ min: 1, max: 10_000 })),
  color: optional(choice('srgb', 'cmyk', 'keep')),
  metadata: optional(choice('keep', 'strip')),
  enlarge: optional(boolean),
});

export const downloadFormat = shape({
  id: required(id),
  name,
  description: optional(text, ''),
  icon: optional(icon, ''),
  position: optional(integer(), 0),
  quick: optional(boolean, false),
  default: optional(boolean, false),
  categories: optional(list(category), NONE),
  extensions: optional(list(extension), NONE),
  convert: optional(orNull(conversion)),
  resizeable: optional(boolean, false),
  editable: optional(boolean, false),
  message: optional(text),
});

export const group = shape({ id: required(id), name });

export const user = shape({
  id: required(id),
  name: optional(string, ''),
  groups: optional(idSet(reference('group')), NONE),
  service: optional(boolean, false),
});

const formats = idSet(reference('download_format'));

/** Download formats that an access rule allows: IDs, or `*` for all. */
const allowedFormats: Kind<readonly number[] | '*'> = {
  expected: 'an array of download format IDs or "*"',
  read(value, reading) {
    if (value === '*' || (Array.isArray(value) && value.length === 1 && value[0] === '*')) return '*';
    return Array.isArray(value) ? formats.read(value, reading) : reading.wrong(value, this.expected);
  },
  write: (value) => (value === '*' ? '*' : formats.write(value)),
};

/** Type of a node without a type: folder. */
export const FOLDER = 101;

export const node = shape({
  id: required(id),
  type: optional(reference('node_type'), FOLDER),
  parent: optional(orNull(reference('node'))),
  name,
  position: optional(integer(), 0),
  infofields: optional(fieldValues, new Map()),
  access: optional(
    list(
      shape({
        group: required(reference('group')),
        view: optional(boolean, true),
        download: optional(allowedFormats, NONE),
      }),
    ),
  ),
});

export const asset = shape({
  id: required(id),
  file: optional(file),
  name: optional(string),
  type: optional(keyOf('asset_type')),
  nodes: optional(idSet(reference('node')), NONE),
  infofields: optional(fieldValues, new Map()),
  uploaded: optional(instant),
  modified: optional(instant),
  uploaded_by: optional(reference('user')),
  valid_until: optional(orNull(instant)),
  versions: optional(
    list(
      shape({
        version: optional(integer({ min: 1 })),
        file: optional(file),
        name: optional(string),
        date: optional(instant),
      }),
    ),
    NONE,
  ),
  relations: optional(list(shape({ type: required(keyOf('relation_type')), to: required(reference('asset')) })), NONE),
  public_urls: optional(
    list(
      shape({
        id: required(id),
        name: optional(string, ''),
        url: optional(string, ''),
        provider: optional(string, ''),
      }),
    ),
    NONE,
  ),
  downloads: optional(list(shape({ date: required(day), count: optional(integer({ min: 0 }), 1) })), NONE),
  size: optional(integer()),
  extension: optional(extension),
  width: optional(integer()),
  height: optional(integer()),
  pages: optional(integer()),
});

export const review = shape({
  asset: required(reference('asset')),
  user: required(reference('user')),
  rating: optional(number({ min: 1, max: 5 })),
  comment: optional(string, ''),
  date: optional(instant),
  modified: optional(instant),
  // True if the review was written without a token. Defaults to whether the user is a service user.
  anonymous: optional(boolean),
});

export const languages = list(languageTag);
export { languageTag as defaultLanguage } from './kinds.ts';

export type NodeTypeObject = ValueOf<typeof nodeType>;
export type AssetTypeObject = ValueOf<typeof assetType>;
export type InfoFieldObject = ValueOf<typeof infoField>;
export type RelationTypeObject = ValueOf<typeof relationType>;
export type DownloadFormatObject = ValueOf<typeof downloadFormat>;
export type GroupObject = ValueOf<typeof group>;
export type UserObject = ValueOf<typeof user>;
export type NodeObject = ValueOf<typeof node>;
export type AssetObject = ValueOf<typeof asset>;
export type ReviewObject = ValueOf<typeof review>;
