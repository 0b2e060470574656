import type {
  AssetType,
  CatalogueNode,
  DownloadFormat,
  Group,
  InfoField,
  NodeType,
  RelationType,
  StoredFile,
  User,
} from '../../domain/model.ts';
import { BUILT_IN_NODE_TYPES } from '../built-in.ts';
import type {
  AssetTypeObject,
  DownloadFormatObject,
  GroupObject,
  InfoFieldObject,
  NodeObject,
  NodeTypeObject,
  RelationTypeObject,
  UserObject,
} from './objects.ts';

/** Converts objects of a bundle to those of the catalogue. Assets are converted in `asset-record.ts`. */

/** Keeps the key, name and permission of a built-in type where the bundle doesn't give them. */
export function toNodeType({ id, key, name, permission }: NodeTypeObject): NodeType {
  const builtIn = BUILT_IN_NODE_TYPES.get(id);
  return {
    id,
    key: key ?? builtIn?.key ?? String(id),
    name: name ?? builtIn?.name ?? '',
    isPermissionDefining:
      permission === undefined ? (builtIn?.isPermissionDefining ?? false) : permission === 'permission_defining',
  };
}

/** Uses the ID as the key of a type without one. */
export function toAssetType({ id, key = String(id), name }: AssetTypeObject): AssetType {
  return { id, key, name };
}

export function toRelationType(from: RelationTypeObject): RelationType {
  const { id, key = String(id), name, symmetric, reverse_name } = from;
  return {
    id,
    key,
    name,
    isSymmetric: symmetric,
    ...(reverse_name === undefined ? {} : { reverseName: reverse_name }),
  };
}

export function toInfoField(from: InfoFieldObject): InfoField {
  return {
    id: from.id,
    name: from.name,
    description: from.description,
    type: from.type,
    isMultiline: from.multiline,
    isLocalized: from.localized,
    onAssets: from.on.includes('asset'),
    onNodes: from.on.includes('node'),
    items: from.values,
    ...(from.root_node === undefined ? {} : { rootNode: from.root_node }),
    showRoot: from.show_root,
    maxSelections: from.max_selections,
  };
}

export function toDownloadFormat(from: DownloadFormatObject, iconFile: StoredFile | undefined): DownloadFormat {
  return {
    id: from.id,
    name: from.name,
    description: from.description,
    icon: from.icon,
    ...(iconFile === undefined ? {} : { iconFile }),
    position: from.position,
    isQuick: from.quick,
    isDefault: from.default,
    categories: from.categories,
    extensions: from.extensions,
    ...(from.convert === undefined ? {} : { conversion: { to: from.convert.to, ...present(from.convert) } }),
    isResizeable: from.resizeable,
    isEditable: from.editable,
    ...(from.message === undefined ? {} : { message: from.message }),
  };
}

export function toGroup({ id, name }: GroupObject): Group {
  return { id, name };
}

export function toUser({ id, name, groups, service }: UserObject): User {
  return { id, name, groups, isService: service };
}

export function toNode(from: NodeObject): CatalogueNode {
  return {
    id: from.id,
    type: from.type,
    ...(from.parent === undefined ? {} : { parent: from.parent }),
    name: from.name,
    position: from.position,
    fields: from.infofields,
    ...(from.access === undefined ? {} : { access: from.access }),
  };
}

/** Returns the object without keys whose value is undefined. */
function present<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
