/** Values of requests for pictures, as parameters and presets have them (extensions E1). */
import { type Geometry, readGeometry } from './geometry.ts';
import { boolean, integer, number, oneOf, textOf, type ValueType } from './values.ts';

/** Formats that pictures are asked for, named by their extensions. */
export const PICTURE_FORMATS = ['jpg', 'png', 'webp', 'avif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A point of the whole picture as seen: 0 to 1 from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

type FocusWish = Point | 'auto' | 'center';

/** Hint for whoever forgets that `+` is a space in addresses. */
const IN_ADDRESSES = '(in an address + is written %2B)';
const DECIMAL = /^(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/;

function readPoint(text: string): Point | undefined {
  const [x = '', y = '', ...more] = text.split(',').map((part) => part.trim());
  if (more.length > 0 || !DECIMAL.test(x) || !DECIMAL.test(y)) return undefined;
  const point = { x: Number(x), y: Number(y) };
  return point.x <= 1 && point.y <= 1 ? point : undefined;
}

const FOCUS: ValueType<FocusWish> = {
  ...textOf('auto, center, or x,y from 0 to 1 such as 0.5,0.3', (text) =>
    /^(?:auto|center)$/i.test(text) ? (text.toLowerCase() as 'auto' | 'center') : readPoint(text),
  ),
  write: (focus) => (typeof focus === 'string' ? focus : `${focus.x},${focus.y}`),
};

const CROP: ValueType<Geometry> = textOf(
  `<w>x<h> above 0, in pixels or percent, with up to two offsets such as 50%x300+10-20 ${IN_ADDRESSES}`,
  (text) => {
    const crop = readGeometry(text);
    return crop && crop.width.value > 0 && crop.height.value > 0 ? crop : undefined;
  },
);

/** Longest side in pixels that any setting allows. */
const MAX_SIDE = 10_000;

/** The values that a preset may have, by the names of the parameters. */
export const PRESET_VALUES = {
  width: integer(1, MAX_SIDE),
  height: integer(1, MAX_SIDE),
  fit: oneOf(['inside', 'cover', 'contain'], { ignoreCase: true }),
  focus: FOCUS,
  crop: CROP,
  format: oneOf(['auto', ...PICTURE_FORMATS], { ignoreCase: true }),
  quality: integer(1, 100),
  dpr: number(1, 4),
  background: textOf('a colour of six hexadecimal digits such as ffffff', (text) =>
    /^[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined,
  ),
  animated: boolean,
} as const satisfies Record<string, ValueType<unknown>>;

/** A named request for a picture; what it lacks comes from the request, or has its default. */
export type Preset = {
  readonly [Name in keyof typeof PRESET_VALUES]?: (typeof PRESET_VALUES)[Name] extends ValueType<infer T> ? T : never;
};
