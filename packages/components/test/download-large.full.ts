import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { importSample } from '../../service/test/support/sample.ts';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import { MAX_BYTES_IN_MEMORY } from '../src/download/way-to-save.ts';
import { addToSample } from './support/add-to-sample.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import { set } from './support/set.ts';
import { openSite } from './support/site.ts';
import { test } from './support/test.ts';

const BODY = '<abs-catalogue src="$SERVICE"><abs-download inline></abs-download></abs-catalogue>';

/** Fills a data folder with the sample and these files, by the IDs of their assets; `length` is that of each that is empty. */
function filled(files: Readonly<Record<number, Uint8Array>>, length = 0): (data: string) => Promise<void> {
  return async (data) => {
    const bundle = newFolder();
    await addToSample(bundle, files);
    for (const [id, { byteLength }] of Object.entries(files))
      if (byteLength === 0) await truncate(join(bundle, `files/${id}.bin`), length);
    await importSample(data, bundle);
  };
}

/** A file too large for memory. */
const large = filled({ 1010: new Uint8Array() }, MAX_BYTES_IN_MEMORY + 1);

/** Waits until a part of the file has arrived; returns the total number of bytes that the progress bar names. */
async function bytesWhileLoading(page: Page): Promise<number> {
  const total = await page.waitForFunction(() => {
    const tray = document.querySelector('abs-download')?.shadowRoot?.querySelector('abs-download-tray');
    const bar = tray?.shadowRoot?.querySelector('progress');
    return bar && bar.value > 0 && bar.value < bar.max ? bar.max : 0;
  });
  return Number(await total.jsonValue());
}

test.describe('abs-download with large files', () => {
  test('a ZIP says how much of it has arrived, ends when cancelled, and is downloaded again', async ({ openHost }) => {
    const size = 1_500_000;
    const host = await openHost({}, filled({ 1010: randomBytes(size), 1011: randomBytes(size) }));
    const page = await host.open(BODY);
    await set(page, 'abs-download', { ids: [1010, 1011] });
    const button = page.getByRole('button', { name: 'Download', exact: true });
    await button.waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const throttle = (downloadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, uploadThroughput: -1 },
        downloadThroughput,
      });

    // Slow enough to be cancelled in time.
    await throttle(size / 40);
    await button.click();
    const cancelled = await bytesWhileLoading(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });

    const seen = bytesWhileLoading(page).then(async (bytes) => {
      await throttle(-1);
      return bytes;
    });
    const [download, total] = await Promise.all([page.waitForEvent('download'), seen, button.click()]);
    assert.match(download.suggestedFilename(), /\.zip$/);
    const { length } = await readFile(await download.path());
    assert.ok(length > 2 * size);
    assert.deepEqual([cancelled, total], [length, length]);
  });

  test('a file too large for memory goes to the browser', async ({ openHost }) => {
    const host = await openHost({}, large);
    const page = await host.open(BODY);
    await set(page, 'abs-download', { ids: [1010] });
    const button = page.getByRole('button', { name: 'Download', exact: true });
    const downloading = page.waitForEvent('download');
    const started = page.getByText('The browser is downloading it now.');
    const ready = page.getByText('The file is ready. Download it now.');
    await button.click();
    await started.or(ready).waitFor();
    // The browser forgets the first press after a few seconds, which a busy machine may need.
    if (await ready.isVisible()) await button.last().click();
    const download = await downloading;
    assert.ok(download.url().startsWith(`${host.app.url}/asset.do?`), download.url());
    await download.cancel();
    await started.waitFor();
  });

  test('in a frame of another origin, a large file with a token is saved, or the PIN named', async ({ openHost }) => {
    const host = await openHost({ ...GUARDED, ABS_PIN_PARENT_NODE: '2' }, large);
    // The same host, because the browsers of tests give frames of other sites no storage.
    await using site = await openSite(host.app.url);
    const page = await host.open(
      `<iframe title="Catalogue" src="${site.publish(BODY)}" width="800" height="700"></iframe>`,
      { policy: '' },
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('abs-download').evaluate((element, token) => {
      const catalogue = document.querySelector('abs-catalogue');
      if (catalogue) catalogue.tokenProvider = () => token;
      (element as HTMLElementTagNameMap['abs-download']).ids = [1010];
      const getDirectory = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));
      Object.defineProperty(navigator.storage, 'getDirectory', { value: getDirectory, configurable: true });
    }, TOKEN);
    const button = frame.getByRole('button', { name: 'Download', exact: true });
    const choose = frame.getByRole('button', { name: 'Choose a place' });
    await button.click();
    await choose.click();
    await frame.getByText(/open the catalogue in a window of its own\. Or make a link with “Share”/).waitFor();
    await frame.locator('abs-download').evaluate(() => Reflect.deleteProperty(navigator.storage, 'getDirectory'));
    await button.click();
    const [download] = await Promise.all([page.waitForEvent('download'), choose.click()]);
    assert.equal(download.suggestedFilename(), '1010.bin');
    assert.equal((await stat(await download.path())).size, MAX_BYTES_IN_MEMORY + 1);
    await frame.getByText('Downloaded.').waitFor();
  });
});
