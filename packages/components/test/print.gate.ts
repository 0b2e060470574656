/** What is printed of a selection, a basket and a list, as the PDF that the browser makes of it. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { readPdfText } from '../../media/src/texts/pdf-text.ts';
import { FIRST_ID, MANY_NODE, prepareAssets } from './support/many-assets.ts';
import { basketOf, tileAt } from './support/page.ts';
import { test } from './support/test.ts';

test.use({ service: { catalogue: (data) => prepareAssets(data, { count: 45 }) } });

const number = (position: number) => `No. ${FIRST_ID + position}`;

/** Presses the button in the dialog, and reads the pages of what the browser then prints. */
async function printed(page: Page, name = 'Print'): Promise<readonly string[]> {
  await page.evaluate(() => {
    window.print = () => document.body.classList.add('printed');
  });
  await page
    .getByRole('dialog', { name: /^Print/ })
    .getByRole('button', { name, exact: true })
    .click();
  await page.locator('body.printed').waitFor({ state: 'attached' });
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });
  await page.evaluate(() => document.body.classList.remove('printed'));
  return (await readPdfText(pdf, { maxCharacters: 100_000, until: Number.POSITIVE_INFINITY })).pages;
}

test('a list is printed as contact sheets of 20, then as one list; the page stays as it was', async ({ host }) => {
  const page = await host.visit(`/#node=${MANY_NODE}`);
  await tileAt(page, 0).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Print this list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print 45 items' });
  await dialog.getByText('3 pages').waitFor();
  const sheets = await printed(page);
  assert.equal(sheets.length, 3);
  for (const [index, text] of sheets.entries()) {
    assert.ok(text.includes('Many') && text.includes(`Page ${index + 1} of 3`), text);
    assert.equal(text.match(/No\. \d+/g)?.length, Math.min(20, 45 - 20 * index));
    assert.ok(text.includes(number(20 * index)) && !text.includes(number(20 * index - 1)));
  }
  assert.ok(sheets[0]?.includes('picture 0000000.jpg'));
  // Nothing of the page around it.
  assert.ok(!sheets.join('').includes('Print'));

  await dialog.getByRole('radio', { name: 'List' }).check();
  const list = await printed(page);
  for (const text of list) assert.ok(text.includes('Credit'), 'each page has the headings of the columns');
  const lines = list.join('\n').match(/picture \d{7}\.jpg/g);
  assert.equal(lines?.length, 45);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('abs-print-sheet').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
});

test('a selection and a basket are printed on one sheet, with the credit of each', async ({ host }) => {
  const page = await host.visit('about:blank');
  // Pictures fail, at first always, then once each.
  const failed = new Set<string>();
  let fails = (_address: string) => true;
  await page.route(/asset\.do\?(?:picture|thumb)=/, (route) =>
    fails(route.request().url()) ? route.abort() : route.continue(),
  );
  await page.goto(`${host.app.url}/#ids=1000.1002`);
  await tileAt(page, 1).waitFor();
  await tileAt(page, 0).click({ modifiers: ['Control'] });
  await page.locator('.selection').getByRole('button', { name: 'Add to basket' }).click();
  await page.locator('.selection').getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print 1 item' });
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await dialog.getByText('1 picture has not arrived.').waitFor();
  const [sheet = '', ...others] = await printed(page, 'Print anyway');
  assert.equal(others.length, 0);
  assert.match(sheet, /No\. 100[02]\b/);
  assert.match(sheet, /Ada,\s*Bo/);
  const kind = /\b(?:JPG|PNG)\b/;
  assert.match(sheet, kind, 'in place of a picture that never comes, the paper says what it is');
  await page.keyboard.press('Escape');
  fails = (address) => !failed.has(address) && failed.add(address).has(address);
  await basketOf(page).click();
  await page.getByRole('dialog', { name: 'Basket' }).getByRole('button', { name: 'Print' }).click();
  const [basket = ''] = await printed(page);
  assert.ok(basket.includes('Basket') && /No\. 100[02]\b/.test(basket), basket);
  assert.ok(failed.size > 0 && !kind.test(basket), basket);
});
