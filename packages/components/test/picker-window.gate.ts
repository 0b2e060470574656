/** The picker of a service in a frame or popup of another site: what it gives, to whom, and where tokens go. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import { choose, tilesOf } from './support/picker.ts';
import {
  askedOf,
  openPickerFrame,
  openSitePage,
  PICKER_ORIGINS,
  resultOf,
  startPicker,
} from './support/picker-window.ts';
import { test } from './support/test.ts';

const NOTHING = { assets: undefined };
const frameOf = (page: Page) => page.frameLocator('iframe');
const tileOf = (page: Page) => tilesOf(frameOf(page)).first();
const cancel = (page: Page) => frameOf(page).getByRole('button', { name: 'Cancel' }).click();

/** Addresses that a page asks for from now on. */
function addressesFrom(page: Page): readonly string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  return addresses;
}

test.describe('the picker in a popup or frame of another site', () => {
  test.use({ service: { settings: PICKER_ORIGINS } });

  test('a frame shows the picker, and gives the chosen assets to the page', async ({ host }) => {
    const page = await openSitePage(host);
    const shown = { label: 'Pictures', theme: 'dark', locale: 'de' };
    await startPicker(page, host.app.url, { ...shown, multiple: true, max: 2, accept: 'image' });
    const dialog = frameOf(page).getByRole('dialog', { name: 'Pictures' });
    await tileOf(page).click();
    await dialog.getByText('1 von 2 gewählt').waitFor();
    await dialog.getByRole('button', { name: '1 Objekt übernehmen' }).click();
    const { assets } = (await resultOf(page)) as { assets: { id: number; renditions: { url: string }[] }[] };
    assert.equal(assets.length, 1);
    assert.ok(assets[0]?.renditions[0]?.url.startsWith(`${host.app.url}/asset.do?`));
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('a popup gives the chosen assets, and is closed', async ({ host }) => {
    const page = await openSitePage(host);
    const opened = page.waitForEvent('popup');
    await startPicker(page, host.app.url, { selected: [1000], accept: undefined, formats: undefined }, false);
    await choose(await opened);
    const { assets } = (await resultOf(page)) as { assets: { id: number }[] };
    const ids = assets.map(({ id }) => id);
    assert.deepEqual(ids, [1000]);
  });

  test('a popup that the person closes, a frame that the page removes, and Cancel are no choice', async ({ host }) => {
    const page = await openSitePage(host);
    const opened = page.waitForEvent('popup');
    await startPicker(page, host.app.url, {}, false);
    const popup = await opened;
    await popup.getByRole('dialog').waitFor();
    await popup.close();
    assert.deepEqual(await resultOf(page), NOTHING);
    await startPicker(page, host.app.url);
    await cancel(page);
    assert.deepEqual(await resultOf(page), NOTHING);
    await startPicker(page, host.app.url);
    await frameOf(page).getByRole('dialog').waitFor();
    await page.locator('iframe').evaluate((frame) => frame.remove());
    assert.deepEqual(await resultOf(page), NOTHING);
  });

  test('the page ignores messages of other windows', async ({ host }) => {
    const page = await openSitePage(host);
    await startPicker(page, host.app.url);
    await frameOf(page).getByRole('dialog').waitFor();
    await page.evaluate(() => window.postMessage({ picker: 1, type: 'pick', assets: [] }, '*'));
    await cancel(page);
    assert.deepEqual(await resultOf(page), NOTHING);
  });
});

for (const [name, settings, message] of [
  ['another site', { ABS_PICKER_ORIGINS: 'https://cms.example' }, /picker\.origins does not list "http:\/\/127/],
  ['no site', {}, /picker\.origins lists no site/],
] as const)
  test.describe(`a service that lists ${name}`, () => {
    test.use({ service: { settings } });

    test('refuses its picker to the site, which is told why', async ({ host }) => {
      const page = await openSitePage(host);
      await startPicker(page, host.app.url);
      const result = await resultOf(page);
      assert.match(String(result['message']), message);
      assert.equal(result['code'], 'refused');
    });
  });

test.describe('the picker of a service that wants a token', () => {
  test.use({ service: { settings: { ...GUARDED, ...PICKER_ORIGINS } } });

  test('the page gives tokens by message, another for a refused one, and none is in an address', async ({ host }) => {
    const page = await openSitePage(host);
    const addresses = addressesFrom(page);
    await startPicker(page, host.app.url, { tokens: ['refused'] });
    await tileOf(page).waitFor();
    const asked = await askedOf(page);
    assert.deepEqual([asked[0], asked.includes('refused')], [undefined, true]);
    const leaking = addresses.filter((address) => /token/.test(address) || address.includes(TOKEN));
    assert.deepEqual(leaking, []);
  });

  test('a token that a person enters is asked for once in this tab, unless refused or signed out', async ({ host }) => {
    const page = await openSitePage(host);
    const addresses = addressesFrom(page);
    const field = frameOf(page).getByLabel('Token');
    const enter = async () => {
      await field.fill(TOKEN);
      await frameOf(page).getByRole('button', { name: 'Sign in' }).click();
      await tileOf(page).waitFor();
    };
    await startPicker(page, host.app.url);
    await enter();
    await cancel(page);
    assert.deepEqual(await resultOf(page), NOTHING);
    await startPicker(page, host.app.url);
    await tileOf(page).waitFor();
    await page.frames()[1]?.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('abs-token')) sessionStorage.setItem(key, '"a-token-that-has-ended"');
    });
    await cancel(page);
    assert.deepEqual(await resultOf(page), NOTHING);
    await startPicker(page, host.app.url);
    await enter();
    await frameOf(page).getByRole('button', { name: 'Sign out' }).click();
    await field.waitFor();
    await page.locator('iframe').evaluate((frame) => frame.remove());
    assert.deepEqual(await resultOf(page), NOTHING);
    await startPicker(page, host.app.url);
    await field.waitFor();
    const leaking = addresses.filter((address) => /token/.test(address) || address.includes(TOKEN));
    assert.deepEqual(leaking, []);
  });

  test('it is started and gets tokens by its page alone, whatever its own window is sent', async ({ host }) => {
    const { page, send, received } = await openPickerFrame(host);
    const tokens = new Set<string>();
    page.on('request', (request) => {
      const header = /\.do\?/.test(request.url()) && request.headers()['authorization'];
      if (header) tokens.add(header);
    });
    const forge = (message: object) =>
      frameOf(page)
        .locator('body')
        .evaluate((_body, forged) => window.postMessage({ picker: 1, ...forged }, '*'), message);
    await forge({ type: 'start', options: { label: 'Forged' }, hasTokens: false });
    await send({ type: 'start', options: { label: 'Pictures' }, hasTokens: true });
    const { id } = await received('token');
    await forge({ type: 'token', id, token: 'forged' });
    await page.evaluate((given) => {
      type Question = { readonly type: string; readonly id: number };
      const { messages, send: answer } = globalThis as unknown as {
        readonly messages: readonly Question[];
        send(message: object): void;
      };
      const give = ({ type, id: question }: Question) =>
        type === 'token' && answer({ type, id: question, token: given });
      messages.forEach(give);
      window.addEventListener('message', ({ data }) => give(data));
    }, TOKEN);
    const dialog = frameOf(page).getByRole('dialog', { name: 'Pictures' });
    await tilesOf(dialog).first().waitFor();
    assert.deepEqual([...tokens], [`Bearer ${TOKEN}`]);
  });
});

test.describe('the picker of a service with a name and a logo', () => {
  const logo = join(newFolder(), 'logo.svg');
  writeFileSync(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
  );
  test.use({
    service: { settings: { ...PICKER_ORIGINS, ABS_BRANDING_NAME: 'Museum Ardenau', ABS_BRANDING_LOGO: logo } },
  });

  test('both are in the bar of its dialog', async ({ host }) => {
    const page = await openSitePage(host);
    await startPicker(page, host.app.url, { label: 'Pictures', locale: 'en' });
    const dialog = frameOf(page).getByRole('dialog', { name: 'Pictures' });
    await dialog.waitFor();
    const brand = frameOf(page).locator('abs-picker > .brand');
    await expect(brand.getByText('Museum Ardenau')).toBeVisible();
    await expect(brand.locator('img')).toHaveJSProperty('naturalWidth', 40);
  });
});
