/** Parts of Presentation API documents: pictures, canvases and addresses. Pure. */
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { tileLevels } from '../../../../core/src/domain/tiles.ts';
import { largestSize } from './image-request.ts';
import type { LanguageMap } from './language-map.ts';

/** Shortest longer side of a thumbnail, in pixels, if the picture has so many. */
const THUMBNAIL_SIDE = 200;

/** What an annotation shows. */
export interface Body {
  readonly id: string;
  readonly type: 'Image' | 'Video' | 'Sound';
  readonly format: string;
  readonly [key: string]: unknown;
}

/** The whole picture at `address`, an image service, at full size. */
export function imageBody(address: string, size: Size): Body {
  return imageAt(address, 'max', largestSize(size));
}

/** A small picture of the same. */
export function thumbnail(address: string, size: Size): Body {
  const levels = tileLevels(size);
  const { width, height } = levels.find((each) => Math.max(each.width, each.height) >= THUMBNAIL_SIDE) ?? size;
  return imageAt(address, `${width},${height}`, { width, height });
}

function imageAt(address: string, size: string, { width, height }: Size): Body {
  return {
    id: `${address}/full/${size}/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    width,
    height,
    service: [{ id: address, type: 'ImageService3', profile: 'level2' }],
  };
}

/** The place of one picture or recording: its size, duration or both. */
export function canvas(
  id: string,
  label: LanguageMap,
  extent: Partial<Size> & { readonly duration?: number },
  body: Body,
  more: Readonly<Record<string, unknown>> = {},
) {
  const annotation = { id: `${id}/painting`, type: 'Annotation', motivation: 'painting', body, target: id };
  return {
    ...{ id, type: 'Canvas', label, ...extent, ...more },
    items: [{ id: `${id}/page`, type: 'AnnotationPage', items: [annotation] }],
  };
}
