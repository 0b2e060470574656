import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { heifCut, primaryPicture } from '../../src/inspect/heif.ts';
import { thumbnailsOf } from '../../src/pictures/sources/heic.ts';

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

/** Version and flags, followed by numbers of two or four bytes. */
function numbers(version: number | undefined, bytesEach: 2 | 4, ...values: readonly number[]): Buffer {
  const head = version === undefined ? Buffer.alloc(0) : Buffer.from([version, 0, 0, 0]);
  const body = values.map((value) => {
    const bytes = Buffer.alloc(bytesEach);
    bytes.writeUIntBE(value, 0, bytesEach);
    return bytes;
  });
  return Buffer.concat([head, ...body]);
}

/** The content of the box that describes all pictures. */
const file = (...boxes: readonly Buffer[]) => Buffer.concat([Buffer.alloc(4), ...boxes]);

const SHORT = file(
  box('pitm', numbers(0, 2, 49)),
  box(
    'iref',
    numbers(0, 2),
    box('dimg', numbers(undefined, 2, 49, 2, 1, 2)),
    box('thmb', numbers(undefined, 2, 50, 1, 49)),
    box('thmb', numbers(undefined, 2, 60, 2, 7, 8)),
  ),
);

test('the thumbnails of a picture are those that refer to it', () => {
  assert.equal(primaryPicture(SHORT), 49);
  assert.deepEqual(thumbnailsOf(SHORT, 49), [50]);
  assert.deepEqual(thumbnailsOf(SHORT, 8), [60]);
  assert.deepEqual(thumbnailsOf(SHORT, 1), []);
});

test('IDs may have four bytes', () => {
  const reference = box(
    'thmb',
    Buffer.concat([numbers(undefined, 4, 70_000), numbers(undefined, 2, 1), numbers(undefined, 4, 80_000)]),
  );
  const long = file(box('pitm', numbers(1, 4, 80_000)), box('iref', numbers(1, 4), reference));
  assert.equal(primaryPicture(long), 80_000);
  assert.deepEqual(thumbnailsOf(long, 80_000), [70_000]);
});

test('a thumbnail that is not turned like its picture is left out, and so are all of a picture that is cut', () => {
  const stored = box('ipco', box('irot', Buffer.from([1])), box('clap', Buffer.alloc(32)));
  const thumbnails = box('iref', numbers(0, 2), ...[50, 51].map((id) => box('thmb', numbers(undefined, 2, id, 1, 49))));
  const meta = (...changes: readonly (readonly [id: number, ...numbers: number[]])[]) => {
    const each = changes.map(([id, ...all]) => Buffer.from([0, id, all.length, ...all]));
    return file(thumbnails, box('iprp', stored, box('ipma', Buffer.alloc(7), Buffer.from([changes.length]), ...each)));
  };
  assert.deepEqual(thumbnailsOf(meta([49, 1], [50, 1], [51]), 49), [50]);
  assert.deepEqual(thumbnailsOf(meta([49, 2], [50, 2], [51]), 49), []);
});

test('a file without references, or of any bytes, has none', () => {
  assert.deepEqual(thumbnailsOf(file(box('pitm', numbers(0, 2, 1))), 1), []);
  assert.equal(primaryPicture(Buffer.alloc(0)), undefined);
  const place = fc.nat(SHORT.length - 1);
  forAll(fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 }), place, (changes, end) => {
    const damaged = Buffer.from(SHORT);
    for (const [at, value] of changes) damaged[at] = value;
    for (const bytes of [damaged, damaged.subarray(0, end)]) {
      primaryPicture(bytes);
      assert.ok(thumbnailsOf(bytes, 49).length < 100);
    }
  });
});

test('a cut is turned and mirrored with its picture', () => {
  const ispe = { type: 'ispe', content: numbers(0, 4, 600, 400) };
  const clap = { type: 'clap', content: numbers(undefined, 4, 300, 1, 100, 1, 50, 1, 20, 1) };
  const change = (type: string, way: number) => ({ type, content: Buffer.from([way]) });
  const cut = { left: 200, top: 170, width: 300, height: 100 };
  assert.deepEqual(heifCut([ispe, clap]), cut);
  assert.deepEqual(heifCut([ispe, clap, change('irot', 1)]), { left: 170, top: 100, width: 100, height: 300 });
  assert.deepEqual(heifCut([ispe, clap, change('irot', 2)]), { ...cut, left: 100, top: 130 });
  assert.deepEqual(heifCut([ispe, clap, change('imir', 0)]), { ...cut, top: 130 });
  assert.deepEqual(heifCut([ispe, clap, change('imir', 1)]), { ...cut, left: 100 });
  assert.equal(heifCut([ispe]), undefined);
});
