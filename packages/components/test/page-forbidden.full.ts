/** What the page says of what the person may not see, and the ways on. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';
const OTHER = 'a-token-of-somebody-else';

const LISTS = /node\.do\?.*search/;
const TREES = /node\.do\?.*tree=-1/;
const PICTURES = /asset\.do\?.*(?:thumb|preview|tiles)=/;

const firstAsset = (page: Page) => page.locator('abs-grid').getByRole('option').first();

/** Answers these requests as for a person without the right. Returns a function that ends this. */
async function forbid(page: Page, requests: RegExp): Promise<() => Promise<void>> {
  const envelope = { version: 2, status: 403, code: 'not_permitted', message: 'not for you', data: null };
  await page.route(requests, (route) => route.fulfill({ status: 403, json: envelope }));
  return () => page.unroute(requests);
}

/** The message in an element. */
const messageIn = (page: Page, element: string) =>
  page.locator(element).getByText('You may not see this', { exact: true }).filter({ visible: true });

test.describe('what a person may not see', () => {
  let host: PageHost;
  let guarded: PageHost;
  test.beforeAll(async () => {
    host = await openPageHost();
    const tokens = [TOKEN, OTHER].map((token) => ({ token, user: 2 }));
    guarded = await openPageHost({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify(tokens) });
  });
  test.afterAll(async () => {
    for (const each of [host, guarded]) await each?.[Symbol.asyncDispose]();
  });

  async function signIn(page: Page, token: string): Promise<void> {
    await page.getByLabel('Access token').fill(token);
    await page.keyboard.press('Enter');
  }

  /** Presses the button of a message, and enters the token of somebody else in the dialog that it opens. */
  async function useOtherToken(page: Page, element: string, allow: () => Promise<void>): Promise<void> {
    await page.locator(element).getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'You may not see this' });
    await dialog.getByLabel('Access token').waitFor();
    assert.equal(await dialog.getByText('The token is not valid').count(), 0);
    await allow();
    await signIn(page, OTHER);
    await dialog.waitFor({ state: 'hidden' });
  }

  test('a list without tokens leads to all items, and nothing offers another try in vain', async ({ host }) => {
    const page = await host.visit('/');
    await firstAsset(page).waitFor();
    const allow = await forbid(page, LISTS);
    await page.getByRole('combobox', { name: 'Search' }).fill('secret');
    await messageIn(page, 'abs-grid').waitFor();
    const grid = page.locator('abs-grid');
    await grid.getByText('Ask the operator for access.').waitFor();
    assert.equal(await grid.getByRole('button', { name: 'Try again' }).count(), 0);
    assert.deepEqual(await pageViolations(page), []);
    await allow();
    await grid.getByRole('button', { name: 'All items' }).click();
    await firstAsset(page).waitFor();
    await page.waitForFunction(() => location.hash === '');
  });

  test('a tree without tokens says so, without another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    await forbid(page, TREES);
    await page.goto(`${host.app.url}/`);
    await messageIn(page, 'abs-tree').waitFor();
    await firstAsset(page).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    assert.deepEqual(await pageViolations(page), []);
  });

  test('a list and a tree show themselves to another token', async ({ host }) => {
    const page = await guarded.open('/');
    const allow = await Promise.all([forbid(page, LISTS), forbid(page, TREES)]);
    await signIn(page, TOKEN);
    await messageIn(page, 'abs-grid').waitFor();
    await messageIn(page, 'abs-tree').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await useOtherToken(page, 'abs-tree', async () => {
      for (const each of allow) await each();
    });
    await firstAsset(page).waitFor();
    await page.locator('abs-tree').getByRole('treeitem').first().waitFor();
    await page.reload();
    await firstAsset(page).waitFor();
  });

  test('somebody who does not enter another token after all keeps the present one', async ({ host }) => {
    const page = await guarded.open('/');
    const allow = await forbid(page, LISTS);
    await signIn(page, TOKEN);
    await page.locator('abs-grid').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: 'You may not see this' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await allow();
    await page.reload();
    await firstAsset(page).waitFor();
  });

  test('an asset shows itself in the viewer to another token', async ({ host }) => {
    const page = await guarded.open('/#asset=1000');
    const allow = await forbid(page, PICTURES);
    await signIn(page, TOKEN);
    await messageIn(page, 'abs-viewer').first().waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await useOtherToken(page, 'abs-viewer', allow);
    await page.locator('abs-viewer .picture img').first().waitFor();
  });
});
