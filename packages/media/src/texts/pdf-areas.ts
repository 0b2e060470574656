import { columnsOf, type Line, verticalLines } from './columns.ts';
import type { OpenText } from './pdf-objects.ts';

/** Lines, or words of lines, of a page that are looked at to find columns. */
const MAX_LINES = 2000;

/** How far letters that stand upright are turned at most, in radians. */
const MAX_SLANT = 0.1;

/** Functions of the library for the text of a page that its wrapper doesn't offer. */
export interface TextModule {
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
  readonly HEAPU8: Uint8Array;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetCharAngle(text: number, index: number): number;
  _FPDFText_CountRects(text: number, from: number, count: number): number;
  _FPDFText_GetRect(text: number, index: number, left: number, top: number, right: number, bottom: number): number;
}

/** Returns the areas of an open page in the order in which to read them. */
export function areasOf(module: TextModule, { page, text, numbers, scale }: OpenText): readonly Line[] {
  const count = module._FPDFText_CountRects(text, 0, -1);
  const lines = Array.from({ length: Math.min(count, MAX_LINES) }, (_, index): Line => {
    module._FPDFText_GetRect(text, index, numbers, numbers + 8, numbers + 16, numbers + 24);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float64Array(module.HEAPU8.buffer, numbers, 4).map(
      (place) => place / scale,
    );
    return { left, top, right, bottom };
  });
  module._FPDF_GetPageBoundingBox(page, numbers);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(module.HEAPU8.buffer, numbers, 4);
  const vertical = count > MAX_LINES ? undefined : verticalLines(lines);
  if (vertical && isUpright(module, text))
    return vertical.filter((line) => line.left < right && line.right > left && line.bottom < top && line.top > bottom);
  return columnsOf(lines, { left, top, right, bottom });
}

/** True if the letters stand as those of vertical writing do, unlike those of a page that is turned. */
export function isUpright(module: TextModule, text: number): boolean {
  const middle = module._FPDFText_CountChars(text) >> 1;
  return [0, middle].every((at) => Math.abs(module._FPDFText_GetCharAngle(text, at)) < MAX_SLANT);
}
