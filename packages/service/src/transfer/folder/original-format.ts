import type { DownloadFormat } from '../../domain/model.ts';

/** What a catalogue that has no download formats at all gets with its first folder: files can be had as they are. */
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
