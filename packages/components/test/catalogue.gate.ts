/** The element that connects others to a service: tokens, languages, failures, and what it tells the page. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type {} from '../src/abs-catalogue.ts';
import { guardedService, TOKEN } from './support/guarded.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';
import { addressesOf } from './support/tokens.ts';

test.describe('abs-catalogue', () => {
  test.use({ service: guardedService });

  test('a panel asks for a token that is required, refuses a wrong one, accepts the right one', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><p>Inside</p></abs-catalogue>');
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('not valid').waitFor();
    await expect(page.getByText('Inside')).toBeHidden();
    await page.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByText('Inside').waitFor();
    const addresses = await addressesOf(page);
    assert.ok(addresses.some((address) => address.includes('about=true')));
    const leaking = addresses.filter((address) => address.includes(TOKEN));
    assert.deepEqual(leaking, []);
  });

  test('another language and theme apply at once', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE" locale="de-AT" theme="dark"></abs-catalogue>');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.locator('abs-catalogue').evaluate((element) => element.setAttribute('locale', 'fr'));
    await page.getByRole('heading', { name: 'Connexion' }).waitFor();
    await expect(page.locator('abs-catalogue')).toHaveCSS('color-scheme', 'dark');
    // Without its attribute, the language is that of the page again.
    await page.locator('abs-catalogue').evaluate((element) => element.removeAttribute('locale'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('another program, and an address where nothing listens, each have a message and a way on', async ({ host }) => {
    const foreign = await host.open(`<abs-catalogue src="${host.url}/"></abs-catalogue>`, {
      policy: `default-src 'self'; script-src 'self'; style-src 'self'; connect-src *`,
    });
    await foreign.getByText('The answer cannot be read').waitFor();
    const similar = await host.open('<abs-catalogue></abs-catalogue>');
    await similar.route(/about=/, (route) => route.fulfill({ json: { version: 2, status: 200, data: null } }));
    await similar.locator('abs-catalogue').evaluate((element, src) => element.setAttribute('src', src), host.app.url);
    await similar.getByText('The answer cannot be read').waitFor();
    const closed = await host.open('<abs-catalogue src="http://127.0.0.1:1/"></abs-catalogue>', {
      policy: `default-src 'self'; script-src 'self'; style-src 'self'; connect-src *`,
    });
    await closed.getByText('The catalogue cannot be reached').waitFor();
    await closed.getByRole('button', { name: 'Try again' }).click();
    await closed.getByText('The catalogue cannot be reached').waitFor();
  });

  test('the focus of a button or field that has done its work goes to the content, which stays', async ({ host }) => {
    const signIn = async (attributes: string) => {
      const page = await host.open(
        `<abs-catalogue src="$SERVICE" ${attributes}><p>Inside</p></abs-catalogue><button>After</button>`,
      );
      const catalogue = page.locator('abs-catalogue');
      const field = page.getByLabel('Access token');
      await field.fill(TOKEN);
      // Out of sight, where the focus would scroll to.
      await catalogue.evaluate((element) => {
        element.style.marginTop = '5000px';
        scrollTo(0, 0);
      });
      await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
      await page.getByText('Inside').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-catalogue');
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await page.getByRole('button', { name: 'After' }).focus();
      return await catalogue.getAttribute('tabindex');
    };
    assert.equal(await signIn(''), null);
    assert.equal(await signIn('tabindex="0"'), '0', 'what the page has set stays');
  });

  test('a session that ends without another token asks to sign in, and tells the page once', async ({ host }) => {
    const page = await host.open('<abs-catalogue locale="en"><p>Inside</p></abs-catalogue>');
    const endSession = (isHandled: boolean) =>
      page.evaluate(
        async ([src, token, handles]) => {
          const element = document.querySelector('abs-catalogue');
          if (!element) throw new Error('no element');
          let current: string | undefined = token;
          let told = 0;
          element.addEventListener('abs-unauthorized', (event) => {
            if (handles) event.preventDefault();
            told++;
          });
          const ready = new Promise((resolve) => element.addEventListener('abs-ready', resolve, { once: true }));
          Object.assign(element, { src, tokenProvider: () => current });
          await ready;
          const ask = () => element.catalogue?.client.node.about({ about: true }).catch(() => undefined);
          // The first requests have a token that was valid, the last one has none.
          current = 'expired';
          element.tokenProvider = (refused) => {
            if (refused !== undefined) current = undefined;
            return current;
          };
          await Promise.all([ask(), ask()]);
          await ask();
          return told;
        },
        [host.app.url, TOKEN, isHandled] as const,
      );
    assert.deepEqual([await endSession(true), await page.getByRole('dialog').isVisible()], [1, false]);
    await page.reload();
    assert.equal(await endSession(false), 1);
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('form, notice and loaded message hand the focus on; a repeated failure is announced', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE" locale="en"><p>Inside</p></abs-catalogue>');
    const about = '**/node.do?**about=**';
    const focusIn = (part: string) =>
      page.waitForFunction(
        (selector) => document.querySelector('abs-catalogue')?.shadowRoot?.activeElement?.matches(selector),
        part,
      );
    const enter = async (token: string) => {
      await page.getByLabel('Access token').fill(token);
      await page.keyboard.press('Enter');
    };
    await enter('wrong');
    const alert = await page.getByRole('alert').elementHandle();
    await enter('wrong, too');
    await page.waitForFunction((node) => !node?.isConnected, alert);
    await page.getByRole('alert').waitFor();
    await focusIn('input');
    await page.route(about, (route) => route.abort());
    await enter('wrong');
    await page.getByText('The catalogue cannot be reached').waitFor();
    await focusIn('.notice');
    await page.unroute(about);
    const release = await hold(page, /about=/);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await focusIn('.loading');
    release();
    await focusIn('input');
    await enter(TOKEN);
    await page.getByText('Inside').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-catalogue');
  });

  test('a message appears in a live region that is there already, so that it is announced', async ({ host }) => {
    const page = await host.open('<p>Site</p>', { elements: ['abs-catalogue.js'] });
    const seen = await page.evaluate(
      () =>
        new Promise<readonly boolean[]>((resolve) => {
          const catalogue = document.createElement('abs-catalogue');
          // Nothing listens at this port.
          catalogue.setAttribute('src', 'http://127.0.0.1:1/');
          document.body.append(catalogue);
          const visible: boolean[] = [];
          const look = () => {
            const region = catalogue.shadowRoot?.querySelector('.notice[role=status]');
            const title = region?.querySelector('.notice-title');
            if (title) {
              if (!region?.checkVisibility({ visibilityProperty: true })) throw new Error('the region is hidden, too');
              visible.push(title.checkVisibility({ visibilityProperty: true }));
            }
            if (visible.at(-1)) resolve(visible);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    assert.deepEqual([seen[0], seen.at(-1)], [false, true]);
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
  });
});
