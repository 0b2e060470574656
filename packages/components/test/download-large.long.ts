import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SAMPLE } from '../../service/test/support/sample.ts';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import { MOST_IN_MEMORY } from '../src/download/way-to-save.ts';
import { openHost, WITHOUT_BROWSER } from './support/host.ts';

const TOKEN = 'a-token-of-the-tests';
const BODY = '<abs-catalogue src="$SERVICE"><abs-download inline></abs-download></abs-catalogue>';

/** Copies the sample to a folder and adds files, by the IDs of their assets. */
async function addToSample(folder: string, files: Readonly<Record<number, Uint8Array>>): Promise<void> {
  await cp(SAMPLE, folder, { recursive: true });
  const catalogue = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8'));
  for (const [id, bytes] of Object.entries(files)) {
    catalogue.assets.push({ id: Number(id), file: `files/${id}.bin`, nodes: [5] });
    await writeFile(join(folder, `files/${id}.bin`), bytes);
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
}

/** Waits until a part of the file has arrived; returns the bytes that are said to come in all. */
async function bytesWhileLoading(page: Page): Promise<number> {
  const most = await page.waitForFunction(() => {
    const bar = document.querySelector('abs-download')?.shadowRoot?.querySelector('progress');
    return bar && bar.value > 0 && bar.value < bar.max ? bar.max : 0;
  });
  return Number(await most.jsonValue());
}

describe('abs-download with large files', { skip: WITHOUT_BROWSER }, () => {
  test('a ZIP says how much of it has arrived, ends when it is cancelled, and is downloaded again', async () => {
    await using stack = new AsyncDisposableStack();
    const bundle = await mkdtemp(join(tmpdir(), 'abs-progress-'));
    stack.defer(() => rm(bundle, { recursive: true, force: true }));
    const size = 1_500_000;
    await addToSample(bundle, { 1010: randomBytes(size), 1011: randomBytes(size) });
    const host = stack.use(await openHost({}, bundle));
    const page = await host.open(BODY);
    await page.locator('abs-download').evaluate((element) => {
      (element as HTMLElementTagNameMap['abs-download']).ids = [1010, 1011];
    });
    const button = page.getByRole('button', { name: 'Download', exact: true });
    await button.waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const conditions = { offline: false, latency: 0, downloadThroughput: size / 2, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', conditions);

    await button.click();
    const cancelled = await bytesWhileLoading(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });

    const [download, total] = await Promise.all([
      page.waitForEvent('download'),
      bytesWhileLoading(page),
      button.click(),
    ]);
    assert.match(download.suggestedFilename(), /\.zip$/);
    const { length } = await readFile(await download.path());
    assert.ok(length > 2 * size);
    assert.deepEqual([cancelled, total], [length, length]);
  });

  test('a file too large for memory is left to the browser, and with a token to a place that the person chooses', async () => {
    await using stack = new AsyncDisposableStack();
    const bundle = await mkdtemp(join(tmpdir(), 'abs-large-'));
    stack.defer(() => rm(bundle, { recursive: true, force: true }));
    await addToSample(bundle, { 1010: new Uint8Array() });
    await truncate(join(bundle, 'files/1010.bin'), MOST_IN_MEMORY + 1);

    for (const hasToken of [false, true]) {
      const tokens = JSON.stringify([{ token: TOKEN, user: 2 }]);
      const settings = hasToken ? { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: tokens } : {};
      const host = stack.use(await openHost(settings, bundle));
      const page = await host.open(BODY);
      await page.evaluate((token) => {
        const [catalogue, download] = [document.querySelector('abs-catalogue'), document.querySelector('abs-download')];
        if (catalogue && token) catalogue.tokenProvider = () => token;
        if (download) download.ids = [1010];
      }, hasToken && TOKEN);
      const button = page.getByRole('button', { name: 'Download', exact: true });
      if (hasToken) {
        await button.click();
        await page.getByRole('button', { name: 'Choose a place' }).waitFor();
        continue;
      }
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      assert.ok(download.url().startsWith(`${host.app.url}/asset.do?`), download.url());
      await download.cancel();
      await page.getByText('The browser is downloading it now.').waitFor();
    }
  });
});
