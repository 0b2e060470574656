import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('a running download', () => {
  test('goes on after its dialog has closed, is told of, and ends with its element', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-download></abs-download></abs-catalogue>');
    const running: boolean[] = [];
    await page.exposeFunction('report', (isRunning: boolean) => void running.push(isRunning));
    await page.evaluate(() =>
      document.addEventListener('abs-downloading', ({ detail }) =>
        (globalThis as unknown as { report(isRunning: boolean): void }).report(detail.isRunning),
      ),
    );
    const start = async (ids: readonly number[]) => {
      await page.locator('abs-download').evaluate((element: HTMLElementTagNameMap['abs-download'], wanted) => {
        element.ids = wanted;
        element.open();
      }, ids);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    const tray = page.getByRole('region', { name: 'Downloads' });
    const release = await hold(page, /[?&]download=100[03]/);
    await start([1000]);
    await start([1003]);
    await tray.getByRole('button', { name: 'Cancel' }).nth(1).waitFor();
    assert.deepEqual(running, [true]);
    await Promise.all([page.waitForEvent('download'), release()]);
    await expect(tray.getByText('Downloaded.')).toHaveCount(2);
    assert.deepEqual(running, [true, false]);

    await hold(page, /[?&]download=1002/);
    await start([1002]);
    const ended = page.waitForEvent('requestfailed');
    await page.locator('abs-download').evaluate((element) => element.remove());
    await ended;
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
