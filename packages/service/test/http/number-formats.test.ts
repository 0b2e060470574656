import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { startApp } from '../support/app.ts';

const ID = 5000;

test('numbers in the general section use the decimal separator of the locale', async () => {
  await using app = await startApp();
  await using writer = openCatalogueWriter({ directory: app.data });
  const asset = assetOf(ID, { name: 'scan.tif', size: 1_234_567 });
  const { active } = asset;
  await writer.change((changes) =>
    changes.put('asset', {
      ...asset,
      active: { ...active, properties: { ...active.properties, dpi: 299.5, pages: 1200 } },
    }),
  );
  const general = async (locale: string) => {
    const answer = await fetch(`${app.url}/asset.do?details=${ID}&locale=${locale}`);
    const { data } = (await answer.json()) as { data: { general: Record<string, string> } };
    return data.general;
  };
  const german = await general('de');
  assert.deepEqual([german['DPI'], german['Seiten'], german['Dateigröße']], ['299,5', '1200', '1,2 MB']);
  const english = await general('en');
  assert.deepEqual([english['DPI'], english['Pages'], english['File size']], ['299.5', '1200', '1.2 MB']);
});
