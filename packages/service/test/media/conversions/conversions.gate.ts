import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { FORMATS, PDF, PLAIN, SIMPLE, WEB } from '../../../../media/test/conversions/table.ts';
import { openForAll } from '../../support/open-for-all.ts';
import { bytesOf, openConverted, testRows } from './converted.ts';
import { idOf } from './sources.ts';

describe('converted downloads', () => {
  const converted = openForAll(openConverted);

  testRows((name) => SIMPLE.includes(name), converted);

  test('a file that already matches the format is delivered unchanged', async () => {
    const original = await bytesOf(await converted.get(`${idOf('photo.jpg')}`));
    assert.deepEqual(await bytesOf(await converted.get(`${idOf('photo.jpg')}:${PLAIN}`)), original);
    assert.equal((await converted.get(`${idOf('broken.jpg')}:${PLAIN}`)).status, 404);
  });

  test('a PDF is its own PDF, without bytes before it, wherever its table counts from', async () => {
    for (const name of ['pages.pdf', 'behind.pdf', 'behind-others.pdf']) {
      const original = await bytesOf(await converted.get(`${idOf(name)}`));
      const made = await bytesOf(await converted.get(`${idOf(name)}:${PDF}`));
      const start = original.indexOf('%PDF-');
      assert.equal(made.toString('latin1', 0, 5), '%PDF-', name);
      assert.equal(name === 'pages.pdf', made.equals(original), name);
      const place = Number(/startxref\n(\d+)/.exec(made.toString('latin1'))?.[1]);
      assert.match(made.toString('latin1', place, place + 4), /xref/, `${name}: ${start}`);
    }
  });

  test('a converted file has a file name, an ETag, ranges and HEAD like any other', async () => {
    const query = `${idOf('photo.jpg')}:${WEB}`;
    const whole = await converted.get(query);
    const etag = whole.headers.get('etag') ?? '';
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment; filename="photo 1\.webp"/);
    const all = await bytesOf(whole);
    const part = await converted.get(query, { headers: { range: 'bytes=10-29', 'if-range': etag } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-29/${all.length}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), all.subarray(10, 30));
    const head = await converted.get(query, { method: 'HEAD' });
    assert.deepEqual([head.headers.get('content-length'), head.headers.get('etag')], [String(all.length), etag]);
    assert.equal((await converted.get(query, { headers: { 'if-none-match': etag } })).status, 304);
    assert.match(etag, new RegExp(crc32(all).toString(16).padStart(8, '0')));
  });

  test('a damaged file is reported before the first byte, alone and in a ZIP', async () => {
    for (const query of [`${idOf('broken.jpg')}:${WEB}`, `${idOf('plain.jpg')},${idOf('broken.jpg')}:${WEB}`]) {
      const response = await converted.get(query);
      const { message } = await response.json();
      const refusal = [response.status, message];
      assert.deepEqual(refusal, [404, `download: the file of asset ${idOf('broken.jpg')} is damaged`]);
    }
  });

  test('what cannot be made of a damaged or unknown file is not offered', async () => {
    for (const [name, isOffered] of Object.entries({ 'plain.jpg': true, 'broken.jpg': false, 'nothing.bin': false })) {
      const response = await fetch(`${converted.app.url}/asset.do?downloadformats_for=${idOf(name)}`);
      const { data } = await response.json();
      const converting = data.formats.filter(({ id }: { id: number }) => FORMATS[id - 1]?.convert);
      assert.equal(converting.length > 0, isOffered, name);
    }
  });

  for (const [query, message] of [
    [
      `nothing.bin:${PLAIN}`,
      `download: download format ${PLAIN} does not apply to asset ${idOf('nothing.bin')}: its kind is unknown`,
    ],
    [`pages.pdf:${PLAIN}:crop=10x10%2B9999`, 'crop: "10x10+9999" cuts out nothing of the picture'],
    [`pages.pdf:${PDF}:crop=10x10`, "crop: a document can't be cropped as pdf"],
    [`plain.jpg:${WEB}:crop=9x9%2B600`, 'crop: "9x9+600" cuts out nothing of the picture of 600 x 400 pixels'],
  ] as const) {
    test(`${query} is refused`, async () => {
      const [name = '', ...rest] = query.split(':');
      const response = await converted.get([idOf(name), ...rest].join(':'));
      assert.deepEqual([response.status, (await response.json()).message], [400, message]);
    });
  }

  test('none of this logged an error', () => {
    const faults = converted.app.log.filter(
      (line) => /"level":(?:40|50|60)/.test(line) && !line.includes(' is missing: '),
    );
    assert.deepEqual(faults, []);
  });
});
