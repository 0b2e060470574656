import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { startApp } from '../../service/test/support/app.ts';
import { freePort } from '../../service/test/support/free-port.ts';
import { seriousViolations } from './support/axe.ts';
import { openPickerSite, type PickerSite, TOKEN } from './support/open-picker-site.ts';
import { choose } from './support/picker.ts';
import { test } from './support/test.ts';

/** The options that a page gives, with a container for a frame. */
type Options = Record<string, unknown>;

test.describe('the picker in a popup or frame of another site', () => {
  let opened: PickerSite;
  let site: PickerSite['site'];
  let app: PickerSite['app'];
  let guarded: PickerSite['guarded'];
  test.beforeAll(async () => {
    opened = await openPickerSite();
    ({ site, app, guarded } = opened);
  });
  test.afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  /** A page of the site with a button, under a policy that allows nothing but this service. */
  async function openPage(service: string, head = '', headers: Record<string, string> = {}): Promise<Page> {
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${service}; frame-src ${service}`;
    return await site.open('<h1>Host</h1><div id="box"></div>', { policy, head, headers, elements: [] });
  }

  /** Starts the picker; `result` reads what came of it. */
  async function start(page: Page, service: string, options: Options = {}, inFrame = true): Promise<void> {
    await page.evaluate(
      async ([address, shown, isFrame, token]) => {
        const path = '/elements/open-picker.js';
        const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
        const box = document.querySelector('#box');
        const asked: (string | undefined)[] = [];
        const { tokens, ...rest } = shown as Options & { tokens?: string[] | 'fail' };
        Object.assign(globalThis, { asked });
        const outcome = openPicker({
          // A slow machine may take longer than the picker waits for by itself.
          timeout: 120,
          ...rest,
          service: address as string,
          ...(isFrame && box ? { container: box } : {}),
          ...(tokens && {
            tokenProvider: (refused?: string) => {
              asked.push(refused);
              if (typeof tokens === 'string') throw new Error('no session');
              return refused === undefined ? tokens[0] : (token as string);
            },
          }),
        });
        const said = outcome.then(
          (assets) => ({ assets }),
          ({ name, code, message }) => ({ name, code, message }),
        );
        Object.assign(globalThis, { said });
      },
      [service, options, inFrame, TOKEN] as const,
    );
  }

  const result = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { said: Promise<Record<string, unknown>> }).said);

  test('a frame across origins shows the picker, and gives the chosen assets to the page', async ({ host }) => {
    const page = await openPage(app.url);
    await start(page, app.url, {
      multiple: true,
      max: 2,
      accept: 'image',
      label: 'Pictures',
      theme: 'dark',
      locale: 'de',
    });
    const frame = page.frameLocator('iframe');
    const dialog = frame.getByRole('dialog', { name: 'Pictures' });
    await dialog.locator('abs-grid').getByRole('option').first().click();
    await dialog.getByText('1 von 2 gewählt').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: '1 Objekt übernehmen' }).click();
    const { assets } = (await result(page)) as { assets: { id: number; renditions: { url: string }[] }[] };
    assert.equal(assets.length, 1);
    assert.ok(assets[0]?.renditions[0]?.url.startsWith(`${app.url}/asset.do?`));
    assert.equal(await page.locator('iframe').count(), 0);
  });

  test('a popup gives the chosen assets, and is closed', async ({ host }) => {
    const page = await openPage(app.url);
    const options = { selected: [1000], accept: undefined, formats: undefined };
    const [popup] = await Promise.all([page.waitForEvent('popup'), start(page, app.url, options, false)]);
    await choose(popup);
    const { assets } = (await result(page)) as { assets: { id: number }[] };
    assert.deepEqual(
      assets.map(({ id }) => id),
      [1000],
    );
  });

  test('a popup that the person closes, a frame that the page removes, and Cancel are no choice', async ({ host }) => {
    const page = await openPage(app.url);
    const [popup] = await Promise.all([page.waitForEvent('popup'), start(page, app.url, {}, false)]);
    await popup.getByRole('dialog').waitFor();
    await popup.close();
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, app.url);
    await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, app.url);
    await page.frameLocator('iframe').getByRole('dialog').waitFor();
    await page.locator('iframe').evaluate((frame) => frame.remove());
    assert.deepEqual(await result(page), { assets: undefined });
  });

  test('the page gives tokens by message, another one for a refused one, and none stands in an address', async ({
    host,
  }) => {
    const page = await openPage(guarded.url);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await start(page, guarded.url, { tokens: ['refused'] });
    const dialog = page.frameLocator('iframe').getByRole('dialog');
    await dialog.locator('abs-grid').getByRole('option').first().waitFor();
    const asked = await page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);
    assert.deepEqual([asked[0], asked.includes('refused')], [undefined, true]);
    assert.deepEqual(
      addresses.filter((address) => /token/.test(address) || address.includes(TOKEN)),
      [],
    );
  });

  test('a token that a person enters is asked for once in this tab, unless it is refused, and stands in no address', async ({
    host,
  }) => {
    const page = await openPage(guarded.url);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const frame = page.frameLocator('iframe');
    const tile = frame.locator('abs-grid').getByRole('option').first();
    await start(page, guarded.url);
    await frame.getByLabel('Token').fill(TOKEN);
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await tile.waitFor();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, guarded.url);
    await tile.waitFor();
    await page.frames()[1]?.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('abs-token')) sessionStorage.setItem(key, '"a-token-that-has-ended"');
    });
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, guarded.url);
    await frame.getByLabel('Token').waitFor();
    assert.deepEqual(
      addresses.filter((address) => /token/.test(address)),
      [],
    );
  });

  test('a person signs out in the picker, which then asks for a token, also when it is opened again', async ({
    host,
  }) => {
    const page = await openPage(guarded.url);
    const frame = page.frameLocator('iframe');
    await start(page, guarded.url);
    await frame.getByLabel('Token').fill(TOKEN);
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await frame.locator('abs-grid').getByRole('option').first().waitFor();
    await frame.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await frame.getByRole('button', { name: 'Sign out' }).click();
    await frame.getByLabel('Token').waitFor();
    await page.locator('iframe').evaluate((element) => element.remove());
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, guarded.url);
    await frame.getByLabel('Token').waitFor();
  });

  test('a picker begins at its start, in a frame also where the person was before', async ({ host }) => {
    const page = await openPage(app.url);
    const frame = page.frameLocator('iframe');
    const place = (name: string) => frame.getByRole('heading', { name, exact: true });
    await start(page, app.url, { start: { node: 2 } });
    await place('img10').waitFor();
    await frame.getByRole('button', { name: 'All items' }).first().click();
    await place('All items').waitFor();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
    await start(page, app.url, { start: { node: 2 } });
    await place('All items').waitFor();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await start(page, app.url, { start: { within: 2 } });
    assert.match(String((await result(page))['message']), /^openPicker: start has an unknown part, "within"/);
  });

  test('a site that is not listed, a service without a list, one that is down, and wrong options are refused with a reason', async ({
    host,
  }) => {
    await using other = await startApp({ ABS_PICKER_ORIGINS: 'https://cms.example' });
    const page = await openPage(other.url);
    await start(page, other.url);
    const stranger = await result(page);
    assert.equal(stranger['code'], 'refused');
    assert.match(String(stranger['message']), /picker\.origins does not list "http:\/\/127/);

    await using none = await startApp();
    const without = await openPage(none.url);
    await start(without, none.url);
    assert.match(String((await result(without))['message']), /picker\.origins lists no site/);

    const down = `http://127.0.0.1:${await freePort()}`;
    const lost = await openPage(down);
    await start(lost, down, { timeout: 1 });
    const { code, message } = await result(lost);
    assert.equal(code, 'unreachable');
    assert.match(String(message), /did not answer within 1 s; the service may be down/);

    await start(page, 'ftp://media.example');
    assert.match(String((await result(page))['message']), /service must be an address such as .*, not "ftp:/);
    const wrongOptions = [
      ...[{ container: 'x' }, { service: undefined }, { signal: 5 }, { tokenProvider: 'x' }],
      ...[{ timeout: -1 }, { timeout: Number.NaN }, { timeout: 1e12 }],
    ];
    for (const wrong of [undefined, ...wrongOptions]) {
      const codes = page.evaluate(
        async ([service, options]) => {
          const path = '/elements/open-picker.js';
          const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
          const given = (options && { service, ...options }) as Parameters<typeof openPicker>[0];
          return await openPicker(given).catch(({ code }: { code: string }) => code);
        },
        [app.url, wrong] as const,
      );
      assert.equal(await codes, 'options_invalid', JSON.stringify(wrong));
    }
    const right = await openPage(app.url);
    const shown = await right.evaluate(async (service) => {
      const path = '/elements/open-picker.js';
      const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
      const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
      const { URL: UrlOfFrame } = contentWindow as Window & typeof globalThis;
      const [container, stop] = [document.createElement('div'), new AbortController()];
      document.body.append(container);
      const picked = openPicker({ service: new UrlOfFrame(service), container, signal: stop.signal });
      const address = container.querySelector('iframe')?.src;
      stop.abort(new Error('closed by the page'));
      return [address, await picked.catch(({ message }: Error) => message)];
    }, app.url);
    assert.deepEqual(shown, [`${app.url}/picker`, 'closed by the page']);
    const withFunction = await right.evaluate(async (service) => {
      const path = '/elements/open-picker.js';
      const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
      const container = document.body.appendChild(document.createElement('div'));
      const filter = { node: () => 1 } as unknown as { node: number };
      return await openPicker({ service, container, filter }).catch(({ code }: { code: string }) => code);
    }, app.url);
    assert.equal(withFunction, 'options_invalid');
    await start(right, app.url, { filter: { filters: 'x' } });
    const refused = await result(right);
    assert.equal(refused['code'], 'options_invalid');
    assert.match(String(refused['message']), /^openPicker: filter.filters must be a list of/);
    await start(right, app.url, { acept: 'image' });
    assert.match(String((await result(right))['message']), /the picker has no option acept; it has .*accept/);
    await start(right, app.url, { selected: ['1'] });
    assert.match(String((await result(right))['message']), /selected must be a list of IDs/);
  });

  test('a frame that the page moves or that is reloaded starts anew, and one that goes elsewhere is unreachable', async ({
    host,
  }) => {
    const page = await openPage(app.url);
    await start(page, app.url, { label: 'Pictures', timeout: 60 });
    const dialog = page.frameLocator('iframe').getByRole('dialog', { name: 'Pictures' });
    await dialog.waitFor();
    await page.evaluate(() => document.body.append(document.querySelector('#box') ?? ''));
    await dialog.waitFor();
    const [, frame] = page.frames();
    const tick = await frame?.evaluateHandle(() => document.body);
    await frame?.evaluate(() => location.reload());
    await tick
      ?.asElement()
      ?.waitForElementState('hidden')
      .catch(() => undefined);
    await dialog.locator('abs-grid').getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Choose' }).click();
    assert.equal(((await result(page)) as { assets: unknown[] }).assets.length, 1);

    await start(page, app.url, { timeout: 30 });
    await dialog.or(page.frameLocator('iframe').getByRole('dialog')).waitFor();
    await page.frames()[1]?.evaluate(() => location.assign('/node.do?about=true'));
    assert.equal((await result(page))['code'], 'unreachable');
  });

  test('a page that is cut off from popups is told so, and a frame works there', async ({ host }) => {
    const headers = { 'cross-origin-opener-policy': 'same-origin' };
    const page = await openPage(app.url, '', headers);
    await start(page, app.url, {}, false);
    const { code, message } = await result(page);
    assert.equal(code, 'popup_cut_off');
    assert.match(String(message), /Cross-Origin-Opener-Policy .* give a container/);
    await start(page, app.url);
    await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
  });

  test('the page ignores messages of other windows', async ({ host }) => {
    const page = await openPage(app.url);
    await start(page, app.url);
    await page.frameLocator('iframe').getByRole('dialog').waitFor();
    await page.evaluate(() => window.postMessage({ picker: 1, type: 'pick', assets: [] }, '*'));
    await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });
  });

  test('a service that becomes busy does not end a picker that works, and a failing token provider ends it', async ({
    host,
  }) => {
    const page = await openPage(app.url);
    const { promise, resolve } = Promise.withResolvers<void>();
    // Of the two requests of the page, `openPicker` sends the one that is no navigation, to learn why a picker may not answer.
    await page.route('**/picker', async (route) => {
      if (route.request().isNavigationRequest()) return await route.fallback();
      await promise;
      const headers = { 'access-control-allow-origin': '*' };
      return await route.fulfill({ status: 503, headers, json: { message: 'The service is busy' } });
    });
    await start(page, app.url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('dialog').waitFor();
    const refused = page.waitForResponse((response) => response.status() === 503);
    resolve();
    await (await refused).finished();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await result(page), { assets: undefined });

    const other = await openPage(guarded.url);
    await start(other, guarded.url, { tokens: 'fail' });
    const { name, code, message } = await result(other);
    assert.deepEqual([name, code], ['PickerError', 'failed']);
    assert.match(String(message), /^openPicker: tokenProvider failed: Error: no session$/);
  });

  test('the page by itself says what it is for', async ({ host }) => {
    const page = await site.open('', { elements: [], policy: '' });
    await page.goto(`${app.url}/picker`);
    await page.getByText('Nobody asked for this picker').waitFor();
    assert.equal(await page.locator('svg.icon').evaluate((icon) => getComputedStyle(icon).fill), 'none');
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    assert.deepEqual(await seriousViolations(page), []);
  });
});
