import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type {
  AssetRecord,
  AssetType,
  CatalogueNode,
  DownloadFormat,
  Group,
  InfoField,
  NodeType,
  RelationType,
  User,
  Version,
} from '../../domain/model.ts';
import type { Review } from '../../domain/people.ts';
import { knownExtension } from './asset-record.ts';
import type {
  AssetObject,
  AssetTypeObject,
  DownloadFormatObject,
  GroupObject,
  InfoFieldObject,
  NodeObject,
  NodeTypeObject,
  RelationTypeObject,
  ReviewObject,
  UserObject,
} from './objects.ts';

/** Converts objects of the catalogue to those of a bundle. The reverse is in `to-model.ts` and `asset-record.ts`. */

export function fromNodeType({ id, key, name, isPermissionDefining }: NodeType): NodeTypeObject {
  return { id, key, name, permission: isPermissionDefining ? 'permission_defining' : 'non_permission_defining' };
}

export function fromAssetType({ id, key, name }: AssetType): AssetTypeObject {
  return { id, key, name };
}

export function fromRelationType({ id, key, name, isSymmetric, reverseName }: RelationType): RelationTypeObject {
  return { id, key, name, symmetric: isSymmetric, reverse_name: reverseName };
}

export function fromInfoField(field: InfoField): InfoFieldObject {
  return {
    id: field.id,
    name: field.name,
    description: field.description,
    type: field.type,
    multiline: field.isMultiline,
    localized: field.isLocalized,
    on: [...(field.onAssets ? (['asset'] as const) : []), ...(field.onNodes ? (['node'] as const) : [])],
    values: field.items,
    root_node: field.rootNode,
    show_root: field.showRoot,
    max_selections: field.maxSelections,
  };
}

export function fromDownloadFormat(format: DownloadFormat): DownloadFormatObject {
  const { conversion } = format;
  return {
    id: format.id,
    name: format.name,
    description: format.description,
    icon: format.icon,
    position: format.position,
    quick: format.isQuick,
    default: format.isDefault,
    categories: format.categories,
    extensions: format.extensions,
    convert: conversion && {
      to: conversion.to,
      width: conversion.width,
      height: conversion.height,
      fit: conversion.fit,
      quality: conversion.quality,
      dpi: conversion.dpi,
      color: conversion.color,
      metadata: conversion.metadata,
      enlarge: conversion.enlarge,
    },
    resizeable: format.isResizeable,
    editable: format.isEditable,
    message: format.message,
  };
}

export function fromGroup({ id, name }: Group): GroupObject {
  return { id, name };
}

export function fromUser({ id, name, groups, isService }: User): UserObject {
  return { id, name, groups, service: isService };
}

export function fromNode(node: CatalogueNode): NodeObject {
  return {
    id: node.id,
    type: node.type,
    parent: node.parent,
    name: node.name,
    position: node.position,
    infofields: node.fields,
    access: node.access,
  };
}

/** What converting an asset needs besides its record. */
export interface ObjectContext {
  keyOfType(id: number): string;
  keyOfRelationType(id: number): string;
  /** Path of a version's file in the export. */
  path(version: Version): string;
}

export function fromAsset(asset: AssetRecord, context: ObjectContext): AssetObject {
  const { active } = asset;
  const pathOf = (version: Version) => (version.file ? context.path(version) : undefined);
  const isRecord = active.file === undefined;
  const { extension, width, height, pages } = active.properties;
  return {
    id: asset.id,
    file: pathOf(active),
    name: active.name,
    type: asset.type === undefined ? undefined : context.keyOfType(asset.type),
    nodes: asset.nodes,
    infofields: asset.fields,
    uploaded: asset.uploaded,
    modified: asset.modified,
    uploaded_by: asset.uploadedBy,
    valid_until: asset.validUntil,
    versions: asset.olderVersions.map((older) => ({
      version: older.version,
      file: pathOf(older),
      name: older.name,
      date: older.date,
    })),
    relations: asset.relations.map(({ type, to }) => ({ type: context.keyOfRelationType(type), to })),
    public_urls: asset.publicUrls,
    downloads: asset.downloads,
    size: isRecord ? active.size : undefined,
    extension: isRecord && extension !== knownExtension(active.name) ? extension : undefined,
    width: isRecord ? unlessZero(width) : undefined,
    height: isRecord ? unlessZero(height) : undefined,
    pages: isRecord ? unlessZero(pages) : undefined,
  };
}

/** Omits 0, which means unknown, as does an absent key. */
function unlessZero(value: number): number | undefined {
  return value === 0 ? undefined : value;
}

export function fromReview(review: Review, users: CatalogueModel['users']): ReviewObject {
  const { asset, user, rating, comment, date, modified, isAnonymous } = review;
  const isService = users.get(user)?.isService ?? false;
  return {
    asset,
    user,
    rating,
    comment,
    date,
    modified,
    anonymous: isAnonymous === isService ? undefined : isAnonymous,
  };
}
