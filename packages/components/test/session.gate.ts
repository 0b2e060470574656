/** Signing in with a provider: on the page, and in the picker of a frame of another site, where browsers send no cookie. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { startRealProvider } from '../../service/test/support/identity-providers.ts';
import { copySample } from '../../service/test/support/sample.ts';
import { giveLogin, signInSettings } from '../../service/test/support/with-sign-in.ts';
import { pageViolations } from './support/axe.ts';
import { GUARDED } from './support/guarded.ts';
import { headingIs } from './support/page.ts';
import { choose, tilesOf } from './support/picker.ts';
import { openSitePage, PICKER_ORIGINS, resultOf, startPicker } from './support/picker-window.ts';
import { type Fixtures, test } from './support/test.ts';

type Provider = Awaited<ReturnType<typeof startRealProvider>>;

/** Starts a service with this provider. Its address is on another site than 127.0.0.1, and browsers keep its cookies. */
async function serviceAt(provider: Provider, own: Readonly<Record<string, unknown>>, openHost: Fixtures['openHost']) {
  const settings = { ...(await signInSettings(provider.issuer)), ...PICKER_ORIGINS, ...own };
  const host = await openHost(settings, async (data) => {
    await copySample(data);
    await giveLogin(data, 'ada');
  });
  const url = host.app.url.replace('127.0.0.1', 'localhost');
  provider.serve(url);
  return { host, url };
}

test('a person signs in on the card, is named in the menu, and signs out', async ({ openHost }) => {
  await using provider = await startRealProvider({ accounts: { ada: {} } });
  const { host, url } = await serviceAt(provider, { ...GUARDED, ABS_BRANDING_NAME: 'Lake Archive' }, openHost);
  const page = await host.visit(`${url}/#locale=en&node=1`);
  const card = page.getByRole('region', { name: 'Sign in with your organisation' });
  await card.getByText('Lake Archive').waitFor();
  assert.deepEqual(await pageViolations(page), []);
  await card.getByRole('link', { name: 'Sign in' }).click();
  await headingIs(page, 'Archive');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Signed in as Ada').waitFor();
  const cookies = await page.context().cookies(url);
  const kept = cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
  assert.deepEqual(kept, [['abs-session', true, 'Lax']]);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.waitForURL((address) => address.origin === provider.issuer);
  await page.goto(`${url}/#locale=en`);
  await card.getByRole('button', { name: 'Use an access token' }).click();
  await page.getByLabel('Access token').waitFor();
  await page.locator('.brand').getByText('Lake Archive').waitFor();
});

test('a person who has signed in finds and revokes own links, and anybody else finds none', async ({ openHost }) => {
  await using provider = await startRealProvider({ accounts: { ada: {} } });
  const { host, url } = await serviceAt(provider, { ABS_PIN_PARENT_NODE: '20' }, openHost);
  const page = await host.visit(`${url}/#locale=en&asset=1001`);
  const share = async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('The link is ready.').waitFor();
    return page.getByRole('dialog', { name: /^Share/ });
  };
  await expect((await share()).getByText('My links')).toHaveCount(0);
  await page.goto(`${url}/sign-in?return=${encodeURIComponent('/#locale=en&asset=1001')}`);
  const dialog = await share();
  const address = await dialog.getByRole('textbox', { name: 'Link to share' }).inputValue();
  await page.goto(`${url}/#locale=en`);
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'My links' }).click();
  const links = page.getByRole('dialog', { name: 'My links' });
  await links.getByRole('button', { name: 'Revoke' }).click();
  await links.getByRole('button', { name: 'Revoke' }).click();
  await links.getByText('None is valid now.').waitFor();
  assert.equal((await fetch(address)).status, 410);
});

test('a session that ends while an asset is open is begun again on the card above it', async ({ openHost }) => {
  await using provider = await startRealProvider({ accounts: { ada: {} } });
  const { host, url } = await serviceAt(provider, { ABS_SIGN_IN_REQUIRED: 'true' }, openHost);
  const page = await host.visit(`${url}/#locale=en&asset=1001`);
  await page.getByRole('dialog', { name: 'turned.jpg' }).waitFor();
  await page.context().clearCookies();
  await page.locator('abs-grid').evaluate((grid) => (grid as HTMLElementTagNameMap['abs-grid']).goTo(0));
  await page
    .locator('abs-catalogue')
    .evaluate((each) =>
      (each as HTMLElementTagNameMap['abs-catalogue']).catalogue?.client.node.top({ top: 1 }).catch(() => {}),
    );
  const card = page.getByRole('dialog', { name: 'Sign in with your organisation' });
  await card.waitFor();
  assert.deepEqual(await pageViolations(page), []);
  await card.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('dialog', { name: 'turned.jpg' }).waitFor();
  await expect(card).toHaveCount(0);
});

test('a page of another site or a neighbouring host can sign nobody out and write nothing', async ({ openHost }) => {
  await using provider = await startRealProvider({ accounts: { ada: {} } });
  const { host, url } = await serviceAt(provider, { ABS_PIN_PARENT_NODE: '1' }, openHost);
  const page = await host.visit(`${url}/sign-in`);
  await headingIs(page, 'All items');
  // The same host with another port is the same site, to which browsers send the cookie.
  const neighbour = host.url.replace('127.0.0.1', 'localhost');
  const statuses: number[] = [];
  const published = new URL(host.publish('<p>Other</p>', { elements: [] }));
  const calls = ['/pin.do?create=1000', '/review.do?post=1000&rating=1', '/node.do?about=true&flush=true', '/sign-out'];
  for (const origin of [host.url, neighbour]) {
    for (const path of calls) {
      await page.goto(origin + published.pathname);
      const answered = page.waitForResponse((answer) => answer.url() === url + path);
      await page.evaluate((address) => {
        const link = document.createElement('a');
        link.href = address;
        document.body.append(link);
        link.click();
      }, url + path);
      statuses.push((await answered).status());
      await page.waitForURL(url + path);
    }
  }
  assert.deepEqual(statuses, Array(8).fill(403));
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Signed in as Ada').waitFor();
});

test('a picker in a frame of another site opens a window to sign in, and hands on the choice', async ({ openHost }) => {
  await using provider = await startRealProvider({ accounts: { ada: {} } });
  const { host, url } = await serviceAt(provider, { ABS_SIGN_IN_REQUIRED: 'true' }, openHost);
  const page = await openSitePage(host, url);
  await startPicker(page, url, { locale: 'en' });
  const opened = page.waitForEvent('popup');
  await page.frameLocator('iframe').getByRole('button', { name: 'Open the window' }).click();
  const popup = await opened;
  await tilesOf(popup).first().click();
  await choose(popup);
  const { assets } = (await resultOf(page)) as { assets: readonly { id: number }[] };
  assert.equal(assets.length, 1);
  await expect(page.locator('iframe')).toHaveCount(0);
});
