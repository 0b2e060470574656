import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openOriginalsFolder } from '../../../core/src/originals/folder.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { verifyRenditions } from '../../../media/src/pictures/stored-file.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openImportsInFolder } from '../../src/catalogue/sqlite/imports.ts';
import { verifyCatalogue } from '../../src/catalogue/sqlite/verify.ts';
import { check } from '../../src/transfer/check-data.ts';
import { lockImports } from '../../src/transfer/import-lock.ts';
import { copySample } from '../support/sample.ts';

const { signal } = new AbortController();

async function findings(data: string, repair: boolean): Promise<string[]> {
  await using catalogue = openCatalogue({ directory: data });
  await using originals = openOriginalsFolder({ directory: join(data, 'originals') });
  const all = await Array.fromAsync(
    check({
      catalogue,
      originals,
      verifyCatalogue: () => verifyCatalogue(data),
      verifyRenditions: (mend) => verifyRenditions(join(data, 'renditions'), mend),
      holdImports: () => lockImports(openImportsInFolder(data), signal),
      repair,
      signal,
      onProgress: () => {},
    }),
  );
  return all.map(
    ({ text, isRepaired }) => `${isRepaired ? 'repaired: ' : ''}${text.replaceAll(/[0-9a-f]{64}/g, 'KEY')}`,
  );
}

test('an intact folder has no findings; damage, missing files and strays are found, and strays removed', async () => {
  const data = newFolder();
  await copySample(data);
  assert.deepEqual(await findings(data, false), []);

  await using catalogue = openCatalogue({ directory: data });
  await using originals = openOriginalsFolder({ directory: join(data, 'originals') });
  const [damaged, lost] = (await (await catalogue.snapshot()).assets([1003, 1004])).map(
    ({ active }) => active.file?.sha256 ?? '',
  );
  const path = (await originals.leaseLocalFile(damaged ?? '', { signal }))?.path ?? '';
  chmodSync(path, 0o600);
  writeFileSync(path, 'Notes of the archive.\nSecond lime.\n');
  await originals.remove(lost ?? '');
  const stray = join(data, 'stray');
  writeFileSync(stray, 'nobody names me');
  await originals.put(stray, { signal });

  const wrong = [
    'original KEY of asset 1003, version 1 is damaged: its SHA-256 differs',
    'original KEY of asset 1004, version 1 is missing',
  ];
  assert.deepEqual(await findings(data, true), [...wrong, 'repaired: original KEY belongs to no asset']);
  assert.deepEqual(await findings(data, false), wrong);
});
