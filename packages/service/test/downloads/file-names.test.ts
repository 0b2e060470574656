import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { codePoint, forRuns } from '../../../core/test/support/fast-check.ts';
import { MAX_NAME_BYTES, safeFileName, uniqueFileNames, withExtension } from '../../src/downloads/file-names.ts';

const PARTS = [
  ...['con', 'a', 'A', '.', ' ', '/', '\\', '"', '\r\n', 'é', 'e\u0301', '写真', '👩‍👩‍👧', '\ud800', '\u202e', 'jpg'],
];
const name = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 300 }),
  fc.array(fc.constantFrom(...PARTS)).map((parts) => parts.join('')),
);

const SAFE: readonly (readonly [name: string, safe: string])[] = [
  ['dawn.jpg', 'dawn.jpg'],
  ['Äpfel, rote (2).tif', 'Äpfel, rote (2).tif'],
  ['写真.jpg', '写真.jpg'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
  ['e\u0301te\u0301.jpg', 'été.jpg'],
  ['a/b\\c:d*e?f"g<h>i|j.jpg', 'a_b_c_d_e_f_g_h_i_j.jpg'],
  ['a\r\nSet-Cookie: x=1.jpg', 'a__Set-Cookie_ x=1.jpg'],
  ['gpj\u202egnp.exe', 'gpj_gnp.exe'],
  ['..', 'file'],
  ['', 'file'],
  ['../../etc/passwd', '_._.._etc_passwd'],
  ['.htaccess', '_htaccess'],
  ['ends with dots...', 'ends with dots'],
  ['con', '_con'],
  ['CON.tar.gz', '_CON.tar.gz'],
  ['nul .txt', '_nul .txt'],
  ['console.log', 'console.log'],
  ['\ud800.jpg', '\ufffd.jpg'],
  [`${'a'.repeat(300)}.jpg`, `${'a'.repeat(MAX_NAME_BYTES - 4)}.jpg`],
  [`${'写'.repeat(100)}.jpg`, `${'写'.repeat(78)}.jpg`],
  [`${'👩‍👩‍👧'.repeat(20)}.jpg`, `${'👩‍👩‍👧'.repeat(13)}.jpg`],
  [`a${'\u0301'.repeat(300)}.jpg`, 'file.jpg'],
];

test('names are delivered as they are, apart from what a system refuses or misunderstands', () => {
  for (const [given, safe] of SAFE) assert.equal(safeFileName(given), safe);
});

/** The rules of the three systems, checked one by one. */
function assertSafe(safe: string): void {
  assert.ok(safe !== '' && Buffer.byteLength(safe) <= MAX_NAME_BYTES, `${Buffer.byteLength(safe)} bytes`);
  assert.doesNotMatch(safe, /[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e]/u);
  assert.doesNotMatch(safe, /^[\s.]|[\s.]$/u);
  assert.doesNotMatch(safe, /^(?:con|prn|aux|nul|com\d|lpt\d)\s*(?:\.|$)/i);
  assert.ok(safe.isWellFormed());
  assert.equal(safe.normalize('NFC'), safe);
}

test('any name becomes valid on every system, and a safe name is unchanged', () => {
  forRuns(2000, name, (given) => {
    const safe = safeFileName(given);
    assertSafe(safe);
    assert.equal(safeFileName(safe), safe);
  });
});

test('names become unique without regard to case, stay safe, and the first of each is unchanged', () => {
  forRuns(500, fc.array(name, { maxLength: 30 }), (given) => {
    const safe = given.map(safeFileName);
    const unique = uniqueFileNames(safe);
    const keys = unique.map((each) => each.toUpperCase().normalize('NFC'));
    assert.equal(new Set(keys).size, given.length);
    for (const each of unique) assertSafe(each);
    const firsts = new Map(
      safe.map((each, place) => [each.toUpperCase().normalize('NFC'), place]).toReversed() as [string, number][],
    );
    for (const place of firsts.values()) assert.equal(unique[place], safe[place]);
  });
});

test('numbering skips names that other files have', () => {
  assert.deepEqual(uniqueFileNames(['a.jpg', 'A.JPG', 'a.jpg', 'a (2).jpg', 'b', 'B']), [
    ...['a.jpg', 'A (3).JPG', 'a (4).jpg', 'a (2).jpg', 'b', 'B (2)'],
  ]);
});

test('20,000 files of one name are numbered', () => {
  const unique = uniqueFileNames(Array<string>(20_000).fill('a.jpg'));
  assert.deepEqual([unique.at(-1), new Set(unique).size], ['a (20000).jpg', 20_000]);
});

test('a new extension replaces the old one', () => {
  assert.equal(withExtension('dawn.tif', 'jpg'), 'dawn.jpg');
  assert.equal(withExtension('a.b.c', 'jpg'), 'a.b.jpg');
  assert.equal(withExtension('dawn', 'jpg'), 'dawn.jpg');
  assert.equal(withExtension('.dawn', 'jpg'), '.dawn.jpg');
});
