/** Links to a page or version of an asset. */
import assert from 'node:assert/strict';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { importSample } from '../../service/test/support/sample.ts';
import { test } from './support/test.ts';
import { makeViewerCatalogue, VIEWED } from './support/viewer-catalogue.ts';

test.describe('links to a part of an asset', () => {
  let host: PageHost;
  test.beforeAll(async () => {
    using catalogue = await makeViewerCatalogue();
    host = await openPageHost({}, (data) => importSample(data, catalogue.directory));
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  test('the address has the page of a document, which a reload and a copied link show again', async ({ host }) => {
    const page = await host.visit(`/#asset=${VIEWED.document}&page=37`);
    const field = page.getByRole('spinbutton', { name: 'Page' });
    await page.waitForFunction(() => location.hash.includes('node='));
    assert.equal(await field.inputValue(), '37');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForFunction(() => location.hash.includes('page=38'));
    await page.reload();
    await field.waitFor();
    assert.equal(await field.inputValue(), '38');
    await page.locator('abs-viewer .picture').waitFor();
    await page.getByRole('button', { name: 'Next item' }).click();
    await page.waitForFunction(() => !location.hash.includes('page='));
    const beyond = await host.visit(`/#asset=${VIEWED.document}&page=5000`);
    await beyond.waitForFunction(() => location.hash.includes('node=') && !location.hash.includes('page='));
    assert.equal(await beyond.getByRole('spinbutton', { name: 'Page' }).inputValue(), '1');
  });

  test('the address has an older version until the person goes back to the current one', async ({ host }) => {
    const page = await host.visit('/#asset=1000&version=3');
    await page.getByText('Version 3').first().waitFor();
    await page.reload();
    await page
      .getByRole('button', { name: /current version/ })
      .first()
      .click();
    await page.waitForFunction(() => !location.hash.includes('version'));
  });
});
