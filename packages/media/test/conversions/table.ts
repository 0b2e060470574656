/** Formats, and the expected conversion of each file. */
const RED = [200, 50, 50];
const GREEN = [50, 200, 50];
const BLUE = [50, 50, 200];
const WHITE = [255, 255, 255];
const PINK = [228, 152, 152];
export const QUARTERS = [RED, GREEN, BLUE, WHITE];

export interface Expected {
  readonly type: string;
  readonly size: readonly [number, number];
  readonly space: string;
  readonly depth?: string;
  readonly density?: number | undefined;
  readonly hasAlpha?: boolean;
  /** The colour space of its profile in four letters; none without a profile. */
  readonly profile?: string | undefined;
  /** The colours of the quarters from top left to bottom right, as screens show them. */
  readonly colours?: readonly (readonly number[])[];
}

function picture(type: string) {
  return (width: number, height: number, more: Partial<Expected> = {}): Expected => ({
    ...{ type: `image/${type}`, size: [width, height], space: 'srgb', depth: 'uchar', hasAlpha: false },
    ...more,
  });
}
const jpeg = picture('jpeg');
const png = picture('png');
const webp = picture('webp');
const tiff = picture('tiff');

const STRIP = { metadata: 'strip' };
const SEEN = { colours: QUARTERS };
const CLEAR = { hasAlpha: true };
const BARE = { profile: undefined };
const DEEP = { space: 'rgb16', depth: 'ushort', profile: 'RGB ' };
const PRESS = { color: 'cmyk', dpi: 300 };
const INK = { space: 'cmyk', profile: 'CMYK' };
const all = (colour: readonly number[]) => ({ colours: [colour, colour, colour, colour] });

/** Files whose rows are tested every time; the others take longer. */
export const SIMPLE = ['plain.jpg', 'photo.jpg', 'clear.png'];

type Row = readonly [title: string, file: string, to: Record<string, unknown> | null, want: Expected, options?: string];

export const TABLE: readonly Row[] = [
  ['a width keeps the aspect', 'photo.jpg', { to: 'jpg', width: 300, ...STRIP }, jpeg(300, 200, { ...SEEN, ...BARE })],
  ['the height alone keeps the aspect', 'plain.jpg', { to: 'jpg', height: 100 }, jpeg(150, 100, SEEN)],
  ['nothing is enlarged', 'plain.jpg', { to: 'png', width: 3000, height: 3000 }, png(600, 400)],
  ['unless the format says so', 'plain.jpg', { to: 'webp', width: 900, enlarge: true }, webp(900, 600, SEEN)],
  ['cover cuts the rest', 'plain.jpg', { to: 'png', width: 200, height: 200, fit: 'cover' }, png(200, 200, SEEN)],
  ['contain adds white', 'plain.jpg', { to: 'png', width: 300, height: 300, fit: 'contain' }, png(300, 300)],
  ['fill forgets the aspect', 'plain.jpg', { to: 'png', width: 99, height: 99, fit: 'fill' }, png(99, 99, SEEN)],
  ['outside fills the box', 'plain.jpg', { to: 'png', width: 100, height: 100, fit: 'outside' }, png(150, 100, SEEN)],
  ['a size asked for replaces that of the format', 'plain.jpg', { to: 'jpg', width: 100 }, jpeg(200, 133), 'width=200'],
  ['millimetres have 300 dpi', 'plain.jpg', { to: 'jpg' }, jpeg(300, 200, { density: 300 }), 'width=25.4;unit=mm'],
  ['or its own', 'plain.jpg', { to: 'tif', dpi: 100 }, tiff(150, 100, { density: 100 }), 'height=1;unit=inch'],
  ['a crop is of the picture as seen', 'photo.jpg', { to: 'png' }, png(300, 200, all(GREEN)), 'crop=300x200%2B300%2B0'],
  ['a crop comes before the size', 'photo.jpg', { to: 'png' }, png(150, 100, all(RED)), 'crop=300x200;width=150'],
  ['the rest is left out', 'plain.jpg', { to: 'png' }, png(300, 200, all(WHITE)), 'crop=400x300%2B300%2B200'],
  ['a crop alone stays such a file', 'photo.jpg', null, jpeg(300, 200, { profile: 'RGB ' }), 'crop=300x200'],
  ['clear parts are white in a JPEG', 'clear.png', { to: 'jpg' }, jpeg(300, 200, all(PINK))],
  ['and stay clear in WebP', 'clear.png', { to: 'webp' }, webp(300, 200, CLEAR)],
  ['16 bits and their profile stay in a TIFF', 'deep.png', { to: 'tif' }, tiff(300, 200, { ...SEEN, ...DEEP })],
  ['sRGB has 8 bits', 'deep.png', { to: 'png', color: 'srgb' }, png(300, 200, { ...SEEN, ...BARE })],
  ['inks have a profile', 'plain.jpg', { to: 'tif', ...PRESS, ...STRIP }, tiff(600, 400, { ...INK, density: 300 })],
  ['four inks stay as they were separated', 'ink.tif', { to: 'jpg', quality: 95 }, jpeg(300, 200, INK)],
  ['four inks go to screens', 'ink.tif', { to: 'png' }, png(300, 200, BARE)],
  [
    'a TIFF that begins with a small copy becomes one of its picture',
    'copied.tif',
    { to: 'tif' },
    tiff(30, 20, { space: 'b-w' }),
  ],
  ['a drawing has the size that it says', 'drawing.svg', { to: 'png' }, png(100, 50, CLEAR)],
  ['or its part', 'drawing.svg', { to: 'png', width: 20 }, png(2000, 2000, CLEAR), 'crop=40x40%2B30%2B5;width=2000'],
  ['a page has 300 dpi', 'pages.pdf', { to: 'jpg', color: 'srgb' }, jpeg(1500, 3000, { density: 300 })],
  ['its own', 'pages.pdf', { to: 'png', dpi: 72 }, png(360, 720, { density: 72, colours: [RED, WHITE, WHITE, WHITE] })],
  ['a crop of a page is of its pixels', 'pages.pdf', { to: 'png', dpi: 144 }, png(360, 720, all(RED)), 'crop=360x720'],
  ['a text is a sheet', 'words.txt', { to: 'png', dpi: 72, color: 'srgb' }, png(595, 842, { density: 72, ...CLEAR })],
];

/** Formats in addition to those of the table. */
const FILMS = [
  { to: 'mp4', height: 90 },
  { to: 'mp4', width: 100, height: 100, fit: 'cover', quality: 30, metadata: 'strip' },
  { to: 'mp4' },
];
const OTHERS = [
  { to: 'jpg' },
  { to: 'jpg', dpi: 150, width: 300 },
  { to: 'pdf' },
  { to: 'pdf', dpi: 100, color: 'cmyk' },
  { to: 'webp', dpi: 150, ...STRIP },
  { to: 'tif', width: 200 },
];
export const FORMATS = [...TABLE.map(([, , convert]) => convert), ...FILMS, ...OTHERS].map((convert) => ({
  convert,
  resizeable: true,
  editable: true,
}));
const formatOf = (convert: Record<string, unknown>) => FORMATS.findIndex((each) => each.convert === convert) + 1;
export const [PLAIN, SMALL, PDF, PRINT, WEB, ARCHIVE] = OTHERS.map(formatOf);
export const [LOW, SQUARE, AS_IT_IS] = FILMS.map(formatOf);
