import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { gifOf } from '../../service/test/support/gif-bundle.ts';
import { readAtMost } from '../src/download/read-at-most.ts';
import { clockTime } from '../src/texts/clock-time.ts';
import { captionsOf, readCaptions } from '../src/viewer/captions.ts';
import { hasManyFrames } from '../src/viewer/gif-frames.ts';
import { isWithinModel, packGltf, plainObj, stlContent } from '../src/viewer/model-file.ts';
import { sceneTiles } from '../src/viewer/strip.ts';
import { longer, withinLimits, zoomLimits } from '../src/viewer/zoom.ts';
import './support/client-from-source.ts';

const { TRANSPARENT } = await import('../src/viewer/picture-stage.ts');
const { nearestPosition } = await import('../src/viewer/walk.ts');

const sides = fc.double({ min: 20, max: 5000, noNaN: true });
const extents = fc.record({ width: sides, height: sides });

test('a picture fits into the stage with its proportions, is zoomed to its pixels, and small ones are not enlarged', () => {
  forAll(
    extents,
    extents,
    fc.constantFrom(1, 2, 3),
    fc.option(sides, { nil: undefined }),
    (size, stage, ratio, own) => {
      Object.assign(globalThis, { devicePixelRatio: ratio });
      const limits = zoomLimits({ size, available: longer(size), own, longest: undefined }, stage);
      const { fitted, minScale, maxScale, actual } = limits;
      assert.ok(fitted.width <= stage.width + 1e-6 && fitted.height <= stage.height + 1e-6);
      assert.ok(Math.abs(fitted.width / fitted.height / (size.width / size.height) - 1) < 1e-6);
      if (longer(size) < 1000) assert.ok(longer(fitted) <= longer(size) + 1e-6);
      assert.ok(minScale <= 1 && maxScale >= 4);
      if (actual !== undefined && own !== undefined) {
        assert.ok(Math.abs(longer(fitted) * actual * ratio - own) < 1e-6 * own);
        assert.equal(withinLimits(actual, limits), actual);
      }
    },
  );
});

test('pictures that may be transparent have a ground of their own, of whatever program', () => {
  for (const extension of ['png', 'PSD', 'psb', 'tif', 'svgz']) assert.match(extension, TRANSPARENT);
  for (const extension of ['jpg', 'nef', 'pdf', 'apng2', '']) assert.doesNotMatch(extension, TRANSPARENT);
});

test('the frames of a GIF are counted, and anything else ends the count', async () => {
  assert.ok(hasManyFrames(await gifOf('#f00', '#00f')));
  assert.ok(!hasManyFrames(await gifOf('#f00')));
  const moving = await gifOf('#f00', '#0f0', '#00f');
  assert.ok(!hasManyFrames(moving.subarray(0, 20)));
  forAll(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof hasManyFrames(bytes) === 'boolean');
});

test('scenes cover a film from its start, a second apart at least, and at most a hundred', () => {
  assert.deepEqual(sceneTiles(7), { columns: 7, rows: 1, count: 7, interval: 1 });
  assert.deepEqual(sceneTiles(3600), { columns: 10, rows: 10, count: 100, interval: 36 });
  assert.deepEqual(sceneTiles(10.5), { columns: 10, rows: 2, count: 11, interval: 10.5 / 11 });
  for (const seconds of [0, Number.NaN, Number.POSITIVE_INFINITY, -1]) assert.equal(sceneTiles(seconds), undefined);
  assert.deepEqual([0, 7.9, 61, 3723].map(clockTime), ['0:00', '0:07', '1:01', '1:02:03']);
});

test('captions are read from SubRip and WebVTT with any line ends, and everything else is left out', () => {
  const expected = [
    { start: 0.4, end: 1.6, text: 'A day.' },
    { start: 3601, end: 3602.5, text: 'Two\nlines' },
  ];
  const srt =
    '1\r\n00:00:00,400 --> 00:00:01,600\r\nA day.\r\n\r\n2\r\n01:00:01,000 --> 01:00:02,500\r\nTwo\r\nlines\r\n';
  assert.deepEqual(readCaptions(srt), expected);
  const vtt =
    'WEBVTT\n\nNOTE none\n\n00:00.400 --> 00:01.600 align:start\nA day.\n\nx\n01:00:01.000 --> 01:00:02.500\nTwo\nlines';
  assert.deepEqual(readCaptions(vtt), expected);
});

