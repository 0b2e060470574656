/** The messages between the picker of a service and the page around it, without `openPicker`. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startApp } from '../../service/test/support/app.ts';
import { guideBlock } from './support/open-example.ts';
import { openPickerSite, type PickerSite, TOKEN } from './support/open-picker-site.ts';
import { test } from './support/test.ts';

test.describe('messages of the picker', () => {
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

  /** Shows the picker in a frame of a page that collects its messages, instead of `openPicker`. */
  async function openFrame(service: string): Promise<Page> {
    const page = await site.open('<h1>Host</h1><div id="box"></div>', {
      policy: `default-src 'none'; frame-src ${service}`,
      elements: [],
    });
    await page.evaluate((address) => {
      const messages: unknown[] = [];
      const frame = document.createElement('iframe');
      const send = (message: object) => frame.contentWindow?.postMessage({ picker: 1, ...message }, address);
      window.addEventListener('message', ({ source, data }) => source === frame.contentWindow && messages.push(data));
      Object.assign(globalThis, { messages, send });
      frame.src = `${address}/picker`;
      document.querySelector('#box')?.append(frame);
    }, service);
    await messageOfType(page, 'ready');
    return page;
  }

  /** Gives this token whenever the frame asks for one, or has asked. */
  async function giveTokens(page: Page, token: string): Promise<void> {
    await page.evaluate((given) => {
      const { messages, send } = globalThis as unknown as {
        messages: { type: string; id: number }[];
        send(message: object): void;
      };
      const give = ({ type, id }: { type: string; id: number }) => type === 'token' && send({ type, id, token: given });
      messages.forEach(give);
      window.addEventListener('message', ({ data }) => give(data));
    }, token);
  }

  /** Resolves with the first message of a type that the frame has sent. */
  async function messageOfType(page: Page, type: string): Promise<Record<string, unknown>> {
    const found = await page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as { messages: { type: string }[] }).messages.find((message) => message.type === wanted),
      type,
    );
    return (await found.jsonValue()) as unknown as Record<string, unknown>;
  }

  const send = (page: Page, message: object) =>
    page.evaluate((sent) => (globalThis as unknown as { send(message: object): void }).send(sent), message);

  test('the picker is started and gets tokens by its page alone', async ({ host }) => {
    const tokens = new Set<string | undefined>();
    const page = await openFrame(guarded.url);
    page.on('request', (request) => /\.do\?/.test(request.url()) && tokens.add(request.headers()['authorization']));
    const forge = (message: object) =>
      page
        .frameLocator('iframe')
        .locator('body')
        .evaluate((_body, forged) => window.postMessage({ picker: 1, ...forged }, '*'), message);
    await forge({ type: 'start', options: { label: 'Forged' }, hasTokens: false });
    await send(page, { type: 'start', options: { label: 'Pictures' }, hasTokens: true });
    const { id } = await messageOfType(page, 'token');
    await forge({ type: 'token', id, token: 'forged' });
    await giveTokens(page, TOKEN);
    const dialog = page.frameLocator('iframe').getByRole('dialog', { name: 'Pictures' });
    await dialog.locator('abs-grid').getByRole('option').first().waitFor();
    assert.deepEqual([...tokens].filter(Boolean), [`Bearer ${TOKEN}`]);
  });

  test('the page of the guide shows what was chosen, with a script that is no module', async ({ host }) => {
    const whole = guideBlock('html', 'page', 'picker-messages').replaceAll('http://localhost:8080', app.url);
    const [, style = '', body = ''] = /<style>([\s\S]*)<\/style>[\s\S]*<body>([\s\S]*)<\/body>/.exec(whole) ?? [];
    const inline = "script-src 'unsafe-inline'; style-src 'unsafe-inline'";
    const page = await site.open(body, {
      head: `<style>${style}</style>`,
      policy: `default-src 'none'; ${inline}; frame-src ${app.url}`,
      elements: [],
    });
    const frame = page.frameLocator('iframe');
    const chosen = page.getByRole('status');
    await page.getByRole('button', { name: 'Choose pictures' }).click();
    await frame.locator('abs-grid').getByRole('option').first().click();
    await frame.getByRole('button', { name: /^Choose 1/ }).click();
    await chosen.filter({ hasText: /^\d+ \S+\.\w+$/ }).waitFor();
    await page.getByRole('button', { name: 'Choose pictures' }).click();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await chosen.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    assert.equal(await page.locator('iframe').count(), 0);
  });

  test('options of the wrong form are refused by message', async ({ host }) => {
    for (const [options, words] of [
      [undefined, 'options must be an object'],
      [{ locale: 7 }, 'locale must be a string'],
      [{ theme: 'red' }, 'theme must be light, dark or an empty string'],
    ] as const) {
      const page = await openFrame(app.url);
      await send(page, { type: 'start', options, hasTokens: false });
      assert.equal((await messageOfType(page, 'error'))['message'], words);
      await page.frameLocator('iframe').getByText('Nobody asked for this picker').waitFor();
    }
  });

  test('a window that its page does not close after a choice says what it is for, in the language of the choice', async ({
    host,
  }) => {
    const page = await openFrame(app.url);
    await send(page, { type: 'start', options: { locale: 'de' }, hasTokens: false });
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Abbrechen' }).click();
    await messageOfType(page, 'close');
    await frame.getByText('Niemand hat nach dieser Auswahl gefragt').waitFor();
    assert.equal(await frame.locator('html').getAttribute('lang'), 'de');
  });

  test('a picker that nobody asked for speaks the language of the browser, in the words of the operator', async ({
    host,
  }) => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'abs-texts-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const ABS_BRANDING_TEXTS = join(folder, 'texts.json');
    await writeFile(ABS_BRANDING_TEXTS, JSON.stringify({ de: { 'picker.nobody.title': 'Hier ist nichts zu wählen' } }));
    const branded = stack.use(await startApp({ ABS_PICKER_ORIGINS: site.url, ABS_BRANDING_TEXTS }));
    const page = await site.open('', { elements: [], policy: '', locale: 'de-AT' });
    await page.goto(`${branded.url}/picker`);
    await page.getByText('Hier ist nichts zu wählen').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  });
});
