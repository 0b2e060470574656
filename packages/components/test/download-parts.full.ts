import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import type { Host } from './support/host.ts';
import { test } from './support/test.ts';

test.describe('more assets than one download may have', () => {
  test.use({ service: { settings: { ABS_DOWNLOAD_MAX_ASSETS: 2, ABS_PIN_PARENT_NODE: 20 } } });

  async function open(host: Host, ids: readonly number[]): Promise<Page> {
    const page = await host.open(
      '<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-download inline></abs-download></abs-catalogue></main>',
      { viewport: { width: 375, height: 800 } },
    );
    await page.locator('abs-download').evaluate((element, assets) => {
      (element as HTMLElementTagNameMap['abs-download']).ids = assets;
    }, ids);
    await page.getByRole('radio', { name: 'Original' }).check();
    return page;
  }

  test('are downloaded in parts, and events name those of the part', async ({ host }) => {
    const page = await open(host, [1000, 1002, 1003]);
    await page.getByRole('status').getByText('At most 2 of 3 items fit at once. Choose a part.').waitFor();
    const told: string[] = [];
    await page.exposeFunction('report', (ids: readonly number[]) => void told.push(String(ids)));
    await page.evaluate(() =>
      document.addEventListener('abs-downloaded', ({ detail }) =>
        (globalThis as unknown as { report(ids: readonly number[]): void }).report(detail.ids),
      ),
    );
    const names = { 'Items 1 to 2': ['dawn _b_.jpg', 'img10.png'], 'Items 3 to 3': ['img2.txt'] };
    for (const [part, files] of Object.entries(names)) {
      await page.getByRole('combobox', { name: 'Part' }).selectOption(part);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).click(),
      ]);
      const bytes = await readFile(await download.path());
      const found = Object.values(names)
        .flat()
        .filter((name) => bytes.includes(name));
      assert.deepEqual(found, files);
      await page.getByText('Downloaded.').waitFor();
    }
    assert.deepEqual(told, ['1000,1002', '1003']);
  });
});
