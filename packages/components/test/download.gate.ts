import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-download.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import type { Host, HostPageOptions } from './support/host.ts';
import { hold } from './support/picker.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { giveToken } from './support/tokens.ts';
import { listenTo } from './support/told.ts';

const LOGIN = 'https://login.example/';

test.describe('abs-download in a browser', () => {
  test.use({
    service: {
      settings: { ABS_DOWNLOAD_LOGIN_URL: LOGIN },
    },
  });

  /** Opens a page with a download of these assets. */
  async function open(host: Host, ids: readonly number[], attributes = 'inline', options: HostPageOptions = {}) {
    const page = await host.open(
      `<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-download ${attributes}></abs-download></abs-catalogue></main>`,
      options,
    );
    await set(page, 'abs-download', { ids });
    return page;
  }

  /** Waits for the file that `act` downloads; returns its name and bytes. */
  async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  const press = (page: Page) => page.getByRole('button', { name: 'Download', exact: true });

  test('an original is saved under its name, by keyboard alone', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'Original' }).focus();
    const { name, bytes } = await saved(page, async () => {
      await press(page).focus();
      await page.keyboard.press('Enter');
    });
    assert.equal(name, 'dawn _b_.jpg');
    assert.ok(bytes.length > 0);
    await page.getByText('Downloaded.').waitFor();
    const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim());
    assert.equal(focused, 'Download');
  });

  test('a size on paper becomes the pixels that the page names', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'Web' }).check();
    await page.getByLabel('Unit').selectOption('mm');
    await page.getByLabel('Width').fill('10');
    const named = (await page.getByText(/^Gives/).textContent()) ?? '';
    const { bytes } = await saved(page, () => press(page).click());
    const { width, height } = await sharp(bytes).metadata();
    assert.equal(named, `Gives ${width} × ${height} pixels.`);
    assert.equal(width, 118);
    await page.getByLabel('Width').fill('9999');
    await page.getByText('No side may have more than 10,000 pixels.').waitFor();
    await expect(press(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('radio', { name: 'Original' }).check();
    await expect(press(page)).toHaveAttribute('aria-disabled', 'false');
  });

  test('a double click downloads once, the tray cancels and tries again, the page is told', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'Web' }).check();
    await page.getByLabel('Width').fill('100');
    const release = await hold(page, /[?&]download=1000/);
    const told = await listenTo(page, 'abs-downloading');
    await press(page).dblclick();
    const tray = page.getByRole('region', { name: 'Downloads' });
    await tray.getByRole('button', { name: 'Cancel' }).click();
    await tray.getByText('Cancelled.').waitFor();
    const { bytes } = await saved(page, async () => {
      release();
      await tray.getByRole('button', { name: 'Try again' }).click();
    });
    assert.equal((await sharp(bytes).metadata()).width, 100);
    const running = [true, false, true, false].map((isRunning) => ({ isRunning }));
    await expect.poll(() => told('abs-downloading')).toEqual(running);
    await tray.getByRole('button', { name: 'Remove dawn <b>.jpg from the list' }).click();
    await tray.waitFor({ state: 'detached' });
  });

  test('what is no size is refused, a number read as typed, an empty side follows the other', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'Web' }).check();
    const width = page.getByLabel('Width');
    for (const wrong of ['0', '-1']) {
      await width.fill(wrong);
      await page.getByText('Write numbers above 0').waitFor();
      await expect(press(page)).toHaveAttribute('aria-disabled', 'true');
      await expect(width).toHaveValue(wrong);
    }
    await width.fill('');
    await page.getByText('Write numbers above 0').waitFor({ state: 'detached' });
    await expect(press(page)).toHaveAttribute('aria-disabled', 'false');
    await width.pressSequentially('1e2');
    await page.getByText('Gives 100 ×').waitFor();
    await page.getByLabel('Unit').selectOption('mm');
    await page.getByLabel('Density').fill('-3');
    await page.getByText('Write numbers above 0').waitFor();
  });

  test('an arrow beside a format begins in it at once, but waits for what must be confirmed', async ({ host }) => {
    const page = await open(host, [1000, 1002]);
    const zip = await saved(page, () => page.getByRole('button', { name: 'Get “Web” now' }).click());
    assert.match(zip.name, /\.zip$/);
    await page
      .getByText(/^JPG\s· about\s\d+\skB$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Get “JPEG with terms” now' }).click();
    await expect(page.getByRole('radio', { name: 'JPEG with terms' })).toBeChecked();
    await expect(press(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('checkbox', { name: 'I have read this.' }).check();
    await saved(page, () => press(page).click());
  });

  test('a picture is cropped by keyboard, after its terms are confirmed', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    await page.getByLabel('Ratio').selectOption('1:1');
    await page.getByRole('button', { name: 'Lower right corner' }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    const named = (await page.getByText(/^Keeps/).textContent()) ?? '';
    const [, width, height] = /Keeps (\d+) × (\d+) pixels/.exec(named) ?? [];
    // Each press moves a tenth of the longer side of 640 pixels; the ratio keeps the lower side of 400 along.
    assert.deepEqual([width, height], ['208', '208']);
    await page.getByRole('button', { name: 'Part that is kept' }).focus();
    for (const key of ['ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.getByText('Keeps 208 × 208 pixels, 126 from the left and 64 from the top.').waitFor();
    await expect(press(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('checkbox', { name: 'I have read this.' }).check();
    const { bytes } = await saved(page, () => press(page).click());
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual([metadata.width, metadata.height], [Number(width), Number(height)]);
  });

  test('a picture is cropped by numbers, without dragging, also in a narrow window', async ({ host }) => {
    const page = await open(host, [1000], 'inline', { viewport: { width: 375, height: 800 } });
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    const write = async (name: string, value: string) => {
      await page.getByRole('spinbutton', { name }).fill(value);
      await page.getByRole('spinbutton', { name }).press('Enter');
    };
    await write('From the left', '40');
    await page.getByText('Keeps 600 × 400 pixels, 40 from the left and 0 from the top.').waitFor();
    await expect
      .poll(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= 375)
      .toBeTruthy();
    await write('Width', '300');
    await write('Height', '100');
    await write('From the top', '250');
    await page.getByText('Keeps 300 × 100 pixels, 40 from the left and 250 from the top.').waitFor();
    // What does not fit is corrected in the field, too, even if nothing else changes.
    for (let time = 0; time < 2; time += 1) {
      await write('Height', '9999');
      await expect(page.getByRole('spinbutton', { name: 'Height' })).toHaveValue('150');
      await write('Height', '');
      await expect(page.getByRole('spinbutton', { name: 'Height' })).toHaveValue('150');
    }
    await page.getByLabel('Ratio').selectOption('1:1');
    await write('Width', '120');
    await page.getByText('Keeps 120 × 120 pixels').waitFor();
    await page.getByRole('checkbox', { name: 'I have read this.' }).check();
    const { bytes } = await saved(page, () => press(page).click());
    const { width, height } = await sharp(bytes).metadata();
    assert.deepEqual([width, height], [120, 120]);
  });

  test('a part made as small as possible can be enlarged by the pointer again', async ({ host }) => {
    const page = await open(host, [1000]);
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    await page.locator('.crop img').scrollIntoViewIfNeeded();
    const box = await page.locator('.crop').boundingBox();
    assert.ok(box);
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    const width = async () => (await page.locator('.crop-area').boundingBox())?.width ?? 0;
    await drag([box.x + 8, box.y + 8], [right + 40, bottom + 40]);
    await expect.poll(async () => (await width()) < 2).toBeTruthy();
    await drag([right - 8, bottom - 8], [right - 100, bottom - 80]);
    await expect.poll(async () => (await width()) > 60).toBeTruthy();
  });

  test('a dialog opened before the service has answered appears then, unless it is closed again', async ({ host }) => {
    for (const isClosed of [false, true]) {
      const page = await host.open('<main></main>', { elements: ['abs-catalogue.js', 'abs-download.js'] });
      const release = await hold(page, /[?&]about=/);
      await page.evaluate(
        async ([service, closes]) => {
          await Promise.all(['abs-catalogue', 'abs-download'].map((name) => customElements.whenDefined(name)));
          const [catalogue, download] = [
            document.createElement('abs-catalogue'),
            document.createElement('abs-download'),
          ];
          catalogue.src = service;
          download.ids = [1000];
          catalogue.append(download);
          document.querySelector('main')?.append(catalogue);
          download.open();
          await download.updateComplete;
          if (closes) download.close();
        },
        [host.app.url, isClosed] as const,
      );
      release();
      await page.locator('abs-download dialog').waitFor({ state: 'attached' });
      if (isClosed) await expect(page.locator('abs-download dialog:modal')).toHaveCount(0);
      else await page.getByRole('dialog', { name: 'Download' }).getByRole('radio').first().waitFor();
    }
  });

  test('several assets become a ZIP, each in a format that it comes in', async ({ host }) => {
    const page = await open(host, [1000, 1002, 1003, 99]);
    await page.getByText('1 item was deleted meanwhile.').waitFor();
    await page.getByRole('radio', { name: 'Web' }).check();
    await page.getByText('For 2 of 3 items').waitFor();
    await page.getByText('1 item comes in another format.').waitFor();
    await page.getByText('Choose the format of each item').click();
    await page.getByLabel('Format of img10.png').selectOption('1');
    const { name, bytes } = await saved(page, () => press(page).click());
    assert.match(name, /^Catalogue \d{4}-\d\d-\d\d\.zip$/);
    for (const file of ['dawn _b_.jpg', 'img10.png', 'img2.txt']) assert.ok(bytes.includes(file), file);
  });

  test('a ZIP counts what needs signing in apart from what cannot be downloaded', async ({ host }) => {
    const page = await open(host, [1000, 1006, 1007]);
    await page.getByText('1 item is left out: it has no file, or you may not download it.').waitFor();
    await page.getByText('1 item is left out: it can be downloaded only after signing in.').waitFor();
    await page.getByRole('link', { name: 'Original (opens another page)' }).waitFor();
    await page.getByText('Choose the format of each item').click();
    await page.getByRole('listitem').filter({ hasText: 'After signing in' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Not available' }).waitFor();
    const { bytes } = await saved(page, () => press(page).click());
    assert.ok(bytes.includes('dawn _b_'));
    const refused = await open(host, [1000, 1006]);
    await refused.getByText('1 item is left out: it has no file, or you may not download it.').waitFor();
    await expect(refused.getByText('only after signing in')).toHaveCount(0);
  });

  test('a format that requires signing in links there, and a forbidden item says so', async ({ host }) => {
    const page = await open(host, [1007]);
    const link = page.getByRole('link', { name: 'Original (opens another page)' });
    await expect(link).toHaveAttribute('href', LOGIN);
    await expect(press(page)).toHaveCount(0);
    const record = await open(host, [1006]);
    await record.getByText('This has no file, or you may not download it.').waitFor();
    const gone = await open(host, [99]);
    await gone.getByText('No longer here').waitFor();
  });

  test('the dialog opens and closes by keyboard, and the focus returns', async ({ host }) => {
    const page = await open(host, [1000], '');
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'Open';
      button.addEventListener('click', () => document.querySelector('abs-download')?.open());
      document.querySelector('main')?.prepend(button);
    });
    await page.getByRole('button', { name: 'Open' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Download' }).waitFor();
    await page.getByRole('radio', { name: 'Original' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open');
  });
});

test.describe('abs-download with a token, and without a service', () => {
  test('a file is saved with no token in an address; a stopped service has a way on', async ({ openHost }) => {
    const host = await openHost(GUARDED);
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-download inline></abs-download></abs-catalogue>');
    await giveToken(page);
    await set(page, 'abs-download', { ids: [1000] });
    const button = page.getByRole('button', { name: 'Download', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.equal(download.suggestedFilename(), 'dawn _b_.jpg');
    assert.ok(!download.url().includes(TOKEN));
    await page.route(/asset\.do\?.*download=/, async (route) => {
      const json = { version: 2, status: 401, data: null, message: 'no', code: 'token_invalid' };
      await route.fulfill({ status: 401, json });
    });
    await button.click();
    const refusal = page.getByText('The token is not valid, or it has expired.');
    await page.locator('abs-download').getByRole('alert').filter({ has: refusal }).waitFor();
    await page.unroute(/asset\.do\?.*download=/);
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    const offers = page.waitForResponse(/downloadformats_for=/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('abs-download').getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('This was not downloaded. Download it again.').waitFor();
    await (await offers).finished();
    host.app.stop();
    await button.click();
    await page.getByRole('alert').getByText('The service is busy.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
