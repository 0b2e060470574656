import type { DownloadFormat, InfoField, NodeType, StoredFile } from '../../../../core/src/domain/model.ts';
import { BUILT_IN_NODE_TYPES } from '../built-in.ts';
import type { DownloadFormatObject, InfoFieldObject, NodeTypeObject } from './objects.ts';

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
export function withKey<T extends { readonly id: number; readonly key?: string }>({
  id,
  key = String(id),
  ...type
}: T) {
  return { id, key, ...type };
}

export function toInfoField({ on, items, rootNode, showRoot, maxSelections, ...field }: InfoFieldObject): InfoField {
  const own = { items, ...(rootNode === undefined ? {} : { rootNode }), showRoot, maxSelections };
  return { ...field, onAssets: on.includes('asset'), onNodes: on.includes('node'), ...own };
}

export function toDownloadFormat(
  { id, name, description, icon, ...format }: DownloadFormatObject,
  iconFile: StoredFile | undefined,
): DownloadFormat {
  return { id, name, description, icon, ...(iconFile === undefined ? {} : { iconFile }), ...format };
}
