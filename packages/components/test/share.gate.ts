import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import type {} from '../src/abs-basket.ts';
import type { AbsShare } from '../src/abs-share.ts';
import { GUARDED } from './support/guarded.ts';
import type { Host } from './support/host.ts';
import type { ServiceOptions } from './support/services.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { giveToken } from './support/tokens.ts';

const SETTINGS = {
  ABS_PIN_PARENT_NODE: '20',
  ABS_PIN_PER_MINUTE: '0',
  ABS_DOWNLOAD_MAX_ASSETS: '2',
  ...GUARDED,
};

async function openShare(page: Page, ids: readonly number[]): Promise<void> {
  await set(page, 'abs-share', { ids });
  await page.locator('abs-share').evaluate((share: AbsShare) => share.open());
}

test.describe('abs-share in a browser', () => {
  const service: ServiceOptions = { settings: SETTINGS, sharedBy: 'own links' };
  test.use({ service });

  async function open(host: Host, ids: readonly number[]): Promise<Page> {
    const page = await host.open('<abs-catalogue><abs-share></abs-share></abs-catalogue>');
    await giveToken(page);
    await set(page, 'abs-catalogue', { src: host.app.url });
    await openShare(page, ids);
    await page.getByRole('dialog').waitFor();
    return page;
  }

  test('a link is made in three steps: opened, given an end, created; then copied or scanned', async ({ host }) => {
    const page = await open(host, [1000, 1003]);
    await page.getByRole('combobox', { name: 'Ends after' }).selectOption('1 day');
    await page.getByRole('textbox', { name: 'Title of the page' }).fill('For you');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('The link is ready.').waitFor();
    const address = await page.getByRole('textbox', { name: 'Link to share' }).inputValue();
    const shown = await (await fetch(address)).text();
    assert.ok(shown.includes('For you') && shown.includes('img2.txt'));
    const mail = await page.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href');
    assert.equal(mail, `mailto:?subject=For%20you&body=${encodeURIComponent(address)}`);
    await page.locator('.qr svg').waitFor();
  });

  test('the person lists own links, with their downloads, and revokes one', async ({ host }) => {
    const page = await open(host, [1003]);
    await page.getByRole('combobox', { name: 'Ends after' }).selectOption('A day you choose');
    await page.getByRole('textbox', { name: 'Title of the page' }).fill('Revoked');
    await page.getByRole('button', { name: 'Create the link' }).click();
    const address = await page.getByRole('textbox', { name: 'Link to share' }).inputValue();
    await (await fetch(`${address}/download?asset=1003&format=1`)).arrayBuffer();
    await page.getByText('My links').click();
    const row = page.getByRole('listitem').filter({ hasText: 'Revoked' });
    await row.getByText('1 download').waitFor();
    await expect(row.locator('.copy-link input')).toHaveValue(address);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('The link stops working for everybody.').waitFor();
    await row.getByRole('button', { name: 'Keep' }).click();
    assert.equal((await fetch(address)).status, 200);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await fetch(address)).status, 410);
  });

  test('more than fit into one link are shared in parts, in the formats that are ticked', async ({ host }) => {
    const page = await open(host, [1000, 1002, 1003]);
    await page.getByText('At most 2 of 3 items fit at once.').waitFor();
    await page.getByRole('combobox', { name: 'Part' }).selectOption('Items 3 to 3');
    await page.getByText('Formats', { exact: true }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Create the link' }).click();
    const shared = await (await fetch(await page.getByRole('textbox', { name: 'Link to share' }).inputValue())).text();
    assert.ok(shared.includes('img2.txt') && !shared.includes('img10.png'));
  });
});

test.describe('abs-share with a limit', () => {
  test.use({ service: { settings: { ABS_PIN_PARENT_NODE: 20, ABS_PIN_PER_MINUTE: 1, ABS_PIN_DAYS: 3 } } });

  test('a link is copied, and one too many says when to try again and leaves the last', async ({ host }) => {
    const page = await host.open(`<abs-catalogue src="${host.app.url}"><abs-share></abs-share></abs-catalogue>`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await openShare(page, [1000]);
    const ends = page.getByRole('combobox', { name: 'Ends after' }).getByRole('option');
    await expect(ends).toHaveText(['1 day', '3 days', 'A day you choose']);
    const create = page.getByRole('button', { name: 'Create the link' });
    await create.click();
    const field = page.getByRole('textbox', { name: 'Link to share' });
    const address = await field.inputValue();
    // At once, because a wait of less than 30 s would be repeated without a refusal.
    await create.click();
    await page
      .getByRole('alert')
      .getByText(/^Too many requests at once\. Try again in \d+ (seconds?|minutes?)\.$/)
      .waitFor();
    await expect(field).toHaveValue(address);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  });
});
