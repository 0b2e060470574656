/** The picker in every state that a service, a browser and a screen can bring it into. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type {} from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';
const LATER = 'a-later-token-of-the-tests';

/** Requests of lists. */
const LISTS = /node\.do\?.*search/;

/** An answer of the service that refuses a request. */
const refusal = (status: number, code: string) => ({
  status,
  json: { status: 'error', code, message: 'no', version: 2, data: null },
  headers: { 'access-control-allow-origin': '*' },
});

test.describe('abs-picker in every state', () => {
  let host: Host;
  let guarded: Host;
  test.beforeAll(async () => {
    host = await openHost();
    const tokens = [TOKEN, LATER].map((token) => ({ token, user: 2 }));
    guarded = await openHost({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify(tokens) });
  });
  test.afterAll(async () => {
    for (const each of [host, guarded]) await each?.[Symbol.asyncDispose]();
  });

  const field = (attributes = '', catalogue = '') =>
    `<form><abs-catalogue src="$SERVICE" ${catalogue}><abs-picker name="picture" label="Picture" ${attributes}></abs-picker></abs-catalogue></form>`;

  const entries = (page: Page) =>
    page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('picture'));
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Picture' });
  const assetsOf = (page: Page) => dialogOf(page).locator('abs-grid').getByRole('option');

  async function openDialog(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).waitFor();
  }

  for (const theme of ['light', 'dark']) {
    test(`no state of the dialog breaks a rule of accessibility in the ${theme} theme`, async ({ host }) => {
      const page = await host.open(field('multiple', `theme="${theme}"`));
      const loads = await hold(page, /chooser-element/);
      const lists = await hold(page, LISTS);
      await openDialog(page);
      await dialogOf(page).getByText('Loading').first().waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'while the dialog is loaded');
      loads();
      await dialogOf(page).getByRole('combobox', { name: 'Search' }).waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'while the list is loaded');
      lists();
      await assetsOf(page).first().waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'with nothing chosen');

      await page.route(LISTS, (route) => route.abort());
      await dialogOf(page).getByRole('combobox', { name: 'Search' }).fill('nothing has this name');
      await dialogOf(page).getByText('The catalogue cannot be reached').first().waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'with a list that failed');
      await page.unroute(LISTS);
      await dialogOf(page).getByRole('button', { name: 'Try again' }).first().click();
      await dialogOf(page).getByText('Nothing here').first().waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'with an empty list');
      await dialogOf(page).getByRole('button', { name: 'Clear the text' }).click();

      await assetsOf(page).first().click();
      await dialogOf(page)
        .getByRole('button', { name: /^Look at/ })
        .click();
      await page.getByRole('button', { name: 'Chosen', exact: true }).waitFor();
      assert.deepEqual(await seriousViolations(page), [], 'with an asset shown large');
    });
  }

  test('a dialog that cannot be loaded says so, and is loaded on another try', async ({ host }) => {
    const page = await host.open(field());
    await page.route(/chooser-element/, (route) => route.abort());
    await openDialog(page);
    await dialogOf(page).getByText('The catalogue cannot be reached').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(/chooser-element/);
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await assetsOf(page).first().waitFor();
  });

  test('what the person may not see is named so, and another token, asked for above the dialog, shows it', async ({
    host,
  }) => {
    const page = await guarded.open(field());
    await page.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.route(LISTS, (route) => route.fulfill(refusal(403, 'not_permitted')));
    await openDialog(page);
    await dialogOf(page).getByText('You may not see this').first().waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await dialogOf(page).locator('abs-grid').getByRole('button', { name: 'Sign in' }).click();
    const panel = page.getByRole('dialog', { name: 'You may not see this' });
    await panel.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(LISTS);
    await page.keyboard.type(LATER);
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'hidden' });
    await assetsOf(page).first().waitFor();
  });

  test('a token that ends in the dialog is asked for above it; then lists load again, and the choice stays', async ({
    host,
  }) => {
    const page = await guarded.open(field('multiple'));
    await page.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await openDialog(page);
    await assetsOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await page.route(/\.do\?/, (route) => route.fulfill(refusal(401, 'token_invalid')));
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).click();
    const panel = page.getByRole('dialog', { name: 'Sign in' });
    await panel.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(/\.do\?/);
    const again = page.waitForRequest(LISTS);
    await page.keyboard.type(LATER);
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'hidden' });
    assert.equal((await again).headers()['authorization'], `Bearer ${LATER}`);
    await assetsOf(page).first().waitFor();
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    assert.equal((await entries(page)).length, 1);
  });

  test('a catalogue without anything that is accepted says so, and the dialog can be left', async ({ host }) => {
    const page = await host.open(field('accept=".nothing-has-this"'));
    await openDialog(page);
    await dialogOf(page).getByText('Nothing here').first().waitFor();
    await dialogOf(page).getByText('.nothing-has-this').first().waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    assert.deepEqual(await entries(page), []);
  });

  test('filters of the picker are not shown as chips, because nobody can remove them, and its values alone are offered', async ({
    host,
  }) => {
    const page = await host.open(field('accept=".png,.jpg"'), { viewport: { width: 1280, height: 800 } });
    await openDialog(page);
    await assetsOf(page).first().waitFor();
    const filters = dialogOf(page).getByRole('button', { name: /^Filters/ });
    assert.equal((await filters.textContent())?.replaceAll(/\D/g, ''), '');
    await filters.click();
    const facets = dialogOf(page).locator('abs-facets');
    await facets.getByRole('checkbox', { name: /^png/i }).waitFor();
    assert.equal(await facets.getByRole('button', { name: /^Remove/ }).count(), 0);
    assert.equal(await facets.getByRole('checkbox', { checked: true }).count(), 0);
    const offered = await facets.getByRole('checkbox', { name: /^(png|jpg|gif|tif|pdf|mp4)/i }).count();
    await facets.getByRole('checkbox', { name: /^png/i }).click();
    await facets.getByRole('button', { name: /Remove/ }).click();
    await facets.getByRole('button', { name: /Remove/ }).waitFor({ state: 'detached' });
    assert.ok(offered >= 1 && offered <= 2, `${offered} extensions`);
  });

  test('a form that comes back with Back has its choice again', async ({ host }) => {
    const page = await host.open(field('multiple'));
    await openDialog(page);
    await assetsOf(page).nth(1).click();
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    const chosen = await entries(page);
    assert.equal(chosen.length, 1);
    await page.goto('about:blank');
    await page.goBack();
    await page.getByRole('button', { name: /^Remove / }).waitFor();
    assert.deepEqual(await entries(page), chosen);
  });

  /** True if no part of the page is wider than the screen, and the dialog fills no more than it. */
  const fits = (page: Page) =>
    page.evaluate(() => {
      const dialog = document.querySelector('abs-picker')?.shadowRoot?.querySelector('dialog');
      const box = dialog?.getBoundingClientRect();
      return {
        page: document.documentElement.scrollWidth <= innerWidth,
        dialog: box !== undefined && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        inside: dialog !== undefined && dialog !== null && dialog.scrollWidth <= dialog.clientWidth,
      };
    });

  test('on a phone assets are chosen, looked at and removed by touch', async ({ host }) => {
    const page = await host.open(field('multiple'), {
      ...{ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    });
    await page.getByRole('button', { name: /^Picture / }).tap();
    await assetsOf(page).first().tap();
    await assetsOf(page).nth(1).tap();
    await dialogOf(page).getByText('2 items chosen').waitFor();
    assert.deepEqual(await fits(page), { page: true, dialog: true, inside: true });
    await dialogOf(page)
      .getByRole('button', { name: /^Look at/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Chosen', exact: true }).tap();
    await page.getByRole('button', { name: 'Choose', exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).getByText('1 item chosen').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).tap();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Remove / }).tap();
    await page.getByRole('button', { name: /^Remove / }).waitFor({ state: 'detached' });
    assert.deepEqual(await entries(page), []);
  });

  test('the tree and the filters of a phone are drawers, and a folder chosen there narrows the list', async ({
    host,
  }) => {
    const page = await host.open(field(), { viewport: { width: 375, height: 700 }, hasTouch: true });
    await openDialog(page);
    await assetsOf(page).first().waitFor();
    await dialogOf(page).getByRole('button', { name: 'Folders and keywords' }).tap();
    await page.getByRole('treeitem', { name: 'Archive' }).tap();
    await dialogOf(page).getByRole('heading', { name: 'Archive' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
  });

  for (const [width, height, what] of [
    [320, 640, 'a screen of 320 pixels'],
    [320, 256, 'a screen of 1280 × 1024 pixels at 400 %'],
  ] as const) {
    test(`on ${what} the list and every button can be reached`, async ({ host }) => {
      const page = await host.open(field('multiple min="2"'), { viewport: { width, height } });
      await openDialog(page);
      await assetsOf(page).first().click();
      await assetsOf(page).nth(1).click();
      assert.deepEqual(await fits(page), { page: true, dialog: true, inside: true });
      await dialogOf(page).getByRole('button', { name: 'Choose 2 items' }).click();
      await dialogOf(page).waitFor({ state: 'hidden' });
      assert.equal((await entries(page)).length, 2);
    });
  }

  test('where people write from right to left, the dialog is mirrored and everything fits', async ({ host }) => {
    const page = await host.open(`<div dir="rtl">${field('multiple selected="1000,1002"')}</div>`);
    await openDialog(page);
    await assetsOf(page).first().waitFor();
    const title = await dialogOf(page).getByRole('heading', { name: 'Picture' }).boundingBox();
    const close = await dialogOf(page).getByRole('button', { name: 'Close' }).first().boundingBox();
    assert.ok(title && close && title.x > close.x, JSON.stringify({ title, close }));
    const items = dialogOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Look at/ }) });
    const [first, second] = [await items.first().boundingBox(), await items.nth(1).boundingBox()];
    assert.ok(first && second && first.x > second.x);
    assert.deepEqual(await fits(page), { page: true, dialog: true, inside: true });
    assert.deepEqual(await seriousViolations(page), []);
  });
});
