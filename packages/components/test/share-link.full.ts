/** Sharing the link of an asset on a phone, where the details are out of sight. */
import assert from 'node:assert/strict';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const NARROW = { width: 320, height: 640 };

test.describe('the link of an asset on a phone', () => {
  test('a button copies it, which a wide screen leaves to the details', async ({ host }) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await host.visit('/#asset=1000', { viewport: NARROW, permissions });
    const button = page.locator('abs-viewer button.share');
    await button.waitFor();
    assert.equal(await button.innerText(), 'Copy link');
    assert.deepEqual(await pageViolations(page), []);
    await button.click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /#(?:.*&)?asset=1000(?:&|$)/);
    assert.equal(new URL(copied).origin, new URL(page.url()).origin);
    await page.setViewportSize({ width: 1000, height: 640 });
    await button.waitFor({ state: 'hidden' });
  });

  test('where the browser shares links, the button does that, and copies if the page may not', async ({ host }) => {
    const page = await host.visit('/', { viewport: NARROW, permissions: ['clipboard-read', 'clipboard-write'] });
    const refuseWith = (name: string) =>
      page.evaluate((reason) => {
        Object.assign(navigator, {
          share: async ({ url }: ShareData) => {
            document.body.dataset['shared'] = url;
            if (reason) throw new DOMException('', reason);
          },
        });
      }, name);
    const sharedLink = () => page.evaluate(() => document.body.dataset['shared'] ?? '');
    await refuseWith('');
    await page.locator('abs-grid').getByRole('option').first().click();
    const button = page.locator('abs-viewer').getByRole('button', { name: 'Share' });
    await button.click();
    await until(async () => /asset=\d+/.test(await sharedLink()));
    await refuseWith('NotAllowedError');
    await button.click();
    await page.getByRole('status').getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await sharedLink());
  });

  test('where the page may neither share nor copy, the button leads to the details, which have the link to copy', async ({
    host,
  }) => {
    const page = await host.visit('/', { viewport: NARROW });
    await page.evaluate(() =>
      Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }),
    );
    await page.locator('abs-grid').getByRole('option').first().click();
    await page.locator('abs-viewer button.share').click();
    await page.locator('abs-details').getByRole('button', { name: 'Copy link' }).waitFor();
  });
});
