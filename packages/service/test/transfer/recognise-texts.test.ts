import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { readTexts } from '../../src/transfer/texts/read-texts.ts';
import { recogniseTexts } from '../../src/transfer/texts/recognise-texts.ts';
import { keptText, shaOf, withFile } from '../support/texts.ts';

const OWN = 'This page has a text of its own.';

test('pages with few letters and pictures are recognised, and each file is found as it is done', async () => {
  await using storage = await openStorage({ data: newFolder() });
  const { writer, catalogue } = storage;
  await writer.change(async (changes) => {
    for (const [at, digit] of [...'abcde'].entries()) await changes.put('asset', withFile(at + 1, digit));
    await changes.putTexts([
      { ...keptText('a', [OWN, '7', OWN], true), recognition: 'to do' },
      { ...keptText('b', [], true), recognition: 'to do' },
      keptText('c', ['7'], true),
    ]);
    await changes.put('asset', withFile(6, 'f'));
    await changes.putTexts([{ ...keptText('f', ['7', '', '', '', '', '', '8'], true), recognition: 'to do' }]);
    for (const digit of 'de') await changes.wantText(shaOf(digit), 'recognise');
  });
  const originals = {
    leaseLocalFile: async (path: string) => ({ path, [Symbol.asyncDispose]: async () => {} }),
  };
  const textOf = async (id: number) =>
    (await (await catalogue.snapshot({ atLeast: await revision() })).document(id))?.pages;
  const revision = () => writer.change((changes) => changes.revision());
  /** Texts of the pages of each file, as they are recognised; the second of the second file can't be. */
  const shown: Readonly<Record<string, readonly string[]>> = {
    a: ['x', 'Page 7', 'x', ''],
    b: ['', '?', 'Third'],
    d: ['Label'],
    e: ['?'],
    f: ['x', '?', '?', '?', '?', '?', 'never asked'],
  };
  const asked: string[] = [];
  const warnings: string[] = [];
  const seen: unknown[] = [];
  const recogniser = {
    recognise: async ({ path, page }: { readonly path: string; readonly page: number }) => {
      const file = path.charAt(0);
      asked.push(`${file}${page}`);
      if (file === 'e') seen.push(await textOf(1));
      const text = shown[file]?.[page];
      return text === undefined || text === '?' ? { failure: 'too slow' } : { text, pages: shown[file]?.length ?? 0 };
    },
  };
  const run = () =>
    recogniseTexts({ writer, originals }, recogniser, {
      maxCharacters: 1000,
      signal: new AbortController().signal,
      onProgress: () => {},
      onWarning: (line) => warnings.push(line),
    });
  assert.equal(await run(), 5);
  assert.deepEqual(asked.toSorted(), ['a1', 'a3', 'b0', 'b1', 'b2', 'd0', 'e0', 'f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5, 6].map(textOf)), [
    [OWN, 'Page 7', OWN],
    ['', '', 'Third'],
    ['7'],
    ['Label'],
    undefined,
    ['x', '', '', '', '', '', '8'],
  ]);
  assert.deepEqual(warnings.toSorted(), [
    '2.pdf: not all of its text can be recognised: too slow',
    '5.pdf: not all of its text can be recognised: too slow',
    '6.pdf: not all of its text can be recognised: too slow',
  ]);
  assert.deepEqual(seen, [[OWN, 'Page 7', OWN]]);
  assert.equal(await run(), 0);
  await writer.change((changes) => changes.wantTexts((type) => type === 'pdf', 'recognise', { isAgain: true }));
  assert.equal(await run(), 3);
  // A newer reader reads the whole as one page.
  await writer.change(async (changes) => {
    await changes.putTexts([{ ...keptText('b', ['', '', 'Third'], true), reading: 'outdated' }]);
    await changes.wantTexts((type) => type === 'pdf', 'read', { isAgain: true });
  });
  const reader = {
    canRead: () => true,
    read: async () => ({ pages: ['Own'], hasPages: false, isSparse: true }),
  };
  const silent = { maxCharacters: 6, onProgress: () => {}, onWarning: () => {} };
  await readTexts({ writer, originals }, reader, { ...silent, signal: new AbortController().signal });
  const { pages, hasPages } = (await writer.change((changes) => changes.keptText(shaOf('b')))) ?? {};
  assert.deepEqual([pages, hasPages], [['Own', '', 'Thi'], true]);
});
