/** What a request for a picture of any size asks for, as far as the operator allows it (extensions E1). Pure. */
import { ApiError, invalidParameter, quote } from '../../../../core/src/domain/errors.ts';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { PRESET_VALUES, type Preset } from '../../../../core/src/domain/picture-values.ts';
import type { ValueType } from '../../../../core/src/domain/values.ts';
import { requestedBox } from '../../../../media/src/pictures/requested-box.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { integerFrom, invalid, one, type ParamValues, type Shape, TEXT } from '../params.ts';

/** Checked by `grantWish`, because the settings limit it. */
const PIXELS: ValueType<number> = { ...integerFrom(), schema: { type: 'integer', minimum: 1 } };

/** Parameters without their defaults, because a preset gives what a request lacks. */
export const WISH_PARAMS = {
  width: one(PIXELS, 'Pixels of the box, up to `picture.maxSize`; without a height, it follows'),
  height: one(PIXELS, 'Pixels of the box, up to `picture.maxSize`; without a width, it follows'),
  fit: one(
    PRESET_VALUES.fit,
    '`inside` (default): within the box; `cover`: fills the box and is cut; `contain`: fills the box with `background`',
  ),
  focus: one(
    PRESET_VALUES.focus,
    'What `cover` keeps: `auto` (default): the focus of the asset, else its most striking region; `center`; or a ' +
      'point `x,y`, each from 0 to 1',
  ),
  crop: one(PRESET_VALUES.crop, 'Part of the picture that is used, as in downloads: `800x600+20+40` or `50%x50%`'),
  format: one(
    PRESET_VALUES.format,
    '`auto` (default): AVIF or WebP if the header `Accept` names it, else PNG for transparency, else JPEG',
  ),
  quality: one(PRESET_VALUES.quality, 'Quality; by default, formats look alike. PNG has none'),
  dpr: one(PRESET_VALUES.dpr, 'Pixels of the screen for each of the box; default 1'),
  background: one(PRESET_VALUES.background, 'Border of `contain`, and transparency in JPEG; default `ffffff`'),
  animated: one(PRESET_VALUES.animated, '`true`: what moves stays moving, as WebP'),
  preset: one(TEXT, 'Name of a preset, which gives what the request lacks'),
} as const satisfies Shape;

/** Values that a request gives; all may be absent. */
export type Wish = Partial<ParamValues<typeof WISH_PARAMS>>;

/** A wish that is allowed, with everything filled in. */
export interface GrantedWish
  extends Required<Pick<Preset, 'fit' | 'focus' | 'format' | 'background' | 'animated'>>,
    Pick<Preset, 'crop' | 'quality'> {
  readonly box: Size;
}

/** What unfolding links show. */
const LINK: Preset = { width: 1200, height: 630, fit: 'cover', format: 'jpg' };

interface Terms {
  readonly settings: Pick<EndpointSettings, 'picture' | 'preview'>;
  /** True for a signed address. */
  readonly isSigned: boolean;
  /** Returns the width of the picture at a height; 0 if it is unknown. */
  widthAt(height: number): number;
}

/**
 * Fills in the preset and the defaults. Throws `picture_not_allowed` for what the operator doesn't allow, and
 * `parameter_invalid` for an unknown preset and for values that exclude each other.
 */
export function grantWish(given: Wish, terms: Terms): GrantedWish {
  const { picture } = terms.settings;
  refuseForbidden(given, terms);
  const { preset: name, ...own } = given;
  for (const side of ['width', 'height'] as const) {
    const pixels = own[side] ?? 1;
    if (pixels < 1 || pixels > picture.maxSize)
      throw invalid(side, String(pixels), `an integer from 1 to ${picture.maxSize}`);
  }
  const preset = name === undefined ? {} : requirePreset(name, picture.presets);
  const {
    fit = 'inside',
    focus = 'auto',
    format = 'auto',
    background = 'ffffff',
    animated = false,
    ...rest
  } = {
    ...preset,
    ...withoutAbsent(own),
  };
  const { width, height, dpr = 1, crop, quality } = rest;
  if (animated && format !== 'auto' && format !== 'webp') {
    throw invalidParameter(
      `format: what moves is WebP, so with animated=true it is auto or webp, not ${quote(format)}`,
    );
  }
  return {
    ...{ focus, format, background, animated },
    // One side keeps the aspect.
    fit: width === undefined || height === undefined ? 'inside' : fit,
    box: boxOf({ width, height, dpr }, given, terms),
    ...(crop && { crop }),
    ...(quality === undefined ? {} : { quality }),
  };
}

/** Returns a preset. Throws 400 if there is none of this name. */
function requirePreset(name: string, presets: ReadonlyMap<string, Preset>): Preset {
  const preset = presets.get(name) ?? (name === 'link' ? LINK : undefined);
  if (!preset) throw invalid('preset', name, `one of ${presetNames(presets).join(', ')}`);
  return preset;
}

/** The names of all presets, with the one that every service has. */
export function presetNames(presets: ReadonlyMap<string, Preset>): readonly string[] {
  return [...new Set([...presets.keys(), 'link'])];
}

interface Sides {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly dpr: number;
}

function boxOf({ width, height, dpr }: Sides, given: Wish, { settings, widthAt }: Terms): Size {
  const { picture, preview } = settings;
  const limits = { most: picture.maxSize, size: preview.size };
  const box = requestedBox({ width, height, dpr }, limits);
  if (picture.allow !== 'widths') return box;
  const rounded = (pixels: number) => ({ ...box, width: nextOf(picture.widths, pixels) });
  if (given.width !== undefined) return rounded(given.width * dpr);
  if (given.height !== undefined) return { width: nextOf(picture.widths, widthAt(box.height)), height: limits.most };
  return width === undefined && height === undefined ? requestedBox({ dpr: 1 }, limits) : box;
}

/** The next of the widths, or the last one. */
function nextOf(widths: readonly number[], pixels: number): number {
  return Math.min(...widths.filter((width) => width >= pixels - 1e-9), Math.max(...widths));
}

/** Beside a preset, callers choose these alone where `picture.allow` is `presets`. */
const BESIDE_PRESET: ReadonlySet<string> = new Set(['preset', 'format', 'dpr']);

function refuseForbidden(given: Wish, { settings: { picture }, isSigned }: Terms): void {
  const refuse = (what: string) => {
    throw new ApiError('picture_not_allowed', `${what} (picture.allow is ${picture.allow})`);
  };
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (picture.allow === 'signed' && !isSigned) refuse('picture: only signed addresses are answered');
  if (picture.allow === 'presets') {
    if (given.preset === undefined) refuse('preset: a preset is needed here');
    const other = names.find((name) => !BESIDE_PRESET.has(name));
    if (other !== undefined) refuse(`${other}: comes from presets only`);
    if (given.dpr !== undefined && given.dpr !== 1 && given.dpr !== 2) refuse('dpr: is 1 or 2 here');
  }
  if (picture.allow === 'widths') {
    for (const name of ['crop', 'quality', 'background'] as const) {
      if (given[name] !== undefined) refuse(`${name}: comes from presets only`);
    }
    if (typeof given.focus === 'object') refuse('focus: is auto or center here; points come from presets only');
    const presetWidth = given.preset === undefined ? undefined : requirePreset(given.preset, picture.presets).width;
    if (given.height !== undefined && (given.width ?? presetWidth) !== undefined) {
      refuse('height: beside a width it comes from presets only');
    }
  }
}

function withoutAbsent<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
}
