import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { FILE_CATEGORIES, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { MAX_TEXT_BYTES } from '../../../core/src/domain/formats.ts';
import { OFFICE_PROGRAMS, OFFICE_TYPES, officeProgramOf } from '../../../core/src/domain/office-types.ts';
import { planTiles } from '../../../media/src/conversions/conversion-plan.ts';
import { misfitOf } from '../../../media/src/conversions/misfit.ts';
import { usualProperties } from '../../../media/src/inspect/usual-properties.ts';
import type { Means } from '../../../media/src/pictures/preview-size.ts';
import { planConversion } from '../../src/api/conversion.ts';
import { downloadItems } from '../../src/api/download-items.ts';
import { formatSuits, formatsFor } from '../../src/api/formats.ts';

test('items that differ in an option are different files, and equal ones are one', () => {
  const read = (...given: readonly string[]) => downloadItems.read(given, 'download')?.length;
  assert.equal(read('7:3:crop=10x10,7:3:crop=20x20', '7:3', '7:2', '7:3:version=1', '8:3'), 6);
  assert.equal(read('7:3:width=5;height=6,7:3:height=6;width=5', '7:3:height=6;width=5'), 1);
});

const { image, text } = FILE_CATEGORIES;
const format = (to: 'jpg' | 'pdf' | 'webp' | 'mp4') =>
  ({ id: 2, categories: [], extensions: [], conversion: { to } }) as never;
const plan = (to: 'jpg' | 'pdf', file: object, size = 9) => {
  const version = { properties: { ...NO_FILE_PROPERTIES, ...file }, size };
  return planConversion({ parameter: 'download', asset: { id: 7 }, version, format: format(to) } as never);
};

test('a damaged original does not stand for its own conversion', () => {
  const file = { category: image, mediaType: 'image/jpeg' };
  assert.equal(plan('jpg', file), undefined);
  assert.throws(() => plan('jpg', { ...file, isDamaged: true }), /the file of asset 7 is damaged/);
});

test('a text that is too long for a PDF is neither offered nor made as one', () => {
  const file = { ...NO_FILE_PROPERTIES, category: text, mediaType: 'text/csv' };
  const programs = { hasFfmpeg: true, officePrograms: OFFICE_PROGRAMS };
  for (const [size, isOffered] of [
    [MAX_TEXT_BYTES, true],
    [MAX_TEXT_BYTES + 1, false],
  ] as const) {
    assert.equal(formatSuits(format('pdf'), { properties: file, size }, programs), isOffered);
    if (isOffered) assert.ok(plan('pdf', file, size));
    else
      assert.throws(() => plan('pdf', file, size), /download: .* asset 7: a text of more than 32 MB can't become pdf/);
  }
});

const { document, video, '3d': model } = FILE_CATEGORIES;

test('only conversions that can be made are offered, by what import knows of a file and by the programs at hand', () => {
  const rows: readonly [category: number, mediaType: string, offered: string, others?: object][] = [
    [image, 'image/jpeg', 'jpg pdf webp'],
    [image, 'image/x-xcf', ''],
    [image, 'image/x-wmf', ''],
    [image, 'image/x-emf', ''],
    [image, 'image/x-paintshoppro', ''],
    [image, 'application/eps', ''],
    [image, 'application/eps', 'jpg pdf webp', { drawn: { width: 9, height: 9 } }],
    [image, 'image/x-nikon-nef', ''],
    [image, 'image/x-tga', 'jpg pdf webp'],
    [image, 'image/x-tga', '', { features: NO_FEATURES }],
    [image, 'image/vnd.adobe.photoshop', '', { features: NO_FEATURES }],
    [image, 'image/heic', '', { features: NO_FEATURES, isDamaged: true }],
    [image, 'image/png', '', { width: 65_536, height: 65_536 }],
    [document, 'image/vnd.djvu', ''],
    [document, 'application/postscript', 'jpg webp', { drawn: { width: 9, height: 9 } }],
    [document, 'application/epub+zip', ''],
    [document, 'application/epub+zip', 'jpg webp', { drawn: { width: 9, height: 9 } }],
    [document, 'application/pdf', 'jpg pdf webp', { drawn: { width: 300_000, height: 9 } }],
    [document, 'application/msword', 'jpg pdf webp'],
    [text, 'text/plain', 'jpg pdf webp'],
    [model, 'model/obj', 'jpg webp'],
    [model, 'model/obj', '', { features: NO_FEATURES }],
    [model, 'model/gltf+json', '', { features: NO_FEATURES }],
    [model, 'model/x-fbx', ''],
    [video, 'video/mp4', 'jpg webp mp4', { width: 9, height: 9 }],
    [video, 'application/x-shockwave-flash', '', { width: 9, height: 9 }],
  ];
  const all = { hasFfmpeg: true, officePrograms: OFFICE_PROGRAMS };
  const offeredOf = (properties: object, programs: Means = all) =>
    (['jpg', 'pdf', 'webp', 'mp4'] as const)
      .filter((to) => formatSuits(format(to), { properties: { ...NO_FILE_PROPERTIES, ...properties } }, programs))
      .join(' ');
  for (const [category, mediaType, offered, others] of rows)
    assert.equal(offeredOf({ category, mediaType, ...others }), offered, mediaType);
  for (const mediaType of OFFICE_TYPES.keys())
    assert.equal(
      offeredOf(
        { category: document, mediaType },
        { ...all, officePrograms: OFFICE_PROGRAMS.filter((each) => each !== officeProgramOf(mediaType)) },
      ),
      '',
      mediaType,
    );
  assert.deepEqual(
    [...OFFICE_TYPES.keys()]
      .map(officeProgramOf)
      .filter((each, index, all) => all.indexOf(each) === index)
      .sort(),
    [...OFFICE_PROGRAMS].sort(),
  );
  const without = { ...all, hasFfmpeg: false };
  assert.equal(offeredOf({ category: video, mediaType: 'video/webm', width: 9, height: 9 }, without), '');
  assert.equal(offeredOf({ category: image, mediaType: 'image/x-qoi', width: 9, height: 9 }, without), '');
  const byExtension = {
    ...{ epub: 'jpg webp', xcf: '', djvu: '', swf: '', docx: 'jpg pdf webp', mov: 'jpg webp mp4' },
    ...{ nef: 'jpg pdf webp' },
  };
  for (const [extension, offered] of Object.entries(byExtension))
    assert.equal(offeredOf(usualProperties(extension)), offered, extension);
});

test('a size and a crop are accepted only where a picture or film can be changed', () => {
  const rows: readonly [
    to: string | undefined,
    accepted: string,
    category: number,
    mediaType: string,
    others?: object,
  ][] = [
    [undefined, 'size crop', image, 'image/png'],
    [undefined, 'size crop', image, 'image/x-tga'],
    [undefined, 'size', video, 'video/mp4', { width: 9, height: 9 }],
    [undefined, '', video, 'video/mp4', { isDamaged: true, width: 9, height: 9 }],
    [undefined, '', document, 'application/pdf'],
    [undefined, '', text, 'text/plain'],
    [undefined, '', model, 'model/obj'],
    [undefined, '', FILE_CATEGORIES.audio, 'audio/mpeg'],
    [undefined, '', image, 'image/png', { isDamaged: true }],
    [undefined, '', image, 'image/x-xcf'],
    [undefined, 'size crop', image, 'image/svg+xml', { width: 300_000, height: 9 }],
    ['jpg', 'size crop', document, 'application/pdf', { drawn: { width: 9, height: 9 } }],
    ['jpg', 'size crop', video, 'video/mp4', { width: 9, height: 9 }],
    ['mp4', 'size', video, 'video/mp4', { width: 9, height: 9 }],
    ['pdf', 'size crop', image, 'image/png'],
    ['pdf', '', document, 'application/msword'],
  ];
  const services = { hasFfmpeg: true, officePrograms: OFFICE_PROGRAMS };
  const viewer = { downloadFormats: () => '*' };
  for (const [to, accepted, category, mediaType, others] of rows) {
    const format = {
      id: 2,
      categories: [],
      extensions: [],
      isResizeable: true,
      isEditable: true,
      ...(to && { conversion: { to } }),
    };
    const model = { downloadFormats: new Map([[2, format]]) };
    const active = { size: 9, properties: { ...NO_FILE_PROPERTIES, category, mediaType, ...others } };
    const [found] = formatsFor({ nodes: [], active } as never, { model, viewer, services } as never);
    const { isResizeable, isEditable } = found?.format ?? {};
    assert.equal(
      [isResizeable && 'size', isEditable && 'crop'].filter(Boolean).join(' '),
      accepted,
      `${to} ${mediaType}`,
    );
  }
});

test('a picture is offered in the formats that hold as many pixels, and in others where a smaller size is chosen', () => {
  const rows = [
    ['webp', 16_383, 16_384],
    ['avif', 16_384, 16_385],
    ['jpg', 65_500, 65_501],
    ['pdf', 65_500, 65_501],
    ['png', 300_000, 300_001],
  ] as const;
  const picture = (width: number) => ({
    properties: { ...NO_FILE_PROPERTIES, category: image, mediaType: 'image/tiff', width, height: 9 },
  });
  for (const [to, fits, tooLarge] of rows) {
    assert.equal(misfitOf({ to }, picture(fits)), undefined);
    assert.match(String(misfitOf({ to }, picture(tooLarge))), new RegExp(`more pixels than a ${to} file may`));
    assert.equal(misfitOf({ to, width: 800 }, picture(tooLarge)), undefined);
    assert.equal(misfitOf({ to }, picture(tooLarge), { chosen: { size: { width: 800 } } }), undefined);
  }
  assert.match(String(misfitOf({ to: 'jpg', width: 12_000, enlarge: true }, picture(9000))), /more pixels/);
  const long = { properties: { ...picture(9).properties, pages: 1001 } };
  assert.match(String(misfitOf({ to: 'pdf' }, long)), /more than 1000 pages/);
  assert.equal(misfitOf({ to: 'jpg' }, long), undefined);
});

test('only pictures that can be drawn have tiles', () => {
  const tiles = (mediaType: string, width = 100) =>
    planTiles({ ...NO_FILE_PROPERTIES, category: image, mediaType, width, height: width })?.picture;
  assert.deepEqual(tiles('image/png'), { width: 100, height: 100 });
  assert.equal(tiles('image/bpg'), undefined);
  assert.equal(tiles('image/png', 65_536), undefined);
});
