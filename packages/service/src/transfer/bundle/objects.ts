import { CATEGORY_KEYS, FILE_CATEGORIES, type FileCategory } from '../../domain/file-properties.ts';
import { CONVERSION_FITS, CONVERSION_TARGETS, FIELD_TYPES } from '../../domain/model.ts';
import { boolean, integer, list, number, oneOf, orNull, textOf, type ValueType } from '../../domain/values.ts';
import { FOLDER } from '../built-in.ts';
import { fieldValues } from './field-values.ts';
import { file, icon } from './paths.ts';
import { named, optional, required, shape, type ValueOf } from './shape.ts';
import {
  type BundleType,
  day,
  extension,
  id,
  idSet,
  instant,
  integerFrom,
  keyOf,
  languageTag,
  reference,
  string,
  text,
} from './value-types.ts';

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
  permission: optional(oneOf(['permission_defining', 'non_permission_defining'])),
});

export const assetType = shape({ id: required(id), key: optional(string), name });

export const infoField = shape({
  id: required(id),
  name,
  description: optional(text, ''),
  type: required(oneOf(FIELD_TYPES)),
  isMultiline: named('multiline', optional(boolean, false)),
  isLocalized: named('localized', optional(boolean, false)),
  on: optional(list(oneOf(['asset', 'node'])), ['asset', 'node'] as const),
  items: named('values', optional(list(shape({ id: required(id), name })), NONE)),
  rootNode: named('root_node', optional(reference('node'))),
  showRoot: named('show_root', optional(boolean, false)),
  maxSelections: named('max_selections', optional(integerFrom(-1), -1)),
});

export const relationType = shape({
  id: required(id),
  key: optional(string),
  name,
  isSymmetric: named('symmetric', optional(boolean, false)),
  reverseName: named('reverse_name', optional(text)),
});

const CATEGORIES = new Map(Object.entries(FILE_CATEGORIES).map(([name, number]) => [name.toUpperCase(), number]));

/** A file category by its key, for example `IMAGE`; lower case is accepted too. */
const category: ValueType<FileCategory> = {
  ...textOf(`one of ${[...CATEGORIES.keys()].join(', ')}`, (name) => CATEGORIES.get(name.toUpperCase())),
  write: (value) => CATEGORY_KEYS[value],
};

const conversion = shape({
  to: optional(oneOf(CONVERSION_TARGETS), 'jpg'),
  width: optional(integerFrom(1)),
  height: optional(integerFrom(1)),
  fit: optional(oneOf(CONVERSION_FITS)),
  quality: optional(integerFrom(1, 100)),
  dpi: optional(number(1, 10_000)),
  color: optional(oneOf(['srgb', 'cmyk', 'keep'])),
  metadata: optional(oneOf(['keep', 'strip'])),
  enlarge: optional(boolean),
});

export const downloadFormat = shape({
  id: required(id),
  name,
  description: optional(text, ''),
  icon: optional(icon, ''),
  position: optional(integer(), 0),
  isQuick: named('quick', optional(boolean, false)),
  isDefault: named('default', optional(boolean, false)),
  categories: optional(list(category), NONE),
  extensions: optional(list(extension), NONE),
  conversion: named('convert', optional(orNull(conversion))),
  isResizeable: named('resizeable', optional(boolean, false)),
  isEditable: named('editable', optional(boolean, false)),
  message: optional(text),
});

export const group = shape({ id: required(id), name });

export const user = shape({
  id: required(id),
  name: optional(string, ''),
  groups: optional(idSet(reference('group')), NONE),
  isService: named('service', optional(boolean, false)),
});

const formats = idSet(reference('download_format'));

/** Download formats that an access rule allows: IDs, or `*` for all. */
const allowedFormats: BundleType<readonly number[] | '*'> = {
  expected: 'an array of download format IDs or "*"',
  read(value, reading) {
    if (value === '*' || (Array.isArray(value) && value.length === 1 && value[0] === '*')) return '*';
    return Array.isArray(value) ? formats.read(value, reading) : reading.wrong(value, this.expected);
  },
};

export const node = shape({
  id: required(id),
  type: optional(reference('node_type'), FOLDER),
  parent: optional(orNull(reference('node'))),
  name,
  position: optional(integer(), 0),
  fields: named('infofields', optional(fieldValues, new Map())),
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
  fields: named('infofields', optional(fieldValues, new Map())),
  uploaded: optional(instant),
  modified: optional(instant),
  uploadedBy: named('uploaded_by', optional(reference('user'))),
  validUntil: named('valid_until', optional(orNull(instant))),
  versions: optional(
    list(
      shape({
        version: optional(integerFrom(1)),
        file: optional(file),
        name: optional(string),
        date: optional(instant),
      }),
    ),
    NONE,
  ),
  relations: optional(list(shape({ type: required(keyOf('relation_type')), to: required(reference('asset')) })), NONE),
  publicUrls: named(
    'public_urls',
    optional(
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
  ),
  downloads: optional(list(shape({ date: required(day), count: optional(integerFrom(0), 1) })), NONE),
  size: optional(integer()),
  extension: optional(extension),
  width: optional(integer()),
  height: optional(integer()),
  pages: optional(integer()),
});

export const review = shape({
  asset: required(reference('asset')),
  user: required(reference('user')),
  rating: optional(number(1, 5)),
  comment: optional(string, ''),
  date: optional(instant),
  modified: optional(instant),
  // True if the review was written without a token. Defaults to whether the user is a service user.
  anonymous: optional(boolean),
});

export const languages = list(languageTag);
export const defaultLanguage = languageTag;

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
