import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type {} from '../src/abs-catalogue.ts';
import { type Host, openHost, WITHOUT_BROWSER } from './support/host.ts';

const TOKEN = 'a-token-of-the-tests';

describe('abs-catalogue in a browser', { skip: WITHOUT_BROWSER }, () => {
  let host: Host;
  before(async () => {
    host = await openHost({
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]),
    });
  });
  after(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  test('a panel asks for the token that the service requires, refuses a wrong one, and accepts the right one', async () => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><p>Inside</p></abs-catalogue>');
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('not valid').waitFor();
    assert.equal(await page.getByText('Inside').isVisible(), false);
    await page.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByText('Inside').waitFor();
    const addresses: readonly string[] = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    assert.ok(addresses.some((address) => address.includes('about=true')));
    assert.deepEqual(
      addresses.filter((address) => address.includes(TOKEN)),
      [],
    );
  });

  test('another language and theme apply at once', async () => {
    const page = await host.open('<abs-catalogue src="$SERVICE" locale="de-AT" theme="dark"></abs-catalogue>');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.locator('abs-catalogue').evaluate((element) => element.setAttribute('locale', 'fr'));
    await page.getByRole('heading', { name: 'Connexion' }).waitFor();
    const scheme = await page.locator('abs-catalogue').evaluate((element) => getComputedStyle(element).colorScheme);
    assert.equal(scheme, 'dark');
  });

  test('a program that is not the service, and an address where nothing listens, each have a message and a way on', async () => {
    const foreign = await host.open(`<abs-catalogue src="${host.url}/"></abs-catalogue>`, {
      policy: `default-src 'self'; script-src 'self'; style-src 'self'; connect-src *`,
    });
    await foreign.getByText('No catalogue is at this address').waitFor();
    const similar = await host.open('<abs-catalogue></abs-catalogue>');
    const body = JSON.stringify({ version: 2, status: 200, data: {} });
    await similar.route('**/node.do?**about=**', (route) => route.fulfill({ status: 200, body }));
    await similar.locator('abs-catalogue').evaluate((element, src) => element.setAttribute('src', src), host.app.url);
    await similar.getByText('No catalogue is at this address').waitFor();
    const closed = await host.open('<abs-catalogue src="http://127.0.0.1:1/"></abs-catalogue>', {
      policy: `default-src 'self'; script-src 'self'; style-src 'self'; connect-src *`,
    });
    await closed.getByText('The catalogue cannot be reached').waitFor();
    await closed.getByRole('button', { name: 'Try again' }).click();
    await closed.getByText('The catalogue cannot be reached').waitFor();
  });

  test('the focus of a button or field that has done its work goes to the content, which does not move', async () => {
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
      assert.equal(await page.evaluate(() => document.activeElement?.localName), 'abs-catalogue');
      assert.equal(await page.evaluate(() => scrollY), 0);
      await page.getByRole('button', { name: 'After' }).focus();
      return await catalogue.getAttribute('tabindex');
    };
    assert.equal(await signIn(''), null);
    assert.equal(await signIn('tabindex="0"'), '0', 'what the page has set stays');
  });

  test('the page is told what happened, and may prevent the panel', async () => {
    const page = await host.open('<abs-catalogue></abs-catalogue>');
    const kinds = await page.evaluate(
      async ([src, token]) => {
        const element = document.querySelector('abs-catalogue');
        if (!element) throw new Error('no element');
        const told: string[] = [];
        element.addEventListener('abs-unauthorized', (event) => {
          event.preventDefault();
          told.push('unauthorized');
          element.tokenProvider = () => token;
        });
        const ready = new Promise<void>((resolve) => {
          element.addEventListener('abs-ready', () => {
            told.push('ready');
            resolve();
          });
        });
        element.src = src ?? '';
        await ready;
        return told;
      },
      [host.app.url, TOKEN],
    );
    assert.deepEqual(kinds, ['unauthorized', 'ready']);
  });

  test('a message appears in a live region that is there already, so that screen readers announce it', async () => {
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
