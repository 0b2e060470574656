import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_CATEGORIES, type FileCategory } from '../../../core/src/domain/file-properties.ts';
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
  const dates = {
    10: '2024-05-01T23:30',
    11: '2024-05-01T22:00Z',
    12: '2024-05-02T00:10:00.5',
    13: '2024-05-01',
    14: '2024-05-01T00:00',
    15: '2024-04-30T23:30',
  };
  const catalogue = {
    info_fields: [{ id: 1, name: 'Taken', type: 'date', on: ['asset'] }],
    users: [{ id: 1 }],
    assets: Object.entries(dates).map(([id, date]) => {
      const times = { uploaded: date, modified: date, valid_until: date, versions: [{ date }] };
      return { id: Number(id), infofields: { 1: date }, ...times };
    }),
    reviews: Object.values(dates).map((date) => ({ asset: 10, user: 1, date, comment: date })),
  };
  const end11 = {
    UTC: 'May 1, 2024, 10:00 PM',
    'Europe/Berlin': 'May 2, 2024, 12:00 AM',
    'America/New_York': 'May 1, 2024, 6:00 PM',
  };
  const written = 'May 1, 2024, 11:30 PM';
  const inZone = async (zone: keyof typeof end11, instant: number) => {
    await using app = await startApp({ ABS_TIME_ZONE: zone }, catalogue);
    const dataOf = async (query: string) => (await (await fetch(`${app.url}/${query}`)).json()).data;
    const found = async (query: string) =>
      (await dataOf(`node.do?${query}`)).map(({ id }: { readonly id: number }) => id);
    const plain = (text: string) => text.replace(/\s/g, ' ');

    const [{ infofields, ...extended }] = await dataOf('node.do?search_id=10&extended=true&infofields=1');
    const { general } = await dataOf('asset.do?details=10');
    const info = await dataOf('asset.do?downloadformats_for=10&infofields=1&versions=true');
    const { versions, infofields_raw: raw } = info;
    const { reviewList } = await dataOf('review.do?get=10');
    const shown = [
      infofields['1'],
      general['Creation date'],
      general['Modification date'],
      general['Valid until'],
      versions[0].date,
    ];
    assert.deepEqual(
      [...shown, reviewList.at(zone === 'Europe/Berlin' ? 2 : 1).createDate].map(plain),
      Array(6).fill(written),
    );
    const { created, modified, versioned, valid_until: until } = extended;
    const epochs = [created, modified, versioned, until, versions[0].date_raw, raw['1']];
    assert.deepEqual(epochs, Array(6).fill(instant));
    const ofDay = await dataOf('asset.do?downloadformats_for=13&infofields=1');
    assert.equal(ofDay.infofields_raw['1'], instant - 23.5 * 3_600_000);
    // Only what was written as a day is shown as one.
    const end = async (id: number) => plain((await dataOf(`asset.do?details=${id}`)).general['Valid until']);
    assert.deepEqual(await Promise.all([13, 14, 11].map(end)), ['May 1, 2024', 'May 1, 2024, 12:00 AM', end11[zone]]);

    const bounds = (key: string) => `search_${key}_after=2024-05-01&search_${key}_before=2024-05-01`;
    const days = ['search_infofield=1,2024-05-01', bounds('uploaded'), bounds('modified')];
    const orders = ['info_1', 'uploaddate', 'lastmodified'].map((key) => `sort_order=${key}`);
    const sorted = (queries: readonly string[]) =>
      Promise.all(queries.map((query, i) => found(`${query}&${orders[i]}`)));
    const reviews = reviewList.map(({ comment }: { readonly comment: string }) => comment);
    return [await sorted(days), await sorted(Array(3).fill('search=')), reviews];
  };
  const thrice = (ids: readonly number[]) => Array(3).fill(ids);
  const { 10: local, 11: moment, 12: night, 13: day, 14: midnight, 15: before } = dates;
  const start = [day, midnight, before];
  const inUtc = [thrice([13, 14, 11, 10]), thrice([15, 13, 14, 11, 10, 12]), [night, local, moment, ...start]];
  assert.deepEqual(await inZone('UTC', Date.parse('2024-05-01T23:30:00Z')), inUtc);
  assert.deepEqual(await inZone('America/New_York', Date.parse('2024-05-02T03:30:00Z')), inUtc);
  const inBerlin = [thrice([13, 14, 10]), thrice([15, 13, 14, 10, 11, 12]), [night, moment, local, ...start]];
  assert.deepEqual(await inZone('Europe/Berlin', Date.parse('2024-05-01T21:30:00Z')), inBerlin);
});
