/** Download options that change the picture: `width`, `height`, `unit`, `crop` (interface: download options). */

import { invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import { LENGTH_UNITS, type LengthUnit, pixelsOf, readGeometry } from '../../../core/src/domain/geometry.ts';
import type { DownloadFormat } from '../../../core/src/domain/model.ts';
import { parseText } from '../../../core/src/domain/values.ts';
import { type Chosen, DEFAULT_DPI, MAX_PIXELS_A_SIDE } from '../../../media/src/conversions/conversion-plan.ts';
import { invalid, oneWord } from './params.ts';

const UNIT = oneWord(...LENGTH_UNITS);
const LENGTH = /^\d{1,15}(?:\.\d{1,15})?$/;

/** Parses the caller's options into pixels. Throws on invalid values and on options that the format does not allow. */
export function readChosen(options: ReadonlyMap<string, string>, format: DownloadFormat | undefined): Chosen {
  for (const name of options.keys()) {
    const isAllowed = name === 'crop' ? format?.isEditable : format?.isResizeable;
    if (!isAllowed) {
      const which = format ? `download format ${format.id}` : 'a download without a format';
      const what = name === 'crop' ? 'cropped; name an editable one' : 'resized; name a resizeable one';
      throw invalidParameter(`${name}: ${which} can't be ${what}`);
    }
  }
  const unit = readUnit(options.get('unit'));
  const dpi = format?.conversion?.dpi ?? DEFAULT_DPI;
  const width = readLength('width', options.get('width'), unit, dpi);
  const height = readLength('height', options.get('height'), unit, dpi);
  const crop = readCrop(options.get('crop'));
  const hasSize = width !== undefined || height !== undefined;
  return {
    ...(hasSize
      ? { size: { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) } }
      : {}),
    ...(hasSize && unit !== 'px' ? { isPaper: true } : {}),
    ...(crop ? { crop } : {}),
  };
}

function readUnit(text: string | undefined): LengthUnit {
  if (text === undefined) return 'px';
  const unit = parseText(UNIT, text);
  if (unit === undefined) throw invalid('unit', text, UNIT.expected);
  return unit;
}

function readLength(name: string, text: string | undefined, unit: LengthUnit, dpi: number): number | undefined {
  if (text === undefined) return undefined;
  const length = LENGTH.test(text) ? Number(text) : 0;
  if (!(length > 0)) {
    throw invalidParameter(`${name}: ${quote(text)} is not a number above 0 such as 800 or 29.7`);
  }
  const pixels = pixelsOf(length, unit, dpi);
  if (pixels > MAX_PIXELS_A_SIDE) {
    const given = unit === 'px' ? quote(text) : `${quote(text)} ${unit} at ${dpi} dpi`;
    throw invalidParameter(`${name}: ${given} is more than ${MAX_PIXELS_A_SIDE} pixels`);
  }
  return pixels;
}

function readCrop(text: string | undefined): Chosen['crop'] {
  if (text === undefined) return undefined;
  const crop = readGeometry(text);
  if (!crop) {
    const hint = 'is not <w>x<h>, in pixels or percent, with up to two offsets such as 50%x300+10-20';
    throw invalidParameter(`crop: ${quote(text)} ${hint} (in an address + is written %2B)`);
  }
  if (!(crop.width.value > 0 && crop.height.value > 0)) {
    throw invalidParameter(`crop: ${quote(text)} cuts out nothing; both sides are above 0`);
  }
  return crop;
}
