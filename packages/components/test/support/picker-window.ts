import type { BrowserContextOptions, Page } from '@playwright/test';
import { TOKEN } from './guarded.ts';
import type { Host } from './host.ts';

/** Settings of a service whose picker the site, and another one, may open. */
export const PICKER_ORIGINS = { ABS_PICKER_ORIGINS: 'https://cms.example,$SITE' };

/** Options that a page gives. `tokens` are what its provider returns first; refused ones are followed by the right one. */
export type PickerOptions = Readonly<Record<string, unknown>> & { readonly tokens?: readonly string[] | 'fail' };

/** A page of the site under a policy that allows nothing but this service. */
export async function openSitePage(
  host: Host,
  service = host.app.url,
  headers: Readonly<Record<string, string>> = {},
  window: BrowserContextOptions = {},
): Promise<Page> {
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${service}; frame-src ${service}`;
  return await host.open('<h1>Host</h1><div id="box"></div>', { policy, headers, elements: [], ...window });
}

/** Opens the picker of a service in a page, in a frame or in a popup. `resultOf` reads what came of it. */
export async function startPicker(page: Page, service: string, options: PickerOptions = {}, inFrame = true) {
  await page.evaluate(
    async ([address, { tokens, ...rest }, isFrame, token]) => {
      const path = '/elements/open-picker.js';
      const { openPicker } = (await import(path)) as typeof import('../../src/picker/open-picker.ts');
      const box = document.querySelector('#box');
      const asked: (string | undefined)[] = [];
      Object.assign(globalThis, { asked });
      const tokenProvider = (refused?: string) => {
        asked.push(refused);
        if (typeof tokens === 'string') throw new Error('no session');
        return refused === undefined ? tokens?.[0] : token;
      };
      const outcome = openPicker({
        // A slow machine may take longer than the picker waits for by itself.
        timeout: 120,
        ...rest,
        service: address,
        ...(isFrame && box ? { container: box } : {}),
        ...(tokens && { tokenProvider }),
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

/** What came of the picker: the assets that were chosen, or the error. */
export async function resultOf(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return await page.evaluate(
    () => (globalThis as unknown as { said: Promise<Readonly<Record<string, unknown>>> }).said,
  );
}

/** What the provider of the page was asked for: tokens that were refused, or undefined. */
export async function askedOf(page: Page): Promise<readonly (string | undefined)[]> {
  return await page.evaluate(() => (globalThis as unknown as { asked: readonly (string | undefined)[] }).asked);
}

/** A frame with the picker in a page that talks to it by messages alone, without `openPicker`. */
export interface PickerFrame {
  readonly page: Page;
  send(message: object): Promise<void>;
  /** Resolves with the first message of a type that the frame has sent. */
  received(type: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Opens such a frame. */
export async function openPickerFrame(host: Host): Promise<PickerFrame> {
  const page = await host.open('<h1>Host</h1><div id="box"></div>', {
    policy: `default-src 'none'; frame-src ${host.app.url}`,
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
  }, host.app.url);
  const received: PickerFrame['received'] = async (type) => {
    const found = await page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as { messages: { type: string }[] }).messages.find((message) => message.type === wanted),
      type,
    );
    return (await found.jsonValue()) as unknown as Record<string, unknown>;
  };
  await received('ready');
  return {
    page,
    received,
    send: (message) =>
      page.evaluate((sent) => (globalThis as unknown as { send(message: object): void }).send(sent), message),
  };
}
