import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { exiftoolPath } from 'exiftool-vendored';
import sharp from 'sharp';
import { probe, sizeAsSeen } from '../../src/media/probe.ts';
import { findOfficeTools } from '../../src/renditions/office/tools.ts';
import { countPdfPages, openPdfBytes, pdfPageSize } from '../../src/renditions/sources/pdf.ts';
import { withZip } from '../../src/renditions/zip-parts.ts';
import { media, withoutMedia } from '../playback/recordings.ts';
import { isNear } from '../renditions/pictures.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { idOf, perl, withoutPerl, writeSources } from './sources.ts';

const RED = [200, 50, 50];
const GREEN = [50, 200, 50];
const BLUE = [50, 50, 200];
const WHITE = [255, 255, 255];

interface Expected {
  readonly type: string;
  readonly size: readonly [number, number];
  readonly space: string;
  readonly depth?: string;
  readonly density?: number | undefined;
  readonly hasAlpha?: boolean;
  /** Four letters of the colours of its profile; none where it has none. */
  readonly profile?: string | undefined;
  /** Of the quarters from the top left to the bottom right, as screens show them. */
  readonly colours?: readonly (readonly number[])[];
}

const JPEG = { type: 'image/jpeg', space: 'srgb', depth: 'uchar', hasAlpha: false };
const PNG = { ...JPEG, type: 'image/png' };
const WEBP = { ...JPEG, type: 'image/webp' };
const TIFF = { ...JPEG, type: 'image/tiff' };
const AVIF = { ...JPEG, type: 'image/avif' };
const STRIP = { metadata: 'strip' };
const QUARTERS = [RED, GREEN, BLUE, WHITE];

