/** Formats, and the expected conversion of each file. */
const RED = [200, 50, 50];
const GREEN = [50, 200, 50];
const BLUE = [50, 50, 200];
const WHITE = [255, 255, 255];

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

const JPEG = { type: 'image/jpeg', space: 'srgb', depth: 'uchar', hasAlpha: false };
const PNG = { ...JPEG, type: 'image/png' };
const WEBP = { ...JPEG, type: 'image/webp' };
const TIFF = { ...JPEG, type: 'image/tiff' };
const AVIF = { ...JPEG, type: 'image/avif' };
const STRIP = { metadata: 'strip' };
export const QUARTERS = [RED, GREEN, BLUE, WHITE];

/** Files whose rows are tested every time; the others take longer. */
export const SIMPLE = ['plain.jpg', 'photo.jpg', 'clear.png'];

/** Conversions: title, file, `convert`, options, expected result. */
export const TABLE: readonly (readonly [string, string, Record<string, unknown> | null, string, Expected])[] = [
  [
    'the width alone keeps the aspect, and the picture stands upright',
    'photo.jpg',
    { to: 'jpg', width: 300, ...STRIP },
    '',
    { ...JPEG, size: [300, 200], colours: QUARTERS, profile: undefined },
  ],
  [
    'the height alone keeps the aspect',
    'plain.jpg',
    { to: 'jpg', height: 100 },
    '',
    { ...JPEG, size: [150, 100], colours: QUARTERS },
  ],
  [
    'a box is filled from inside',
    'plain.jpg',
    { to: 'png', width: 300, height: 100 },
    '',
    { ...PNG, size: [150, 100], colours: QUARTERS },
  ],
  ['nothing is enlarged', 'plain.jpg', { to: 'png', width: 3000, height: 3000 }, '', { ...PNG, size: [600, 400] }],
  [
    'unless the format says so',
    'plain.jpg',
    { to: 'webp', width: 900, height: 900, enlarge: true },
    '',
    { ...WEBP, size: [900, 600], colours: QUARTERS },
  ],
  [
    'cover cuts what is too much',
    'plain.jpg',
    { to: 'png', width: 200, height: 200, fit: 'cover' },
    '',
    { ...PNG, size: [200, 200], colours: QUARTERS },
  ],
  [
    'contain puts the picture on white',
    'plain.jpg',
    { to: 'png', width: 300, height: 300, fit: 'contain' },
    '',
    { ...PNG, size: [300, 300] },
  ],
  [
    'contain around a clear picture is clear',
    'clear.png',
    { to: 'png', width: 300, height: 300, fit: 'contain' },
    '',
    { ...PNG, size: [300, 300], hasAlpha: true },
  ],
  [
    'fill forgets the aspect',
    'plain.jpg',
    { to: 'png', width: 100, height: 100, fit: 'fill' },
    '',
    { ...PNG, size: [100, 100], colours: QUARTERS },
  ],
  [
    'outside is as large as the box at least',
    'plain.jpg',
    { to: 'png', width: 100, height: 100, fit: 'outside' },
    '',
    { ...PNG, size: [150, 100], colours: QUARTERS },
  ],
  [
    'the size asked for takes the place of the format’s',
    'plain.jpg',
    { to: 'jpg', width: 100 },
    'width=200',
    { ...JPEG, size: [200, 133] },
  ],
  [
    'both sides asked for: it fits inside',
    'plain.jpg',
    { to: 'jpg', width: 100, fit: 'cover' },
    'width=200;height=60',
    { ...JPEG, size: [90, 60] },
  ],
  ['fractions of pixels are rounded', 'plain.jpg', { to: 'jpg' }, 'width=99.6', { ...JPEG, size: [100, 67] }],
  [
    'millimetres have 300 dpi',
    'plain.jpg',
    { to: 'jpg' },
    'width=25.4;unit=mm',
    { ...JPEG, size: [300, 200], density: 300 },
  ],
  [
    'or those of the format',
    'plain.jpg',
    { to: 'tif', dpi: 100 },
    'height=1;unit=inch',
    { ...TIFF, size: [150, 100], density: 100 },
  ],
  [
    'a crop is of the picture as seen',
    'photo.jpg',
    { to: 'png', ...STRIP },
    'crop=300x200%2B300%2B0',
    { ...PNG, size: [300, 200], colours: [GREEN, GREEN, GREEN, GREEN] },
  ],
  [
    'a crop in percent is of the original',
    'photo.jpg',
    { to: 'png', ...STRIP },
    'crop=50%25x50%25%2B0%2B200',
    { ...PNG, size: [300, 200], colours: [BLUE, BLUE, BLUE, BLUE] },
  ],
  [
    'a crop comes before the size',
    'photo.jpg',
    { to: 'png', ...STRIP },
    'crop=300x200;width=150',
    { ...PNG, size: [150, 100], colours: [RED, RED, RED, RED] },
  ],
  [
    'what lies beside the picture is left out',
    'plain.jpg',
    { to: 'png' },
    'crop=400x300%2B300%2B200',
    { ...PNG, size: [300, 200], colours: [WHITE, WHITE, WHITE, WHITE] },
  ],
  [
    'a crop without a conversion stays the same kind of file',
    'photo.jpg',
    null,
    'crop=300x200',
    { ...JPEG, size: [300, 200], profile: 'RGB ' },
  ],
  [
    'clear parts are white in a JPEG',
    'clear.png',
    { to: 'jpg' },
    '',
    {
      ...JPEG,
      size: [300, 200],
      colours: [
        [228, 152, 152],
        [228, 152, 152],
        [228, 152, 152],
        [228, 152, 152],
      ],
    },
  ],
  ['and stay clear in WebP', 'clear.png', { to: 'webp' }, '', { ...WEBP, size: [300, 200], hasAlpha: true }],
  ['and in AVIF', 'clear.png', { to: 'avif' }, '', { ...AVIF, size: [300, 200], hasAlpha: true }],
  [
    '16 bits and their profile stay in a TIFF',
    'deep.png',
    { to: 'tif' },
    '',
    { ...TIFF, size: [300, 200], space: 'rgb16', depth: 'ushort', profile: 'RGB ', colours: QUARTERS },
  ],
  [
    'a profile stays where 16 bits can’t',
    'deep.png',
    { to: 'jpg', quality: 95 },
    '',
    { ...JPEG, size: [300, 200], profile: 'RGB ', colours: QUARTERS },
  ],
  [
    'without it the colours are those of screens',
    'deep.png',
    { to: 'jpg', quality: 95, ...STRIP },
    '',
    { ...JPEG, size: [300, 200], profile: undefined, colours: QUARTERS },
  ],
  [
    'sRGB has 8 bits',
    'deep.png',
    { to: 'png', color: 'srgb' },
    '',
    { ...PNG, size: [300, 200], profile: undefined, colours: QUARTERS },
  ],
  [
    '16 bits of grey stay',
    'grey.tif',
    { to: 'png' },
    '',
    { ...PNG, size: [300, 200], space: 'grey16', depth: 'ushort' },
  ],
  ['grey stays grey', 'grey.tif', { to: 'jpg' }, '', { ...JPEG, size: [300, 200], space: 'b-w' }],
  [
    'four inks are made with a profile',
    'plain.jpg',
    { to: 'tif', color: 'cmyk', dpi: 300, ...STRIP },
    '',
    { ...TIFF, size: [600, 400], space: 'cmyk', density: 300, profile: 'CMYK' },
  ],
  [
    'four inks on white',
    'clear.png',
    { to: 'jpg', color: 'cmyk' },
    '',
    { ...JPEG, size: [300, 200], space: 'cmyk', profile: 'CMYK' },
  ],
  [
    'four inks stay as they were separated',
    'ink.tif',
    { to: 'jpg', quality: 95 },
    '',
    { ...JPEG, size: [300, 200], space: 'cmyk', profile: 'CMYK' },
  ],
  ['four inks go to screens', 'ink.tif', { to: 'png' }, '', { ...PNG, size: [300, 200], profile: undefined }],
  [
    'a drawing has the size that it says',
    'drawing.svg',
    { to: 'png' },
    '',
    { ...PNG, size: [100, 50], hasAlpha: true },
  ],
  [
    'or that of the format',
    'drawing.svg',
    { to: 'png', width: 2000 },
    '',
    { ...PNG, size: [2000, 1000], hasAlpha: true },
  ],
  [
    'and is drawn as large as a caller asks',
    'drawing.svg',
    { to: 'png', width: 20 },
    'width=3000',
    { ...PNG, size: [3000, 1500], hasAlpha: true },
  ],
  [
    'also of a part of it, which is measured at the size that it says',
    'drawing.svg',
    { to: 'png' },
    'crop=40x40%2B30%2B5;width=2000',
    { ...PNG, size: [2000, 2000], hasAlpha: true },
  ],
  ['Photoshop files', 'layers.psd', { to: 'webp' }, '', { ...WEBP, size: [40, 30], colours: [RED, RED, RED, RED] }],
  ['a page has 300 dpi', 'pages.pdf', { to: 'jpg', color: 'srgb' }, '', { ...JPEG, size: [1500, 3000], density: 300 }],
  [
    'or those of the format, which are written down',
    'pages.pdf',
    { to: 'png', dpi: 72 },
    '',
    { ...PNG, size: [360, 720], density: 72, colours: [RED, WHITE, WHITE, WHITE] },
  ],
  [
    'a page has no pixels that could be enlarged',
    'pages.pdf',
    { to: 'jpg', dpi: 72, width: 720 },
    '',
    { ...JPEG, size: [720, 1440], density: 72 },
  ],
  [
    'a crop of a page is of its pixels',
    'pages.pdf',
    { to: 'png', dpi: 144 },
    'crop=360x720',
    { ...PNG, size: [360, 720], colours: [RED, RED, RED, RED] },
  ],
  [
    'a text is a sheet of paper',
    'words.txt',
    { to: 'png', dpi: 72, color: 'srgb' },
    '',
    { ...PNG, size: [595, 842], density: 72, hasAlpha: true },
  ],
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
