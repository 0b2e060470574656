/** Signing in on the page: with a token in the address, in the panel, above an open asset, and on the operator's own page. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { endToken } from './support/answers.ts';
import { guardedService, OTHER_TOKEN, TOKEN } from './support/guarded.ts';
import { LOGIN, serviceWithLogin } from './support/login.ts';
import { assetOpens, closeDialog, headingIs, pixelsBeyond, tileAt } from './support/page.ts';
import { test } from './support/test.ts';

test.describe('the page of a service that wants a token', () => {
  test.use({ service: guardedService });

  test('a token leaves the address at once, outlives a reload, is in no request, breaks nothing', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await headingIs(page, 'All items');
    assert.equal(new URL(page.url()).search, '');
    const held = Promise.withResolvers<void>();
    await page.route(/asset\.do\?.*(thumb|preview)=/, (route) => held.promise.then(() => route.continue()));
    await page.reload();
    await headingIs(page, 'All items');
    // An image without an address shows nothing; one with an empty address is drawn as broken.
    await tileAt(page, 1).locator('img:not([src])').waitFor({ state: 'attached' });
    await expect(page.locator('img[src=""]')).toHaveCount(0);
    held.resolve();
    await tileAt(page, 1).locator('img[src^="blob:"]').waitFor();
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const leaking = addresses.filter((address) => address.includes(TOKEN));
    assert.deepEqual(leaking, []);
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('abs-draft')));
    await page.evaluate(() => sessionStorage.setItem('abs-draft / 1', '{"comment":"Of this person alone"}'));
    await expect.poll(async () => (await drafts()).length).toBe(1);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    await expect.poll(() => drafts()).toEqual([]);
  });

  test('a link with another token replaces the kept one only on request, or if that is refused', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await headingIs(page, 'All items');
    const kept = () =>
      page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith('abs-token'))?.[1]);
    const question = page.getByRole('dialog', { name: 'Another token' });
    for (const [button, token] of [
      ['Keep the one in use', TOKEN],
      ['Close', TOKEN],
      ['Use the other token', OTHER_TOKEN],
    ] as const) {
      await page.goto(`${host.app.url}/?token=${OTHER_TOKEN}#locale=en`);
      await question.getByRole('button', { name: button }).click();
      await question.waitFor({ state: 'detached' });
      await headingIs(page, 'All items');
      await expect.poll(async () => (await kept())?.includes(token), button).toBeTruthy();
    }
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('abs-token')) sessionStorage.setItem(key, '"ended"');
    });
    await page.goto(`${host.app.url}/?token=${TOKEN}#locale=en`);
    await headingIs(page, 'All items');
    await expect.poll(async () => (await kept())?.includes(TOKEN)).toBeTruthy();
    await expect(question).toHaveCount(0);
  });

  test('a new tab of the page has its token, and its address has none', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await tileAt(page, 0).locator('img, .card').waitFor();
    const arrives = page.context().waitForEvent('page');
    await tileAt(page, 0).click({ button: 'middle' });
    const tab = await arrives;
    await assetOpens(tab);
    assert.doesNotMatch(tab.url(), /token/);
    await expect(tab.getByLabel('Access token')).toHaveCount(0);
    await expect.poll(() => tab.evaluate(() => window.opener)).toBe(null);
  });

  test('a token that ends while an asset is open is asked for above it, and the asset stays open', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await tileAt(page, 0).click();
    await assetOpens(page);
    // Only then do the arrows lead anywhere.
    await page.locator('abs-viewer').getByRole('status').getByText(/^1 of/).waitFor();
    const allow = await endToken(page);
    await page.keyboard.press('ArrowRight');
    await page.locator('abs-grid').evaluate((grid) => (grid as HTMLElementTagNameMap['abs-grid']).goTo(0));
    const panel = page.getByRole('dialog', { name: 'Sign in' });
    await panel.waitFor();
    await allow();
    await page.keyboard.type(TOKEN);
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'hidden' });
    await expect(page).toHaveURL(/asset=\d+/);
    await closeDialog(page);
  });
});

test.describe('a link to sign in elsewhere', () => {
  /** The operator's page. It sends everybody back with a token. */
  const PLACE = new URL(LOGIN).host;
  /** An asset of the sample. */
  const ASSET = 1003;

  test.use({ service: serviceWithLogin });

  test('it leads there and back to where somebody was, and tells the other page nothing', async ({ host }) => {
    const page = await host.visit(`/#asset=${ASSET}&locale=en`);
    const visits: { readonly url: string; readonly referer: string | null }[] = [];
    await page.route(`http://${PLACE}/**`, async (route) => {
      visits.push({ url: route.request().url(), referer: await route.request().headerValue('referer') });
      await route.fulfill({ status: 302, headers: { location: `${host.app.url}/?token=${TOKEN}` } });
    });
    const link = page.getByRole('link', { name: `Sign in at ${PLACE}` });
    await link.waitFor();
    await page.setViewportSize({ width: 320, height: 600 });
    assert.equal(await pixelsBeyond(page), 0);
    await link.press('Enter');
    await expect(page).toHaveTitle(/^img2\.txt – /);
    await expect(page).toHaveURL((url) => url.search === '' && url.hash.includes(`asset=${ASSET}`));
    assert.deepEqual(visits, [{ url: LOGIN, referer: null }]);
  });

  test('it has the language of the page, and a later sign-in comes back to no earlier place', async ({ host }) => {
    const page = await host.visit(`/#asset=${ASSET}&locale=de`);
    // An answer without content leaves the page where it is.
    await page.route(`http://${PLACE}/**`, (route) => route.fulfill({ status: 204 }));
    await page.getByRole('link', { name: `Anmelden bei ${PLACE}` }).click();
    await page.goto(`${host.app.url}/#locale=de`);
    await page.getByLabel('Zugangsschlüssel').fill(TOKEN);
    await page.keyboard.press('Enter');
    await headingIs(page, 'Alle Objekte');
    await page.goto(`${host.app.url}/?token=${TOKEN}`);
    await headingIs(page, 'All items');
    await expect(page).not.toHaveURL(/asset=/);
  });
});
