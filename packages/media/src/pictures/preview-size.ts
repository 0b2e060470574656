import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { Version } from '../../../core/src/domain/model.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { SHEET } from '../inspect/table-shape.ts';
import { EMBEDDED_TYPES, MODEL_TYPES, SHEET_TYPES } from './drawn-types.ts';
import { placeholderPlan } from './placeholders.ts';
import { fitInside, pageSize } from './plan.ts';

const UNKNOWN: Size = { width: 0, height: 0 };

/**
 * Predicts the size of a preview from stored properties alone, because lists contain it before the preview is drawn.
 * The preview fits a square of `box` pixels. Returns 0 by 0 if only drawing the file can tell.
 */
export function previewSize({ file, properties }: Pick<Version, 'file' | 'properties'>, box: number): Size {
  const { category, mediaType, drawn, isDamaged = false } = properties;
  if (!file || category === FILE_CATEGORIES.unknown) return placeholderSize(box);
  // A part of it may be drawn, or a placeholder.
  if (isDamaged && category !== FILE_CATEGORIES.video) return UNKNOWN;
  // Drawn models are square; all other models have a placeholder.
  if (MODEL_TYPES.includes(mediaType)) return { width: box, height: box };
  if (OFFICE_TYPES.has(mediaType)) return UNKNOWN;
  if (mediaType === 'application/epub+zip')
    return drawn ? fitInside(drawn.width, drawn.height, box) : placeholderSize(box);
  if (SHEET_TYPES.has(mediaType)) return fillBox(drawn ?? SHEET, box);
  if (category === FILE_CATEGORIES['3d'] || category === FILE_CATEGORIES.text) return placeholderSize(box);
  if (mediaType === 'image/svg+xml') return fillBox(drawn ?? properties, box);
  if (category === FILE_CATEGORIES.audio) return inBox(drawn ?? BARS, box);
  if (category === FILE_CATEGORIES.video) return inBox(drawn ?? properties, box);
  if (EMBEDDED_TYPES.has(mediaType)) return drawn ? inBox(drawn, box) : UNKNOWN;
  return drawn ? fillBox(drawn, box) : inBox(properties, box);
}

function inBox({ width, height }: Size, box: number): Size {
  return fitInside(width, height, box);
}

function fillBox({ width, height }: Size, box: number): Size {
  return pageSize(width, height, box) ?? UNKNOWN;
}

function placeholderSize(box: number): Size {
  const side = placeholderPlan(box).box;
  return { width: side, height: side };
}
