import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { AssetRecord, InfoField, NodeType, Version } from '../../../../core/src/domain/model.ts';
import type { Review } from '../../reviews/store/review.ts';
import { knownExtension } from './asset-record.ts';
import type { AssetObject, InfoFieldObject, NodeTypeObject, ReviewObject } from './objects.ts';
import { present } from './shape.ts';

/** Converts objects of the catalogue to those of a bundle. The reverse is in `to-model.ts` and `asset-record.ts`. */

export function fromNodeType({ isPermissionDefining, ...type }: NodeType): NodeTypeObject {
  return { ...type, permission: isPermissionDefining ? 'permission_defining' : 'non_permission_defining' };
}

export function fromInfoField({ onAssets, onNodes, ...field }: InfoField): InfoFieldObject {
  return { ...field, on: [...(onAssets ? (['asset'] as const) : []), ...(onNodes ? (['node'] as const) : [])] };
}

/** `path` returns the path of a version's file in the export. */
export function fromAsset(
  asset: AssetRecord,
  context: { keyOfType(id: number): string; keyOfRelationType(id: number): string; path(version: Version): string },
): AssetObject {
  const { active, olderVersions, type, relations, source: _, ...own } = asset;
  const { extension, width, height, pages } = active.properties;
  const pathOf = (version: Version) => (version.file ? context.path(version) : undefined);
  return present({
    ...own,
    file: pathOf(active),
    name: active.name,
    type: type === undefined ? undefined : context.keyOfType(type),
    versions: olderVersions.map((older) =>
      present({ version: older.version, file: pathOf(older), name: older.name, date: older.date }),
    ),
    relations: relations.map((relation) => ({ type: context.keyOfRelationType(relation.type), to: relation.to })),
    ...(active.file === undefined && {
      size: active.size,
      extension: extension === knownExtension(active.name) ? undefined : extension,
      // 0 means unknown, as does an absent key.
      width: width || undefined,
      height: height || undefined,
      pages: pages || undefined,
    }),
  });
}

export function fromReview({ isAnonymous, ...review }: Review, users: CatalogueModel['users']): ReviewObject {
  const isService = users.get(review.user)?.isService ?? false;
  return { ...review, ...(isAnonymous === isService ? {} : { anonymous: isAnonymous }) };
}
