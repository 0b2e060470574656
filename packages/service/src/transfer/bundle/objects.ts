import { CATEGORY_KEYS, FILE_CATEGORIES, type FileCategory } from '../../../../core/src/domain/file-properties.ts';
import { CONVERSION_FITS, CONVERSION_TARGETS, FIELD_TYPES } from '../../../../core/src/domain/model.ts';
import {
  boolean,
  integer,
  list,
  number,
  oneOf,
  orNull,
  textOf,
  type ValueType,
} from '../../../../core/src/domain/values.ts';
import { FOLDER } from '../built-in.ts';
import { addressOrNone, rights } from './asset-rights.ts';
import { fieldValues } from './field-values.ts';
import { file, icon } from './paths.ts';
import { named, optionalKey, requiredKey, shape, type ValueOf } from './shape.ts';
import {
  type BundleType,
  day,
  extension,
  id,
  idSet,
  integerFrom,
  keyOf,
  languageTag,
  login,
  reference,
  string,
  text,
  time,
} from './value-types.ts';

/**
 * Declares every object of a bundle (catalogue: a bundle). These declarations alone determine reading, messages, and
 * the order and presence of keys in an export. Keys that the specification calls optional are required here only if no
 * default makes sense: the subject of an access rule, a relation, a review or a download count.
 */

const name = optionalKey(text, '');
const NONE: readonly never[] = [];

export const nodeType = shape({
  id: requiredKey(id),
  key: optionalKey(string),
  name: optionalKey(text),
  permission: optionalKey(oneOf(['permission_defining', 'non_permission_defining'])),
});

export const assetType = shape({ id: requiredKey(id), key: optionalKey(string), name });

export const infoField = shape({
  id: requiredKey(id),
  name,
  description: optionalKey(text, ''),
  type: requiredKey(oneOf(FIELD_TYPES)),
  isMultiline: named('multiline', optionalKey(boolean, false)),
  isLocalized: named('localized', optionalKey(boolean, false)),
  on: optionalKey(list(oneOf(['asset', 'node'])), ['asset', 'node'] as const),
  items: named('values', optionalKey(list(shape({ id: requiredKey(id), name })), NONE)),
  rootNode: named('root_node', optionalKey(reference('node'))),
  showRoot: named('show_root', optionalKey(boolean, false)),
  maxSelections: named('max_selections', optionalKey(integerFrom(-1), -1)),
});

export const relationType = shape({
  id: requiredKey(id),
  key: optionalKey(string),
  name,
  isSymmetric: named('symmetric', optionalKey(boolean, false)),
  reverseName: named('reverse_name', optionalKey(text)),
});

const CATEGORIES = new Map(Object.entries(FILE_CATEGORIES).map(([name, number]) => [name.toUpperCase(), number]));

/** A file category by its key, for example `IMAGE`; lower case is accepted too. */
const category: ValueType<FileCategory> = {
  ...textOf(`one of ${[...CATEGORIES.keys()].join(', ')}`, (name) => CATEGORIES.get(name.toUpperCase())),
  write: (value) => CATEGORY_KEYS[value],
};

const conversion = shape({
  to: optionalKey(oneOf(CONVERSION_TARGETS), 'jpg'),
  width: optionalKey(integerFrom(1)),
  height: optionalKey(integerFrom(1)),
  fit: optionalKey(oneOf(CONVERSION_FITS)),
  quality: optionalKey(integerFrom(1, 100)),
  dpi: optionalKey(number(1, 10_000)),
  color: optionalKey(oneOf(['srgb', 'cmyk', 'keep'])),
  metadata: optionalKey(oneOf(['keep', 'strip'])),
  enlarge: optionalKey(boolean),
});

export const downloadFormat = shape({
  id: requiredKey(id),
  name,
  description: optionalKey(text, ''),
  icon: optionalKey(icon, ''),
  position: optionalKey(integer(), 0),
  isQuick: named('quick', optionalKey(boolean, false)),
  isDefault: named('default', optionalKey(boolean, false)),
  categories: optionalKey(list(category), NONE),
  extensions: optionalKey(list(extension), NONE),
  conversion: named('convert', optionalKey(orNull(conversion))),
  isResizeable: named('resizeable', optionalKey(boolean, false)),
  isEditable: named('editable', optionalKey(boolean, false)),
  message: optionalKey(text),
});

