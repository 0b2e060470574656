import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type {} from '../src/abs-basket.ts';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('a running download', () => {
  /** Presses beside the open dialog, and Escape as often as browsers need to close a dialog that does not want to. */
  async function tryToClose(page: Page): Promise<void> {
    await page.mouse.click(3, 3);
    for (let time = 0; time < 3; time += 1) await page.keyboard.press('Escape');
    await page.mouse.click(3, 3);
  }

  const start = (page: Page) => page.getByRole('button', { name: 'Download', exact: true }).click();

  test('only the buttons of its dialog and close() end it, then Escape and a click beside do', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-download></abs-download></abs-catalogue>');
    const running: boolean[] = [];
    await page.exposeFunction('report', (isRunning: boolean) => void running.push(isRunning));
    const open = () =>
      page.locator('abs-download').evaluate((element) => {
        const download = element as HTMLElementTagNameMap['abs-download'];
        download.ids = [1000];
        download.open();
      });
    await page.evaluate(() =>
      document.addEventListener('abs-downloading', ({ detail }) =>
        (globalThis as unknown as { report(isRunning: boolean): void }).report(detail.isRunning),
      ),
    );
    await open();
    const dialog = page.getByRole('dialog', { name: 'Download' });
    const release = await hold(page, /[?&]download=1000/);
    await start(page);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await tryToClose(page);
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).isVisible(), true);
    await Promise.all([page.waitForEvent('download'), release()]);
    await page.getByText('Downloaded.').waitFor();
    assert.deepEqual(running, [true, false]);
    await page.mouse.click(3, 3);
    await dialog.waitFor({ state: 'hidden' });

    for (const close of [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.locator('abs-download').evaluate((element: HTMLElementTagNameMap['abs-download']) => element.close()),
    ]) {
      await open();
      await hold(page, /[?&]download=1000/);
      await start(page);
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await close();
      await dialog.waitFor({ state: 'hidden' });
    }
    await open();
    await page.getByRole('radio').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('in a basket, going back waits until it has ended or is cancelled', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-basket></abs-basket></abs-catalogue>');
    await page.locator('abs-basket').evaluate((basket: HTMLElementTagNameMap['abs-basket']) => {
      basket.addAssets([1000]);
      basket.open();
    });
    await page.getByRole('button', { name: 'Download all' }).click();
    await hold(page, /[?&]download=1000/);
    await start(page);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    const back = page.getByRole('button', { name: 'Back to the basket' });
    await page.locator('abs-basket .back[aria-disabled="true"]').waitFor();
    await back.press('Enter');
    await tryToClose(page);
    assert.equal(await cancel.isVisible(), true);
    await cancel.click();
    await back.click();
    await page.getByRole('button', { name: 'Download all' }).waitFor();
    await page.mouse.click(3, 3);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('the format of each asset is drawn only while its choice is open', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-download inline></abs-download></abs-catalogue>');
    await page.locator('abs-download').evaluate((element) => {
      (element as HTMLElementTagNameMap['abs-download']).ids = [1000, 1002];
    });
    const choice = page.getByText('Choose the format of each item');
    const rows = page.locator('abs-download .per-asset li');
    await choice.waitFor();
    assert.equal(await rows.count(), 0);
    await choice.click();
    await rows.nth(1).waitFor();
    await choice.click();
    await rows.first().waitFor({ state: 'detached' });
    await choice.click();
    await rows.first().waitFor();
    await page.locator('abs-download').evaluate((element) => {
      (element as HTMLElementTagNameMap['abs-download']).ids = [1000, 1003];
    });
    await rows.first().waitFor({ state: 'detached' });
    await page.locator('abs-download .per-asset:not([open])').waitFor();
  });
});
