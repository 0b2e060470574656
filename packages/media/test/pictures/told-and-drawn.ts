import type { MediaTools } from '../../src/ffmpeg/tools.ts';
import { ALL_MEANS, previewSize } from '../../src/pictures/preview-size.ts';
import { propertiesOf } from '../support/extracting.ts';
import { patiently, planFor, useRenderer } from './pictures.ts';

export const FILE = { sha256: '', size: 0, crc32: 0 };
export const BOX = 1024;

/** Sizes of previews for the current suite: as predicted, and as drawn. */
export function useSizes(media?: MediaTools) {
  const { renderer, at } = useRenderer(1, media);

  async function toldOf(path: string): Promise<string> {
    const { width, height } = previewSize({ file: FILE, properties: await propertiesOf(path) }, BOX, ALL_MEANS);
    return `${width}x${height}`;
  }
  async function sizeOf(path: string): Promise<string> {
    const source = { path, properties: await propertiesOf(path) };
    return await renderer.render(planFor({ kind: 'preview' }), source, patiently()).then(
      ({ width, height }) => `${width}x${height}`,
      () => 'placeholder',
    );
  }
  return { at, toldOf, sizeOf };
}
