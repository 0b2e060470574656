/** Originals are copied to another store, many at once. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openOriginalsFolder, pathInFolder } from '../../../core/src/originals/folder.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openOriginalsCopy } from '../../src/transfer/copy/copy-originals.ts';

test('a damaged file with the bytes of another one does not cost the copy that other one', async () => {
  const folder = newFolder();
  await using stack = new AsyncDisposableStack();
  const [from, to] = ['from', 'to'].map((name) =>
    stack.use(openOriginalsFolder({ directory: join(folder, name) })),
  ) as [ReturnType<typeof openOriginalsFolder>, ReturnType<typeof openOriginalsFolder>];
  const bytes = Buffer.alloc(200_000, 'lake');
  const whole = createHash('sha256').update(bytes).digest('hex');
  const damaged = '0'.repeat(64);
  for (const key of [damaged, whole]) {
    const path = join(folder, 'from', pathInFolder(key));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  const file = (sha256: string) => ({ sha256, size: bytes.length, crc32: 0 });
  const files = new Map([damaged, whole].map((key) => [key, { file: file(key), owner: 'asset 1' }]));
  const { signal } = new AbortController();
  const problems: string[] = [];
  const copy = await openOriginalsCopy({
    from,
    to,
    signal,
    onLost: ({ file }, what) => problems.push(`${file.sha256} ${what}`),
  });
  await copy.copyAll(files, () => {});
  assert.deepEqual(problems, [`${damaged} is damaged`]);
  assert.equal(await to.size(whole, { signal }), bytes.length);
  assert.equal(await to.size(damaged, { signal }), undefined);
});