test('the captions of a film are related files, and those with its name and perhaps a language before the extension', () => {
  const file = (id: number, name: string) => ({ id, name, type: 5, version: 1 });
  const related = [file(1, 'lake.en.srt'), file(2, 'other.jpg'), file(3, 'spoken words.vtt')];
  const others = [file(1, 'lake.en.srt'), file(4, 'LAKE.de-AT.VTT'), file(5, 'lakes.srt'), file(6, 'lake.srt')];
  const captions = captionsOf({ name: 'lake.mp4' }, { related, others });
  const seen = captions.map(({ asset, language }) => `${asset.id} ${language}`);
  assert.deepEqual(seen, ['1 en', '3 ', '4 de-AT', '6 ']);
});

test('an asset is found at the nearest position in both directions, within the given reach', () => {
  const list = fc.array(fc.constantFrom(1, 2, 3, undefined), { maxLength: 30 });
  forAll(list, fc.nat({ max: 30 }), fc.nat({ max: 30 }), (ids, hint, reach) => {
    const asked = new Set<number>();
    const found = nearestPosition((position) => asked.add(position) && ids[position] === 1, hint, reach);
    const places = ids.flatMap((id, place) => (id === 1 && Math.abs(place - hint) <= reach ? [place] : []));
    const nearest = Math.min(...places.map((place) => Math.abs(place - hint)));
    if (places.length === 0) assert.equal(found, undefined);
    else assert.ok(found !== undefined && ids[found] === 1 && Math.abs(found - hint) === nearest);
    assert.ok([...asked].every((position) => position >= 0));
  });
});

test('a file is read up to its limit, and no further, whether its size is known or not', async () => {
  for (const [bytes, size, result, readParts] of [
    [20, 20, 20, 3],
    [20, undefined, 20, 3],
    [21, 21, undefined, 0],
    [21, undefined, undefined, 2],
  ] as const) {
    const parts = [bytes - 10, 10];
    let read = 0;
    let isCancelled = false;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const part = parts[read];
      read += 1;
      if (part === undefined) controller.close();
      else controller.enqueue(new Uint8Array(part));
    };
    const cancel = () => {
      isCancelled = true;
    };
    const stream = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
    const blob = await readAtMost({ stream, size, mediaType: 'text/plain' }, 20);
    assert.deepEqual([blob?.size, read, isCancelled], [result, readParts, result === undefined]);
  }
});

test('OBJ and STL texts become what loaders read', async () => {
  assert.equal(plainObj('V 1 2 3\rVN 0 0 1\r\nf 1 \\\r\n2'), 'v 1 2 3\nvn 0 0 1\nf 1  2');
  const shouted = await stlContent(new Blob(['\ufeff SOLID A\rVERTEX 0 1 2']));
  assert.equal(shouted, 'solid a\rvertex 0 1 2');
  assert.ok((await stlContent(new Blob([new Uint8Array(84)]))) instanceof ArrayBuffer);
});

test('a glTF text with an embedded buffer becomes a GLB file with the same bytes', () => {
  forAll(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.string(), (bytes, name) => {
    const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
    const buffers = [{ uri, byteLength: bytes.length }];
    const packed = packGltf(JSON.stringify({ asset: { version: '2.0', generator: name }, buffers }));
    assert.ok(packed instanceof ArrayBuffer);
    const file = Buffer.from(packed);
    assert.equal(file.toString('latin1', 0, 4), 'glTF');
    assert.equal(file.readUInt32LE(8), file.length);
    const jsonLength = file.readUInt32LE(12);
    const json = JSON.parse(file.toString('utf8', 20, 20 + jsonLength));
    assert.deepEqual(json, { asset: { version: '2.0', generator: name }, buffers: [{ byteLength: bytes.length }] });
    assert.deepEqual([...file.subarray(28 + jsonLength).subarray(0, bytes.length)], [...bytes]);
    assert.equal(file.readUInt32LE(20 + jsonLength) % 4, 0);
  });
  const several = JSON.stringify({ buffers: [{ uri: 'a.bin', byteLength: 3 }] });
  assert.equal(packGltf(several), several);
  assert.deepEqual(['data:,x', 'blob:y', 'https://z/', 'a.bin', '//w/'].filter(isWithinModel), ['data:,x', 'blob:y']);
});
