import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { Version } from '../../../core/src/domain/model.ts';
import {
  OFFICE_PROGRAMS,
  OFFICE_TYPES,
  type OfficeProgram,
  officeProgramOf,
} from '../../../core/src/domain/office-types.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { SHEET } from '../inspect/table-shape.ts';
import { DDS, EMBEDDED_TYPES, FOR_FFMPEG, MODEL_TYPES, PICTURE_TYPES, SHEET_TYPES } from './drawn-types.ts';
import { layOut } from './layout.ts';
import { maxShownPixels } from './most-pixels.ts';
import { placeholderFor } from './placeholders.ts';
import { drawnSide, fitInside, MODEL_SIDE, naturalPageSize, PAGE_DPI, pageSize } from './plan.ts';
import type { Plan } from './renderer.ts';

/** Its films consist of drawings. */
const FLASH = 'application/x-shockwave-flash';
const UNKNOWN: Size = { width: 0, height: 0 };

/** What stored properties tell about the picture of a file, without opening it. */
interface Shown {
  /** `pixels`: a picture of this size; `points` and `units`: it is drawn in this shape, at any size. */
  readonly in: 'pixels' | 'points' | 'units';
  readonly width: number;
  readonly height: number;
}

/** The programs at hand that draw and convert. */
export interface Means {
  /** False if ffmpeg is not installed, so that films, sounds and some pictures have placeholders. */
  readonly hasFfmpeg: boolean;
  /** Those of LibreOffice. Without its own, an Office file is not converted, and has a placeholder unless it carries a picture. */
  readonly officePrograms: readonly OfficeProgram[];
}

/** For questions that every machine answers alike. */
export const ALL_MEANS: Means = { hasFfmpeg: true, officePrograms: OFFICE_PROGRAMS };

/**
 * Predicts the size of a preview from stored properties alone, because lists contain it before the preview is drawn.
 * The preview fits a square of `box` pixels. Returns 0 by 0 if only drawing the file can tell.
 */
export function previewSize(version: Pick<Version, 'file' | 'properties'>, box: number, means: Means): Size {
  const shown = shownOf(version, means);
  if (shown === 'unknown') return UNKNOWN;
  if (shown === 'placeholder') return placeholderSize({ box });
  const { width, height } = shown;
  return shown.in === 'pixels' ? fitInside(width, height, box) : (pageSize(width, height, box) ?? UNKNOWN);
}

/**
 * Predicts the size of the rendition of a plan like `previewSize`, before it is turned. 0 by 0 also if the crop lies
 * outside of the picture.
 */
export function plannedSize(version: Pick<Version, 'file' | 'properties'>, plan: Plan, means: Means): Size {
  const shown = shownOf(version, means);
  if (shown === 'placeholder') return placeholderSize(plan);
  // Other pages may have other sizes.
  if (shown === 'unknown' || plan.page > 0) return UNKNOWN;
  const natural = naturalSize(shown);
  const base = plan.from ? previewSize(version, plan.from.box, means) : natural;
  const measured = plan.crop && plan.from && !plan.measured ? { measured: natural } : {};
  if (!(base.width > 0 && base.height > 0)) return UNKNOWN;
  return layOut({ ...plan, ...measured }, base, !plan.from && shown.in !== 'pixels')?.size ?? UNKNOWN;
}

/** True if it is known that only a placeholder is drawn. */
export function isPlaceholder(version: Pick<Version, 'file' | 'properties'>, means: Means): boolean {
  return shownOf(version, means) === 'placeholder';
}

/** The size in pixels if no other is asked for, pages at `dpi`; undefined if only opening the file can tell. */
export function sizeAtDensity(version: Pick<Version, 'file' | 'properties'>, dpi: number): Size | undefined {
  const shown = shownOf(version, ALL_MEANS);
  const size = typeof shown === 'string' ? UNKNOWN : naturalSize(shown, dpi);
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** The size in which crops are measured; 0 by 0 if it is none. */
function naturalSize({ in: unit, width, height }: Shown, dpi = PAGE_DPI): Size {
  if (unit === 'pixels') return { width, height };
  if (unit === 'points') return naturalPageSize(width, height, dpi) ?? UNKNOWN;
  return pageSize(width, height, drawnSide(Math.max(width, height))) ?? UNKNOWN;
}

function shownOf(
  { file, properties }: Pick<Version, 'file' | 'properties'>,
  { hasFfmpeg, officePrograms }: Means,
): Shown | 'placeholder' | 'unknown' {
  const { category, mediaType, drawn, features, isDamaged = false } = properties;
  if (!file || category === FILE_CATEGORIES.unknown) return 'placeholder';
  const isPlayed = category === FILE_CATEGORIES.video || category === FILE_CATEGORIES.audio;
  if (!hasFfmpeg && (isPlayed || FOR_FFMPEG.has(mediaType))) return 'placeholder';
  // Only opening it tells whether it needs ffmpeg.
  if (!hasFfmpeg && mediaType === DDS) return 'unknown';
  if (OFFICE_TYPES.has(mediaType)) {
    // Another machine may draw what is whole.
    const isHopeless = isDamaged || !officePrograms.includes(officeProgramOf(mediaType));
    return isHopeless && features === NO_FEATURES ? 'placeholder' : 'unknown';
  }
  // Nothing of it could be drawn. Sounds have none whatever is drawn.
  if (features === NO_FEATURES && category !== FILE_CATEGORIES.audio) return 'placeholder';
  if (isDamaged && category === FILE_CATEGORIES['3d']) return 'placeholder';
  // A part of it may be drawn, or a placeholder.
  if (isDamaged && category !== FILE_CATEGORIES.video) return 'unknown';
  // Drawn models are square; all other models have a placeholder.
  if (MODEL_TYPES.includes(mediaType)) return { in: 'units', width: MODEL_SIDE, height: MODEL_SIDE };
  if (mediaType === 'application/epub+zip') return drawn ? pixels(drawn) : 'placeholder';
  if (SHEET_TYPES.has(mediaType)) return { in: 'points', ...sizeOf(drawn ?? SHEET) };
  if (category === FILE_CATEGORIES['3d'] || category === FILE_CATEGORIES.text) return 'placeholder';
  if (mediaType === 'image/svg+xml') return { in: 'units', ...sizeOf(drawn ?? properties) };
  if (category === FILE_CATEGORIES.audio) return pixels(drawn ?? BARS);
  if (mediaType === FLASH) return 'placeholder';
  if (category === FILE_CATEGORIES.video) return pixels(drawn ?? properties);
  if (!PICTURE_TYPES.has(mediaType)) return 'placeholder';
  if (EMBEDDED_TYPES.has(mediaType)) return drawn ? pixels(drawn) : 'unknown';
  if (drawn) return { in: 'points', ...sizeOf(drawn) };
  return properties.width * properties.height > maxShownPixels(mediaType) ? 'placeholder' : pixels(properties);
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

function pixels(size: Size): Shown {
  return { in: 'pixels', ...sizeOf(size) };
}

function placeholderSize(plan: Pick<Plan, 'box' | 'frame'>): Size {
  const { box, frame } = placeholderFor(plan);
  return frame ? sizeOf(frame) : { width: box, height: box };
}
