/** Links with less usual parts, and sharing them on a phone, where the details are out of sight. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { ASSET, closeAt, longList, PLACE, placeIn, titleIn } from './support/long-list.ts';
import { MANY_NODE } from './support/many-assets.ts';
import { tileAt } from './support/page.ts';
import { skipWithout, test } from './support/test.ts';
import { VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

test.describe('links to an asset in a long list', () => {
  test.use({ service: { catalogue: longList } });

  for (const [what, address] of [
    ['a text', 'q=picture&sort=name-asc'],
    ['filters and an order', `node=${MANY_NODE}&fileExtensions=jpg&sort=name-asc`],
  ])
    test(`a link with ${what} keeps its list, and shows the asset there`, async ({ host }) => {
      const page = await host.visit(`/#${address}&asset=${ASSET}`);
      await titleIn(page, PLACE).waitFor();
      await placeIn(page).getByText('1,501 of 2,000').waitFor();
      await page.keyboard.press('ArrowRight');
      await titleIn(page, PLACE + 1).waitFor();
      await page.keyboard.press('ArrowLeft');
      await titleIn(page, PLACE).waitFor();
      await closeAt(page, PLACE, 'picture 0001500.jpg');
      const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
      for (const key of new URLSearchParams(address).keys()) assert.ok(hash.has(key), key);
    });
});

test.describe('links with other parts', () => {
  test.describe('of a document', () => {
    skipWithout(withoutMedia);
    // The catalogue with its films takes long to make.
    test.describe.configure({ timeout: 120_000 });
    test.use({ service: { catalogue: viewerCatalogue } });

    test('the address has the page, which a reload and a copied link show again', async ({ host }) => {
      const page = await host.visit(`/#asset=${VIEWED.document}&page=37`);
      const field = page.getByRole('spinbutton', { name: 'Page' });
      await expect(page).toHaveURL(/node=/);
      await expect(field).toHaveValue('37');
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/page=38/);
      await page.reload();
      await expect(field).toHaveValue('38');
      await page.locator('abs-viewer .picture').waitFor();
      await page.getByRole('button', { name: 'Next item' }).click();
      await expect(page).not.toHaveURL(/page=/);
      const beyond = await host.visit(`/#asset=${VIEWED.document}&page=5000`);
      await expect(beyond).toHaveURL((url) => url.hash.includes('node=') && !url.hash.includes('page='));
      await expect(beyond.getByRole('spinbutton', { name: 'Page' })).toHaveValue('1');
    });
  });
});

test.describe('the link of an asset on a phone', () => {
  const viewport = { width: 320, height: 640 };
  const permissions = ['clipboard-read', 'clipboard-write'];

  test('a button copies it, which a wide screen leaves to the details', async ({ host }) => {
    const page = await host.visit('/#asset=1000', { viewport, permissions });
    const button = page.locator('abs-viewer button.share');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(button).toHaveText('Copy link');
    await button.click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    assert.equal(copied.search, '?asset=1000');
    assert.equal(copied.origin, new URL(page.url()).origin);
    await page.setViewportSize({ width: 1000, height: 640 });
    await button.waitFor({ state: 'hidden' });
  });

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
