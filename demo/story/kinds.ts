import type { BundleNodeType } from '../bundle.ts';
import { words } from './words.ts';

/** IDs of the node types. */
export const NODE_TYPE = { folder: 101, collection: 102, keyword: 103 } as const;

/** The three trees. */
export const NODE_TYPES: readonly BundleNodeType[] = [
  { id: NODE_TYPE.folder, key: 'folder', name: words('Folders', 'Ordner'), permission: 'permission_defining' },
  {
    id: NODE_TYPE.collection,
    key: 'collection',
    name: words('Collections', 'Sammlungen'),
    permission: 'non_permission_defining',
  },
  {
    id: NODE_TYPE.keyword,
    key: 'keyword',
    name: words('Keywords', 'Stichwörter'),
    permission: 'non_permission_defining',
  },
];

/** What an asset is for people. */
export const ASSET_TYPES = [
  { id: 1, key: 'photo', name: words('Photo', 'Foto') },
  { id: 2, key: 'illustration', name: words('Illustration', 'Illustration') },
  { id: 3, key: 'product', name: words('Product shot', 'Produktbild') },
  { id: 4, key: 'portrait', name: words('Portrait', 'Porträt') },
  { id: 5, key: 'mark', name: words('Logo or sign', 'Logo oder Zeichen') },
  { id: 6, key: 'document', name: words('Document', 'Dokument') },
  { id: 7, key: 'recording', name: words('Film or sound', 'Film oder Ton') },
  { id: 8, key: 'model', name: words('3D model', '3D-Modell') },
] as const;

/** The key of an asset type. */
export type AssetTypeKey = (typeof ASSET_TYPES)[number]['key'];

/** How assets belong together; a symmetric relation holds both ways, one with a reverse name is called so from the other side. */
export const RELATION_TYPES = [
  { id: 1, key: 'variant', name: words('Variant', 'Variante'), symmetric: true },
  { id: 2, key: 'translation', name: words('Translation', 'Übersetzung'), symmetric: true },
  {
    id: 3,
    key: 'shows',
    name: words('Shows', 'Zeigt'),
    symmetric: false,
    reverse_name: words('Shown in', 'Gezeigt in'),
  },
  { id: 4, key: 'source', name: words('Made from', 'Entstanden aus'), symmetric: false },
  { id: 5, key: 'goes_with', name: words('Goes with', 'Passt zu'), symmetric: true },
] as const;

/** The key of a relation type. */
export type RelationKey = (typeof RELATION_TYPES)[number]['key'];
