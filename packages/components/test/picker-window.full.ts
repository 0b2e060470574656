/** The picker of a service in a frame or popup of another site: wrong options, services that are away, pages that do odd things. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { freePort } from '../../core/test/support/free-port.ts';
import { GUARDED } from './support/guarded.ts';
import { tilesOf } from './support/picker.ts';
import { openPickerFrame, openSitePage, PICKER_ORIGINS, resultOf, startPicker } from './support/picker-window.ts';
import { test } from './support/test.ts';

const NOTHING = { assets: undefined };

test.describe('the picker in a frame of another site', () => {
  test.use({ service: { settings: PICKER_ORIGINS } });

  test('options that mean nothing are refused with a reason, before a frame or by the picker', async ({ host }) => {
    const page = await openSitePage(host);
    for (const [options, words] of [
      [{ service: 'ftp://media.example' }, /service must be an address such as .*, not "ftp:/],
      [{ service: undefined }, /service/],
      [{ container: 'x' }, /container/],
      [{ signal: 5 }, /signal/],
      [{ tokenProvider: 'x' }, /tokenProvider/],
      [{ timeout: -1 }, /timeout/],
      [{ timeout: 1e12 }, /timeout/],
    ] as const) {
      const refused = await page.evaluate(
        async ([service, wrong]) => {
          const path = '/elements/open-picker.js';
          const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
          const given = { service, container: document.body, ...wrong } as unknown as Parameters<typeof openPicker>[0];
          return await openPicker(given).catch(({ code, message }) => `${code} ${message}`);
        },
        [host.app.url, options] as const,
      );
      assert.match(String(refused), /^options_invalid /);
      assert.match(String(refused), words);
    }
    for (const [options, words] of [
      [{ filter: { filters: 'x' } }, /^openPicker: filter.filters must be a list of/],
      [{ selected: ['1'] }, /selected must be a list of IDs/],
    ] as const) {
      await startPicker(page, host.app.url, options);
      const { code, message } = await resultOf(page);
      assert.equal(code, 'options_invalid');
      assert.match(String(message), words);
    }
    const frame = await openPickerFrame(host);
    await frame.send({ type: 'start', options: { theme: 'red' }, hasTokens: false });
    assert.equal((await frame.received('error'))['message'], 'theme must be light, dark or an empty string');
    await frame.page.frameLocator('iframe').getByText('Nobody asked for this picker').waitFor();
  });

  test('a service that is down is unreachable, and a signal of the page ends the picker', async ({ host }) => {
    const down = `http://127.0.0.1:${await freePort()}`;
    const lost = await openSitePage(host, down);
    await startPicker(lost, down, { timeout: 1 });
    const { code, message } = await resultOf(lost);
    assert.equal(code, 'unreachable');
    assert.match(String(message), /did not answer within 1 s; the service may be down/);

    const page = await openSitePage(host);
    const ended = await page.evaluate(async (service) => {
      const path = '/elements/open-picker.js';
      const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
      const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
      const { URL: UrlOfFrame } = contentWindow as Window & typeof globalThis;
      const [container, stop] = [document.createElement('div'), new AbortController()];
      document.body.append(container);
      const picked = openPicker({ service: new UrlOfFrame(service), container, signal: stop.signal });
      const address = container.querySelector('iframe')?.src;
      stop.abort(new Error('closed by the page'));
      return [address, await picked.catch(({ message: reason }: Error) => reason)];
    }, host.app.url);
    assert.deepEqual(ended, [`${host.app.url}/picker`, 'closed by the page']);
  });

  test('a frame that is moved or reloaded starts anew, one that goes elsewhere is unreachable', async ({ host }) => {
    const page = await openSitePage(host);
    await startPicker(page, host.app.url, { label: 'Pictures' });
    const dialog = page.frameLocator('iframe').getByRole('dialog');
    await dialog.waitFor();
    await page.evaluate(() => document.body.append(document.querySelector('#box') ?? ''));
    await dialog.waitFor();
    const reloaded = page.waitForEvent('framenavigated');
    await page.frames()[1]?.evaluate(() => location.reload());
    await reloaded;
    await tilesOf(dialog).first().click();
    await dialog.getByRole('button', { name: 'Choose' }).click();
    assert.equal(((await resultOf(page)) as { assets: unknown[] }).assets.length, 1);

    await page.clock.install();
    await startPicker(page, host.app.url);
    await dialog.waitFor();
    await page.frames()[1]?.evaluate(() => location.assign('/node.do?about=true'));
    let code: unknown;
    void resultOf(page).then((result) => {
      code = result['code'];
    });
    await expect
      .poll(async () => {
        await page.clock.fastForward(120_000);
        return code;
      })
      .toBe('unreachable');
  });

  test('a page that is cut off from popups is told so', async ({ host }) => {
    const page = await openSitePage(host, host.app.url, { 'cross-origin-opener-policy': 'same-origin' });
    await startPicker(page, host.app.url, {}, false);
    const { code, message } = await resultOf(page);
    assert.equal(code, 'popup_cut_off');
    assert.match(String(message), /Cross-Origin-Opener-Policy .* give a container/);
  });

  test('a service that becomes busy does not end a picker that works', async ({ host }) => {
    const page = await openSitePage(host);
    const shown = Promise.withResolvers<void>();
    // Of the two requests of the page, `openPicker` sends the one that is no navigation, to learn why a picker may not answer.
    await page.route('**/picker', async (route) => {
      if (route.request().isNavigationRequest()) return await route.fallback();
      await shown.promise;
      const headers = { 'access-control-allow-origin': '*' };
      return await route.fulfill({ status: 503, headers, json: { message: 'The service is busy' } });
    });
    await startPicker(page, host.app.url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('dialog').waitFor();
    const refused = page.waitForResponse((response) => response.status() === 503);
    shown.resolve();
    await (await refused).finished();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await resultOf(page), NOTHING);
  });

  test('a window that nobody asked for, or that its page does not close, says what it is for', async ({ host }) => {
    const alone = await host.visit('/picker', { locale: 'de-AT' });
    await alone.getByText('Niemand hat nach dieser Auswahl gefragt').waitFor();
    assert.equal(await alone.locator('html').getAttribute('lang'), 'de');
    assert.equal(await alone.locator('svg.icon').evaluate((icon) => getComputedStyle(icon).fill), 'none');
    const { page, send, received } = await openPickerFrame(host);
    await send({ type: 'start', options: { locale: 'de' }, hasTokens: false });
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Abbrechen' }).click();
    await received('close');
    await frame.getByText('Niemand hat nach dieser Auswahl gefragt').waitFor();
  });
});

test.describe('the picker of a service that wants a token', () => {
  test.use({ service: { settings: { ...GUARDED, ...PICKER_ORIGINS } } });

  test('a token provider that fails ends it', async ({ host }) => {
    const page = await openSitePage(host);
    await startPicker(page, host.app.url, { tokens: 'fail' });
    const { name, code, message } = await resultOf(page);
    assert.deepEqual([name, code], ['PickerError', 'failed']);
    assert.match(String(message), /^openPicker: tokenProvider failed: Error: no session$/);
  });
});