/** What a format makes of a file: title, file, `convert`, options, what comes out. */
const TABLE: readonly (readonly [string, string, Record<string, unknown> | null, string, Expected])[] = [
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
    { to: 'png', width: 2000 },
    '',
    { ...PNG, size: [100, 50], hasAlpha: true },
  ],
  [
    'and is enlarged where the format says so',
    'drawing.svg',
    { to: 'png', width: 2000, height: 2000, enlarge: true },
    '',
    { ...PNG, size: [2000, 1000], hasAlpha: true },
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

/** Formats that are there beside those of the table. */
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
const FORMATS = [...TABLE.map(([, , convert]) => convert), ...FILMS, ...OTHERS].map((convert) => ({
  convert,
  resizeable: true,
  editable: true,
}));
const formatOf = (convert: Record<string, unknown>) => FORMATS.findIndex((each) => each.convert === convert) + 1;
const [PLAIN, SMALL, PDF, PRINT, WEB, ARCHIVE] = OTHERS.map(formatOf);
const [LOW, SQUARE, AS_IT_IS] = FILMS.map(formatOf);

describe('converted downloads', () => {
  let bundle: string;
  let app: RunningApp;
  before(async () => {
    bundle = await writeSources(FORMATS);
    // LibreOffice takes its time where other tests run beside.
    app = await startApp({ ABS_RENDER_SECONDS: 120 }, bundle);
  });
  after(async () => {
    await app?.[Symbol.asyncDispose]();
    rmSync(bundle, { recursive: true, force: true });
  });
  const get = (query: string, init?: RequestInit) => fetch(`${app.url}/asset.do?download=${query}`, init);
  const bytesOf = async (response: Response) => {
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200, bytes.toString('utf8', 0, 300));
    return bytes;
  };

  for (const [at, [title, name, , options, expected]] of TABLE.entries()) {
    test(`${title} (${name})`, async () => {
      const response = await get(`${idOf(name)}:${at + 1}${options && `:${options}`}`);
      const bytes = await bytesOf(response);
      const { width, height, space, depth, density, hasAlpha, icc } = await sharp(bytes).metadata();
      const found: Record<string, unknown> = {
        type: response.headers.get('content-type'),
        size: [width, height],
        ...{ space, depth, density, hasAlpha, profile: icc?.toString('latin1', 16, 20) },
      };
      const { colours = [], ...facts } = expected;
      for (const [fact, value] of Object.entries(facts)) assert.deepEqual(found[fact], value, fact);
      const seen = await quartersOf(bytes);
      for (const [quarter, colour] of colours.entries()) {
        assert.ok(isNear(seen[quarter] ?? [], colour, 6), `quarter ${quarter}: ${seen[quarter]} is not ${colour}`);
      }
    });
  }

  test('a file that already is what the format asks for is delivered as it is', async () => {
    for (const name of ['photo.jpg', 'broken.jpg']) {
      const original = await bytesOf(await get(`${idOf(name)}`));
      assert.deepEqual(await bytesOf(await get(`${idOf(name)}:${PLAIN}`)), original);
    }
  });

  test('what a picture says about itself is kept, but for what is no longer true', { skip: withoutPerl }, async () => {
    for (const [format, extension] of [
      [SMALL, 'jpg'],
      [ARCHIVE, 'tif'],
    ] as const) {
      const tags = await tagsOf(await bytesOf(await get(`${idOf('photo.jpg')}:${format}`)), extension);
      assert.deepEqual(
        ['IFD0:Artist', 'IPTC:City', 'XMP-dc:Title', 'GPS:GPSLatitude'].map((tag) => tags[tag]),
        ['Ann', 'Bern', 'Dawn', 46.9],
      );
      const [width, density] = extension === 'jpg' ? [300, 150] : [200, 240];
      assert.deepEqual([tags['IFD0:XResolution'], tags['ExifIFD:ExifImageWidth']], [density, width]);
      assert.ok([undefined, 1].includes(tags['IFD0:Orientation'] as undefined), 'it stands upright already');
      const leaks = Object.keys(tags).filter((tag) => /Thumbnail|Preview|crs:|^IFD1/.test(tag));
      assert.deepEqual(leaks, []);
    }
  });

  test('stripped, it says nothing but its density', async () => {
    const { exif, xmp, iptc, icc, orientation } = await sharp(
      await bytesOf(await get(`${idOf('photo.jpg')}:1`)),
    ).metadata();
    assert.deepEqual([exif, xmp, iptc, icc, orientation], [undefined, undefined, undefined, undefined, undefined]);
    const web = await bytesOf(await get(`${idOf('photo.jpg')}:${WEB}`));
    for (const secret of ['Ann', 'Bern', 'Dawn', 'GPS']) assert.equal(web.includes(secret), false, secret);
    if (perl !== undefined) assert.equal((await tagsOf(web, 'webp'))['IFD0:XResolution'], 150);
  });

  test('a picture becomes a page of its size, in its colours', async () => {
    const page = await bytesOf(await get(`${idOf('plain.jpg')}:${PRINT}`));
    assert.deepEqual(await pdfPageSize(page), { width: 432, height: 288 });
    const drawn = await openPdfBytes(page, { page: 0, box: 600 });
    const seen = await quartersOf(await drawn.pixels.png().toBuffer());
    for (const [quarter, colour] of QUARTERS.entries()) {
      assert.ok(isNear(seen[quarter] ?? [], colour, 70), `quarter ${quarter}: ${seen[quarter]} is not ${colour}`);
    }
    assert.match(page.toString('latin1'), /\/ICCBased/);
    const turned = await bytesOf(await get(`${idOf('photo.jpg')}:${PDF}`));
    assert.deepEqual(await pdfPageSize(turned), perl ? { width: 180, height: 120 } : { width: 144, height: 96 });
  });

  test('a PDF is its own PDF; a text, a sound and a film have none', async () => {
    const original = await bytesOf(await get(`${idOf('pages.pdf')}`));
    assert.deepEqual(await bytesOf(await get(`${idOf('pages.pdf')}:${PDF}`)), original);
    for (const name of ['words.txt', ...(media ? ['sound.wav', 'film.mp4'] : [])]) {
      assert.equal((await get(`${idOf(name)}:${PDF}`)).status, 400, name);
      assert.ok(!(await listed(name)).includes(PDF), name);
    }
    assert.ok((await listed('pages.pdf')).includes(PDF));
    for (const name of ['photo.jpg', 'words.txt']) assert.ok(!(await listed(name)).includes(LOW), name);
  });

  async function listed(name: string): Promise<readonly (number | undefined)[]> {
    const response = await fetch(`${app.url}/asset.do?downloadformats_for=${idOf(name)}`);
    const { data } = (await response.json()) as { data: { formats: readonly { id: number }[] } };
    return data.formats.map(({ id }) => id);
  }

  const office = findOfficeTools();
  test('a letter becomes PDF, and its first page a picture', { skip: 'lack' in office && office.lack }, async () => {
    const response = await get(`${idOf('letter.rtf')}:${PDF}`);
    assert.match(response.headers.get('content-disposition') ?? '', /filename="letter 1\.pdf"/);
    assert.equal(await countPdfPages(await bytesOf(response)), 2);
    const { height = 0 } = await sharp(await bytesOf(await get(`${idOf('letter.rtf')}:${PLAIN}`))).metadata();
    assert.ok(height > 3000, `${height} pixels at 300 dpi`);
  });

  test('a film becomes a smaller MP4, and its first picture a picture', { skip: withoutMedia }, async () => {
    assert.deepEqual(await filmOf(await bytesOf(await get(`${idOf('film.mp4')}:${LOW}`))), [
      'h264',
      'aac',
      160,
      90,
      'Bars',
    ]);
    assert.deepEqual(await filmOf(await bytesOf(await get(`${idOf('film.mp4')}:${SQUARE}`))), [
      'h264',
      'aac',
      100,
      100,
      '',
    ]);
    assert.deepEqual(await filmOf(await bytesOf(await get(`${idOf('film.mp4')}:${LOW}:width=50`))), [
      'h264',
      'aac',
      50,
      28,
      'Bars',
    ]);
    const original = await bytesOf(await get(`${idOf('film.mp4')}`));
    assert.deepEqual(await bytesOf(await get(`${idOf('film.mp4')}:${AS_IT_IS}`)), original);
    const { width, height } = await sharp(await bytesOf(await get(`${idOf('film.mp4')}:${SMALL}`))).metadata();
    assert.deepEqual([width, height], [300, 169]);
    assert.equal((await get(`${idOf('plain.jpg')}:${LOW}`)).status, 400);
    assert.equal((await get(`${idOf('film.mp4')}:${LOW}:crop=10x10`)).status, 400);
    assert.equal((await get(`${idOf('sound.wav')}:${PLAIN}`)).status, 400);
  });

  test('a converted file has a name, a tag, ranges and HEAD like any other', async () => {
    const query = `${idOf('photo.jpg')}:${WEB}`;
    const whole = await get(query);
    const etag = whole.headers.get('etag') ?? '';
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment; filename="photo 1\.webp"/);
    const all = await bytesOf(whole);
    const part = await get(query, { headers: { range: 'bytes=10-29', 'if-range': etag } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-29/${all.length}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), all.subarray(10, 30));
    const head = await get(query, { method: 'HEAD' });
    assert.deepEqual([head.headers.get('content-length'), head.headers.get('etag')], [String(all.length), etag]);
    assert.equal((await get(query, { headers: { 'if-none-match': etag } })).status, 304);
    assert.match(etag, new RegExp(crc32(all).toString(16).padStart(8, '0')));
  });

  test('those who ask at a time share one conversion', async () => {
    const query = `${idOf('plain.jpg')}:${SMALL}:width=77`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(query)));
    const [first, ...others] = await Promise.all(answers.map(bytesOf));
    for (const other of others) assert.deepEqual(other, first);
  });

  test('converted members of a ZIP are those of single downloads', async () => {
    const members = [`${idOf('plain.jpg')}:${WEB}`, `${idOf('pages.pdf')}:${PDF}`, `${idOf('clear.png')}:${SMALL}`];
    const path = join(bundle, 'answer.zip');
    writeFileSync(path, await bytesOf(await get(members.join(','))));
    await withZip(path, async ({ names, read }) => {
      assert.deepEqual(names, ['plain 1.webp', 'pages 1.pdf', 'clear 1.jpg']);
      for (const [at, name] of names.entries()) {
        assert.deepEqual(await read(name, 2 ** 20), await bytesOf(await get(members[at] ?? '')));
      }
    });
  });

  test('a damaged file is told of before the first byte, alone and in a ZIP', async () => {
    for (const query of [`${idOf('broken.jpg')}:${WEB}`, `${idOf('plain.jpg')},${idOf('broken.jpg')}:${WEB}`]) {
      const response = await get(query);
      const { message } = await response.json();
      assert.deepEqual(
        [response.status, message],
        [404, `download: the file of asset ${idOf('broken.jpg')} is damaged`],
      );
    }
  });

  for (const [query, message] of [
    [`nothing.bin:${PLAIN}`, `download: asset ${idOf('nothing.bin')} can't be converted to jpg`],
    [`pages.pdf:${PLAIN}:crop=10x10%2B9999`, 'crop: "10x10+9999" cuts out nothing of the picture'],
    [`pages.pdf:${PDF}:crop=10x10`, "crop: a document can't be cropped as pdf"],
    [`plain.jpg:${WEB}:crop=9x9%2B600`, 'crop: "9x9+600" cuts out nothing of the picture of 600 x 400 pixels'],
  ] as const) {
    test(`${query} is refused`, async () => {
      const [name = '', ...rest] = query.split(':');
      const response = await get([idOf(name), ...rest].join(':'));
      assert.deepEqual([response.status, (await response.json()).message], [400, message]);
    });
  }

  test('nothing of all this was trouble', () => {
    assert.deepEqual(
      app.log.filter((line) => /"level":(?:40|50|60)/.test(line) && !line.includes(' is missing: ')),
      [],
    );
  });

  /** What exiftool reads, by group and name. */
  async function tagsOf(bytes: Buffer, extension: string): Promise<Record<string, unknown>> {
    assert.ok(perl);
    const path = join(bundle, `answer.${extension}`);
    writeFileSync(path, bytes);
    const [tags] = JSON.parse(
      execFileSync(perl, [await exiftoolPath(), '-j', '-n', '-G1', path], { encoding: 'utf8' }),
    );
    return tags;
  }

  /** Codecs, size and title. */
  async function filmOf(bytes: Buffer): Promise<readonly unknown[]> {
    assert.ok(media);
    const path = join(bundle, 'answer.mp4');
    writeFileSync(path, bytes);
    const { video, audio } = await probe(media, path);
    assert.ok(video);
    const { width, height } = sizeAsSeen(video);
    const args = ['-v', 'error', '-show_entries', 'format_tags=title', '-of', 'csv=p=0', path];
    return [video.codec, audio?.codec, width, height, execFileSync(media.ffprobe, args, { encoding: 'utf8' }).trim()];
  }
});

/** Colours in the middle of the four quarters. */
async function quartersOf(bytes: Buffer): Promise<readonly (readonly number[])[]> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .withIccProfile('srgb', { attach: false })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(width * (quarter % 2 ? 0.75 : 0.25));
    const y = Math.floor(height * (quarter > 1 ? 0.75 : 0.25));
    const at = (y * width + x) * channels;
    return [...data.subarray(at, at + 3)];
  });
}
