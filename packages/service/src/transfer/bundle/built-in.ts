import type { NodeType } from '../../domain/model.ts';

/** Node types that exist without being defined; a bundle that uses one brings it along (catalogue: a plain folder). */
export const BUILT_IN_NODE_TYPES: ReadonlyMap<number, NodeType> = new Map(
  [
    { id: 101, key: 'folder', name: { en: 'Folders', de: 'Ordner' }, isPermissionDefining: true },
    { id: 102, key: 'collection', name: { en: 'Collections', de: 'Sammlungen' }, isPermissionDefining: false },
    { id: 103, key: 'keyword', name: { en: 'Keywords', de: 'Stichwörter' }, isPermissionDefining: false },
  ].map((type) => [type.id, type]),
);
