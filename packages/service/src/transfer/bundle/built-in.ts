import type { NodeType } from '../../domain/model.ts';

/** Node types that need no definition. A bundle that uses one adds it to the catalogue (catalogue: a plain folder). */
export const BUILT_IN_NODE_TYPES: ReadonlyMap<number, NodeType> = new Map(
  [
    { id: 101, key: 'folder', name: { en: 'Folders', de: 'Ordner' }, isPermissionDefining: true },
    { id: 102, key: 'collection', name: { en: 'Collections', de: 'Sammlungen' }, isPermissionDefining: false },
    { id: 103, key: 'keyword', name: { en: 'Keywords', de: 'Stichwörter' }, isPermissionDefining: false },
  ].map((type) => [type.id, type]),
);
