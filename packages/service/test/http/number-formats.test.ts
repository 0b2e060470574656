import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { FILE_CATEGORIES, type FileCategory } from '../../src/domain/file-properties.ts';
import { assetOf } from '../search/contract-samples.ts';
import { startApp } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
  const pagesOf = async (category: FileCategory) => {
    const properties = { ...active.properties, category, dpi: 0, pages: 1 };
    await writer.change((changes) => changes.put('asset', { ...asset, active: { ...active, properties } }));
    const { Pages: pages, DPI: dpi } = await general('en');
    return [pages, dpi];
  };
  assert.deepEqual(await pagesOf(FILE_CATEGORIES.document), ['1', undefined]);
  assert.deepEqual(await pagesOf(FILE_CATEGORIES.image), [undefined, undefined], 'a single picture');
});

test('local time is shown as written in every zone, and compared, sorted and counted in the configured one', async () => {
  using folder = temporaryFolder();
  const dates = { 10: '2024-05-01T23:30', 11: '2024-05-01T22:00Z', 12: '2024-05-02T00:10:00.5', 13: '2024-05-01' };
  const catalogue = {
    info_fields: [{ id: 1, name: 'Taken', type: 'date', on: ['asset'] }],
    assets: Object.entries(dates).map(([id, date]) => ({ id: Number(id), infofields: { 1: date }, valid_until: date })),
  };
  writeFileSync(folder.file('catalogue.json'), JSON.stringify(catalogue));
  const end11 = { UTC: 'May 1, 2024, 10:00 PM', 'Europe/Berlin': 'May 2, 2024' };
  const inZone = async (zone: keyof typeof end11) => {
    await using app = await startApp({ ABS_TIME_ZONE: zone }, folder.path);
    const dataOf = async (query: string) => (await (await fetch(`${app.url}/${query}`)).json()).data;
    const { infofields, infofields_raw: raw } = await dataOf('asset.do?downloadformats_for=10&infofields=1');
    const found = async (query: string) =>
      (await dataOf(`node.do?${query}&sort_order=info_1`)).map(({ id }: { readonly id: number }) => id);
    const day = await found('search_infofield=1,2024-05-01');
    const end = async (id: number) =>
      (await dataOf(`asset.do?details=${id}`)).general['Valid until'].replace(/\s/g, ' ');
    // Only an end at the start of a day there is a day.
    assert.deepEqual(await Promise.all([13, 11].map(end)), ['May 1, 2024', end11[zone]]);
    return [infofields['1'].replace(/\s/g, ' '), new Date(raw['1']).toISOString(), day, await found('search=')];
  };
  const written = 'May 1, 2024, 11:30 PM';
  assert.deepEqual(await inZone('UTC'), [written, '2024-05-01T23:30:00.000Z', [13, 11, 10], [13, 11, 10, 12]]);
  assert.deepEqual(await inZone('Europe/Berlin'), [written, '2024-05-01T21:30:00.000Z', [13, 10], [13, 10, 11, 12]]);
});
