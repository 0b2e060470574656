import type { DownloadFormat } from '../../domain/model.ts';

/**
 * Download format that the first folder import adds to a catalogue without any, so that originals can be downloaded.
 */
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