export const group = shape({ id: requiredKey(id), name });

export const user = shape({
  id: requiredKey(id),
  name: optionalKey(string, ''),
  groups: optionalKey(idSet(reference('group')), NONE),
  isService: named('service', optionalKey(boolean, false)),
  login: optionalKey(login),
});

const formats = idSet(reference('download_format'));

/** Download formats that an access rule allows: IDs, or `*` for all. */
const allowedFormats: BundleType<readonly number[] | '*'> = {
  expected: 'an array of download format IDs or "*"',
  schema: { anyOf: [{ const: '*' }, { const: ['*'] }, formats.schema] },
  read(value, reading) {
    if (value === '*' || (Array.isArray(value) && value.length === 1 && value[0] === '*')) return '*';
    return Array.isArray(value) ? formats.read(value, reading) : reading.wrong(value, this.expected);
  },
};

export const node = shape({
  id: requiredKey(id),
  type: optionalKey(reference('node_type'), FOLDER),
  parent: optionalKey(orNull(reference('node'))),
  name,
  position: optionalKey(integer(), 0),
  fields: named('infofields', optionalKey(fieldValues, new Map())),
  access: optionalKey(
    list(
      shape({
        group: requiredKey(reference('group')),
        view: optionalKey(boolean, true),
        download: optionalKey(allowedFormats, NONE),
        anyTime: named('any_time', optionalKey(boolean)),
      }),
    ),
  ),
});

const focus = shape({ x: requiredKey(number(0, 1)), y: requiredKey(number(0, 1)) });

export const asset = shape({
  id: requiredKey(id),
  file: optionalKey(file),
  name: optionalKey(string),
  type: optionalKey(keyOf('asset_type')),
  nodes: optionalKey(idSet(reference('node')), NONE),
  fields: named('infofields', optionalKey(fieldValues, new Map())),
  uploaded: optionalKey(time),
  modified: optionalKey(time),
  uploadedBy: named('uploaded_by', optionalKey(reference('user'))),
  validFrom: named('valid_from', optionalKey(orNull(time))),
  validUntil: named('valid_until', optionalKey(orNull(time))),
  rights: optionalKey(orNull(rights)),
  focus: optionalKey(orNull(focus)),
  versions: optionalKey(
    list(
      shape({
        version: optionalKey(integerFrom(1)),
        file: optionalKey(file),
        name: optionalKey(string),
        date: optionalKey(time),
      }),
    ),
    NONE,
  ),
  relations: optionalKey(
    list(shape({ type: requiredKey(keyOf('relation_type')), to: requiredKey(reference('asset')) })),
    NONE,
  ),
  publicUrls: named(
    'public_urls',
    optionalKey(
      list(
        shape({
          id: requiredKey(id),
          name: optionalKey(string, ''),
          url: optionalKey(addressOrNone, ''),
          provider: optionalKey(string, ''),
        }),
      ),
      NONE,
    ),
  ),
  downloads: optionalKey(list(shape({ date: requiredKey(day), count: optionalKey(integerFrom(0), 1) })), NONE),
  size: optionalKey(integer()),
  extension: optionalKey(extension),
  width: optionalKey(integer()),
  height: optionalKey(integer()),
  pages: optionalKey(integer()),
});

export const review = shape({
  asset: requiredKey(reference('asset')),
  user: requiredKey(reference('user')),
  rating: optionalKey(number(1, 5)),
  comment: optionalKey(string, ''),
  date: optionalKey(time),
  modified: optionalKey(time),
  // True if the review was written without a token. Defaults to whether the user is a service user.
  anonymous: optionalKey(boolean),
});

export const languages = list(languageTag);
export const defaultLanguage = languageTag;

export type NodeTypeObject = ValueOf<typeof nodeType>;
export type InfoFieldObject = ValueOf<typeof infoField>;
export type DownloadFormatObject = ValueOf<typeof downloadFormat>;
export type NodeObject = ValueOf<typeof node>;
export type AssetObject = ValueOf<typeof asset>;
export type ReviewObject = ValueOf<typeof review>;
