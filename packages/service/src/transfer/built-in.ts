import type { DownloadFormat, NodeType } from '../../../core/src/domain/model.ts';

/** Node types that need no definition (catalogue: a plain folder). */
export const FOLDER = 101;
export const KEYWORD = 103;

/** Node types that need no definition. A bundle that uses one adds it to the catalogue (catalogue: a plain folder). */
export const BUILT_IN_NODE_TYPES: ReadonlyMap<number, NodeType> = new Map(
  [
    { id: FOLDER, key: 'folder', name: { en: 'Folders', de: 'Ordner' }, isPermissionDefining: true },
    { id: 102, key: 'collection', name: { en: 'Collections', de: 'Sammlungen' }, isPermissionDefining: false },
    { id: KEYWORD, key: 'keyword', name: { en: 'Keywords', de: 'Stichwörter' }, isPermissionDefining: false },
  ].map((type) => [type.id, type]),
);

/** Format that the first folder import adds to a catalogue without any, so that originals can be downloaded. */
export const ORIGINAL_FORMAT: DownloadFormat = {
  id: 1,
  name: { en: 'Original', de: 'Original' },
  description: { en: 'The file as it is', de: 'Die Datei, wie sie ist' },
  icon: 'icons/original.svg',
  position: 1,
  isQuick: true,
  isDefault: true,
  categories: [],
  extensions: [],
  isResizeable: false,
  isEditable: false,
};
