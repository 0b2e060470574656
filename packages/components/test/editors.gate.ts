/** What editors look for: by playing time, number, date and a word that they don't know how to spell, with few clicks. */
import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { hashIs, headingIs, tileAt } from './support/page.ts';
import { assetOf, changeSample } from './support/records.ts';
import { test } from './support/test.ts';

/** Films of 40, 60 and 400 seconds beside the sample. */
async function prepareFilms(data: string): Promise<void> {
  await changeSample(data, async (changes) => {
    for (const [id, durationSeconds] of [40, 60, 400].entries()) {
      const properties = { category: 3, extension: 'mp4', mediaType: 'video/mp4', durationSeconds } as const;
      const name = `film ${durationSeconds}.mp4`;
      await changes.put('asset', assetOf(2000 + id, name, { properties: { ...properties, width: 1920, height: 800 } }));
    }
  });
}

test.use({ service: { catalogue: prepareFilms } });

/** Opens the page of all assets, and counts clicks. */
async function counting(host: { visit(path: string): Promise<Page> }) {
  const page = await host.visit('/');
  await tileAt(page, 0).waitFor();
  let clicks = 0;
  const click = async (locator: Locator) => {
    clicks += 1;
    await locator.click();
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const search = async (text: string) => {
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await click(field);
    await field.fill(text);
    await field.press('Enter');
  };
  return { page, click, button, search, clicks: () => clicks };
}

test('videos longer than a minute take three clicks, and chips say what is chosen', async ({ host }) => {
  const { page, click, button, clicks } = await counting(host);
  await click(button('Filters'));
  await click(page.getByRole('checkbox', { name: /^Video/ }));
  await click(button('Over 1 minute'));
  await hashIs(page, '#fileCategory=3&duration=1_to_5_minutes&duration=over_5_minutes');
  await page.getByText('2 items', { exact: true }).first().waitFor();
  assert.equal(clicks(), 3);
  await expect(button('Over 1 minute')).toHaveAttribute('aria-pressed', 'true');
  await button('Over 5 minutes').click();
  await button('Panorama').click();
  await button('1,920 px').click();
  await hashIs(page, '#fileCategory=3&duration=over_5_minutes&orientation=panorama&width=1920');
  await page.reload();
  await expect(button('1,920 px')).toHaveAttribute('aria-pressed', 'true');
  await button('Remove filter At least: 1,920 px').waitFor();
  await page.getByText('1 item', { exact: true }).first().waitFor();
  await button('This year').click();
  await hashIs(
    page,
    `#fileCategory=3&duration=over_5_minutes&orientation=panorama&width=1920&uploaded=${await page.evaluate(() => new Date().getFullYear())}-01-01_`,
  );
});

test('a file is found by its number in three clicks, and its details say the number', async ({ host }) => {
  const { page, click, button, search, clicks } = await counting(host);
  await search('1003');
  await click(button('Number 1003: img2.txt'));
  await hashIs(page, '#ids=1003');
  await click(tileAt(page, 0));
  assert.equal(clicks(), 3);
  await page.getByRole('dialog').waitFor();
  await page.getByRole('definition').getByText('1003', { exact: true }).waitFor();
});

test('where nothing is found, other words are offered, and nodes with that name', async ({ host }) => {
  const { page, button, search } = await counting(host);
  await search('boskop');
  await button('boskoop (2)').click();
  await headingIs(page, 'Results for “boskoop”');
  await tileAt(page, 1).waitFor();
  await search('archi');
  await page.locator('abs-grid').getByText('Folders', { exact: true }).waitFor();
  await button(/^Archive \(\d+\)$/).click();
  await tileAt(page, 0).waitFor();
});

test('lists are ordered by a field with dates, and by playing time', async ({ host }) => {
  const { page } = await counting(host);
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await order.focus();
  await order.selectOption('Taken, newest first');
  await hashIs(page, '#sort=info_102-desc');
  await order.selectOption('Longest first');
  await hashIs(page, '#sort=duration-desc');
  await expect(tileAt(page, 0)).toHaveAccessibleName(/^film 400/);
});
