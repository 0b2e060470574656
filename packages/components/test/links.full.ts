import { expect } from '@playwright/test';
import { tileAt } from './support/page.ts';
import { test } from './support/test.ts';

test.describe('the link of an asset on a phone', () => {
  const viewport = { width: 320, height: 640 };
  const permissions = ['clipboard-read', 'clipboard-write'];

  test('where the browser shares links, the button does that, and copies if the page may not', async ({ host }) => {
    const page = await host.visit('/', { viewport, permissions });
    const refuseWith = (name: string) =>
      page.evaluate((reason) => {
        Object.assign(navigator, {
          share: async ({ url }: ShareData) => {
            document.body.dataset['shared'] = url;
            if (reason) throw new DOMException('', reason);
          },
        });
      }, name);
    await refuseWith('');
    await tileAt(page, 0).click();
    const share = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.locator('abs-viewer button.share').click();
    };
    await share();
    await expect(page.locator('body')).toHaveAttribute('data-shared', /asset=\d+/);
    await refuseWith('NotAllowedError');
    await share();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.locator('body')).toHaveAttribute('data-shared', copied);
  });
});
