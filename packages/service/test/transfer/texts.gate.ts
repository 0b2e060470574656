import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { readTexts } from '../../src/transfer/texts/read-texts.ts';
import { abs } from '../cli/copy-world.ts';
import { keptText, withFile } from '../support/texts.ts';

/** The texts of all files that have one, by the name of the file. */
async function textsIn(data: string): Promise<Readonly<Record<string, string>>> {
  await using storage = await openStorage({ data });
  const snapshot = await storage.catalogue.snapshot();
  await using records = await storage.catalogue.openRecords();
  const texts: Record<string, string> = {};
  for (const { id, active } of (await Array.fromAsync(records.assets())).flat()) {
    const text = await snapshot.document(id);
    if (text) texts[active.original] = text.pages.join('|');
  }
  return texts;
}

test('an import reads the texts of its files, also of new versions, and forgets those of removed files', async () => {
  const [source, data] = [newFolder(), newFolder()];
  const run = async (...args: readonly string[]) => (await abs(['import', ...args, '--data', data])).stderr;
  writeFileSync(join(source, 'a.txt'), 'Dawn over the sea');
  writeFileSync(join(source, 'same.txt'), 'Dawn over the sea');
  writeFileSync(join(source, 'b.html'), '<p>Harbour</p>');
  writeFileSync(join(source, 'c.pdf'), '%PDF-1.4 nothing more');
  const said = await run(source);
  assert.match(said, /^c\.pdf: its text can't be read: .+$/m);
  assert.match(said, /^texts: 2 read, 1 of files that can't be read$/m);
  const first = { 'a.txt': 'Dawn over the sea', 'same.txt': 'Dawn over the sea', 'b.html': 'Harbour' };
  assert.deepEqual(await textsIn(data), first);

  const refused = newFolder();
  writeFileSync(join(refused, 'catalogue.json'), 'nothing');
  writeFileSync(join(source, 'd.txt'), 'Lighthouse');
  assert.match(await run(source, refused), /nothing of this source is imported\n(?:texts: 1, .*\n)*texts: 1 read$/m);
  assert.equal((await textsIn(data))['d.txt'], 'Lighthouse');
  rmSync(join(source, 'd.txt'));

  assert.doesNotMatch(await run(source), /text/);
  writeFileSync(join(source, 'a.txt'), 'Another text');
  rmSync(join(source, 'b.html'));
  assert.match(await run(source, '--prune'), /^texts: 1 read$/m);
  assert.deepEqual(await textsIn(data), { 'a.txt': 'Another text', 'same.txt': 'Dawn over the sea' });
});

test('--text reads those of files that are there, and failures again; text.maxCharacters 0 reads none', async () => {
  const [source, data] = [newFolder(), newFolder()];
  mkdirSync(join(source, 'deep'));
  writeFileSync(join(source, 'deep', 'a.txt'), 'Dawn over the sea');
  writeFileSync(join(source, 'c.pdf'), '%PDF-1.4 nothing more');
  assert.doesNotMatch((await abs(['import', source, '--data', data], { ABS_TEXT_MAX_CHARACTERS: '0' })).stderr, /text/);
  assert.deepEqual(await textsIn(data), {});
  const again = () => abs(['import', '--text', '--data', data], { ABS_TEXT_MAX_CHARACTERS: '4' });
  assert.match((await again()).stderr, /^texts: 1 read, 1 of/m);
  assert.deepEqual(await textsIn(data), { 'a.txt': 'Dawn' });
  assert.match((await again()).stderr, /^texts: 0 read, 1 of/m);
  {
    await using storage = await openStorage({ data });
    await using records = await storage.catalogue.openRecords();
    const texts = (await Array.fromAsync(records.texts())).flat();
    await storage.writer.change((changes) =>
      changes.putTexts(texts.map((text) => ({ ...text, pages: ['old'], reading: 'outdated' }))),
    );
  }
  assert.match((await again()).stderr, /^texts: 1 read, 1 of/m);
  assert.deepEqual(await textsIn(data), { 'a.txt': 'Dawn' });
});

test('what is read before a signal stays, and the next import reads the rest', async () => {
  const data = newFolder();
  await using storage = await openStorage({ data });
  const { writer, catalogue } = storage;
  await writer.change(async (changes) => {
    for (const [at, digit] of [...'abcdef'].entries()) {
      await changes.put('asset', withFile(at + 1, digit));
      await changes.wantText(withFile(at + 1, digit).active.file?.sha256 ?? '');
    }
  });
  const originals = {
    leaseLocalFile: async (sha256: string) => ({ path: sha256, [Symbol.asyncDispose]: async () => {} }),
  };
  const stopping = new AbortController();
  let reads = 0;
  const reader = {
    canRead: (mediaType: string) => mediaType === 'pdf',
    read: async ({ path }: { readonly path: string }) => {
      reads += 1;
      if (reads === 3) stopping.abort();
      return { ...keptText('a', [path.charAt(0)]), isSparse: false };
    },
  };
  const readAll = (signal: AbortSignal) =>
    readTexts({ writer, originals }, reader, { maxCharacters: 9, signal, onProgress: () => {}, onWarning: () => {} });
  const textOf = async (id: number) => (await (await catalogue.snapshot()).document(id))?.pages[0];
  await assert.rejects(readAll(stopping.signal));
  assert.equal(await textOf(1), 'a');
  const { read } = await readAll(new AbortController().signal);
  assert.ok(read > 0 && read < 6, `${read}`);
  assert.equal(await textOf(6), 'f');
});
