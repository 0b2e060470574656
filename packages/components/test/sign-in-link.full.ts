/** The link to the operator's own page to sign in. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';

/** An asset of the sample. */
const ASSET = 1003;

test.describe('a link to sign in elsewhere', () => {
  /** A page to sign in that sends everybody back with a token. */
  let login: Server;
  let loginUrl: string;
  let place: string;
  const visits: IncomingMessage[] = [];
  let host: PageHost;
  const settings = () => ({
    ABS_TOKEN_VERIFIER: 'static',
    ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]),
    ABS_TOKEN_LOGIN_URL: loginUrl,
  });
  test.beforeAll(async () => {
    login = createServer((request, response) => {
      visits.push(request);
      response.writeHead(302, { location: `${host.app.url}/?token=${TOKEN}` }).end();
    });
    await new Promise<void>((listening) => login.listen(0, '127.0.0.1', listening));
    place = `127.0.0.1:${(login.address() as AddressInfo).port}`;
    loginUrl = `http://${place}/in?to=media`;
    host = await openPageHost(settings());
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
    login?.closeAllConnections();
    await new Promise((closed) => login?.close(closed));
  });

  test('it leads there and back to the place where somebody was, and tells the other page nothing', async ({
    host,
  }) => {
    const page = await host.visit(`/#asset=${ASSET}&locale=en`);
    const link = page.getByRole('link', { name: `Sign in at ${place}` });
    await link.waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    await page.setViewportSize({ width: 320, height: 600 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    visits.length = 0;
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title.startsWith('img2.txt – '));
    const address = new URL(page.url());
    assert.equal(address.search, '');
    assert.match(address.hash, new RegExp(`asset=${ASSET}`));
    const [visit] = visits;
    assert.equal(visit?.url, '/in?to=media');
    assert.equal(visit?.headers.referer, undefined);
  });

  test('it has the language of the page, and a later sign-in comes back to no earlier place', async ({ host }) => {
    const page = await host.visit(`/#asset=${ASSET}&locale=de`);
    const link = page.getByRole('link', { name: `Anmelden bei ${place}` });
    await link.waitFor();
    // An answer without content leaves the page where it is.
    await page.route(loginUrl, (route) => route.fulfill({ status: 204 }));
    await link.click();
    await page.goto(`${host.app.url}/#locale=de`);
    await page.getByLabel('Zugangsschlüssel').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    await page.goto(`${host.app.url}/?token=${TOKEN}`);
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.doesNotMatch(page.url(), /asset=/);
  });

  test('a token that ends is asked for with the link, too', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    const refusal = { status: 'error', code: 'token_invalid', message: 'expired', version: '1.0' };
    await page.route(/\.do\?/, (route) => route.fulfill({ status: 401, json: refusal }));
    await page.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    // What is not in the dialog cannot be clicked.
    await page.getByRole('link', { name: 'Sign in at' }).click({ trial: true });
  });
});
