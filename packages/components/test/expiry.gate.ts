/** Assets whose date has passed or is near, wherever people see or use them. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import type { AbsBasket } from '../src/abs-basket.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { dialogOf, openDialog, pickerForm } from './support/picker.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';

/** The picture `dawn <b>.jpg` has the ID 1000, and may be used until 1 January 2030. */
const EXPIRED = new Date('2030-01-03T12:00:00Z');
const SOON = new Date('2029-12-20T12:00:00Z');

test.describe('expired assets in a browser', () => {
  /** Opens a page at this time. */
  async function openAt(host: Host, time: Date, body: string, requested = (_url: string) => {}): Promise<Page> {
    const page = await host.open('<p>Host</p>', { elements: [] });
    await page.clock.setFixedTime(time);
    page.on('request', (request) => requested(request.url()));
    await page.goto(host.publish(body));
    return page;
  }

  const inCatalogue = (content: string) =>
    `<main><h1>Host</h1><abs-catalogue src="$SERVICE" locale="en">${content}</abs-catalogue></main>`;

  const openDownload = (page: Page, ids: readonly number[]) => set(page, 'abs-download', { ids });

  test('a tile and a line say that an asset has expired, without another request', async ({ host }) => {
    const requests: string[] = [];
    const page = await openAt(host, EXPIRED, inCatalogue('<abs-grid></abs-grid>'), (url) => requests.push(url));
    const grid = page.locator('abs-grid');
    await grid.getByRole('option', { name: 'Expired, AI, dawn <b>.jpg, Image, Made by AI', exact: true }).waitFor();
    await expect(grid.getByText('Expired', { exact: true })).toHaveCount(1);
    assert.deepEqual(await seriousViolations(page), [], 'its name begins with what its marks show');
    assert.equal(requests.filter((url) => /node\.do\?.*search/.test(url)).length, 1);
    const details = requests.filter((url) => /asset\.do/.test(url) && !/(picture|thumb|preview)=/.test(url));
    assert.deepEqual(details, []);
    await set(page, 'abs-grid', { view: 'list' });
    await grid.getByRole('option', { name: /^Expired AI dawn <b>\.jpg / }).waitFor();
  });

  test('a tile tells screen readers until when an asset may be used, a line shows it whole', async ({ host }) => {
    const page = await openAt(host, SOON, inCatalogue('<abs-grid></abs-grid>'));
    await page
      .getByRole('option', { name: 'AI, dawn <b>.jpg, Image, Valid until Jan 1, 2030, Made by AI', exact: true })
      .waitFor();
    await expect(page.locator('abs-grid .expired')).toHaveCount(0);
    const grid = page.locator('abs-grid');
    await set(page, 'abs-grid', { view: 'list' });
    const line = grid.getByRole('option', { name: /^AI dawn <b>\.jpg .* Valid until Jan 1, 2030$/ });
    await line.waitFor();
    const end = line.getByText('Valid until Jan 1, 2030', { exact: true });
    const others = grid.getByRole('option').filter({ hasNotText: 'Valid' }).first().locator('.facts > :first-child');
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 });
      if (width === 320) await grid.locator('.narrow').waitFor();
      await expect.poll(() => end.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBeTruthy();
      if (width > 320) {
        const [own, other] = [await line.locator('.facts > :first-child').boundingBox(), await others.boundingBox()];
        assert.equal(own?.x, other?.x);
      }
      const [inner, outer] = [await end.boundingBox(), await line.boundingBox()];
      assert.ok(inner && outer && inner.y + inner.height <= outer.y + outer.height);
    }
  });

  test("the head of the viewer shows and announces the expiry, and a picker's choice marks it", async ({ host }) => {
    for (const [time, text] of [
      [EXPIRED, 'Expired'],
      [SOON, 'Valid until 1 Jan 2030'],
    ] as const) {
      const page = await openAt(host, time, pickerForm('multiple locale="en"'));
      await openDialog(page);
      const dialog = dialogOf(page);
      // The picker's own page writes dates as in the region of the browser.
      const name =
        time === EXPIRED
          ? `${text}, AI, dawn <b>.jpg, Image, Made by AI`
          : `AI, dawn <b>.jpg, Image, ${text}, Made by AI`;
      await dialog.getByRole('option', { name, exact: true }).click();
      const tray = dialog.getByRole('list', { name: 'Chosen items' });
      await tray.getByRole('button', { name: 'Look at dawn <b>.jpg' }).waitFor();
      await tray.getByText('Expired', { exact: true }).waitFor({ state: time === EXPIRED ? 'visible' : 'detached' });
      // The badge lies over the picture, and must not keep a press from it.
      await tray.getByRole('button', { name: 'Look at dawn <b>.jpg' }).click();
      const viewer = page.locator('abs-viewer');
      await viewer.locator('.title').getByText(text, { exact: true }).waitFor();
      await viewer
        .getByRole('status')
        .filter({ hasText: `dawn <b>.jpg: ${text}` })
        .waitFor({ state: 'attached' });
    }
  });

  test('the items of a basket show their expiry', async ({ host }) => {
    const page = await openAt(host, EXPIRED, inCatalogue('<abs-basket></abs-basket>'));
    await page.locator('abs-basket').evaluate((basket: AbsBasket) => basket.addAssets([1000, 1002]));
    await page.getByRole('button', { name: 'Basket, 2 items' }).click();
    const items = page.getByRole('dialog').getByRole('listitem');
    await items.filter({ hasText: 'dawn <b>.jpg' }).getByText('Expired', { exact: true }).waitFor();
    await expect(items.getByText('Expired', { exact: true })).toHaveCount(1);
  });

  test('a download names the expired items of several, and still starts', async ({ host }) => {
    const page = await openAt(host, EXPIRED, inCatalogue('<abs-download inline></abs-download>'));
    await openDownload(page, [1000, 1002]);
    const notice = page.getByRole('status').filter({ hasText: 'may no longer be used' });
    await notice.getByText('1 of 2 items may no longer be used: its date has passed.', { exact: true }).waitFor();
    await expect.poll(() => notice.getByRole('listitem').allTextContents()).toEqual(['dawn <b>.jpg']);
    const disabled = await page.getByRole('button', { name: 'Download', exact: true }).getAttribute('aria-disabled');
    assert.equal(disabled, 'false');
    await openDownload(page, [1000]);
    await page.getByText('This item may no longer be used: its date has passed.', { exact: true }).waitFor();
    await expect.poll(() => page.locator('abs-download .expiry li').count()).toEqual(0);
  });

  test('a download names what may not be used now, and goes on without it', async ({ host }) => {
    const page = await openAt(host, EXPIRED, inCatalogue('<abs-download inline></abs-download>'));
    await page.route(/downloadformats_for=/, async (route) => {
      const response = await route.fetch();
      const envelope = await response.json();
      for (const info of [envelope.data, envelope.data?.[1000]]) if (info?.name === 'dawn <b>.jpg') info.formats = [];
      await route.fulfill({ response, json: envelope });
    });
    const asked: (string | null)[] = [];
    await page.route(/[?&]download=/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.get('skip_invalid'));
      if (searchParams.has('skip_invalid')) return await route.continue();
      const json = { version: 2, status: 403, data: { assets: [1002] }, message: 'no', code: 'asset_not_valid' };
      return await route.fulfill({ status: 403, json, headers: { 'access-control-allow-origin': '*' } });
    });
    await openDownload(page, [1000, 1002, 1003]);
    await page.getByText('1 item is left out, because it may not be used at present: dawn <b>.jpg').waitFor();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'It may not be used at present.' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^img10\.png$/ })
      .waitFor();
    const downloaded = page.locator('abs-download').evaluate(
      (element) =>
        new Promise((told) => {
          element.addEventListener('abs-downloaded', (event) => told((event as CustomEvent).detail.ids), {
            once: true,
          });
        }),
    );
    await page.getByRole('button', { name: 'Download without this item' }).click();
    assert.deepEqual(await downloaded, [1003]);
    assert.deepEqual(asked, [null, 'true']);
    await openDownload(page, [1000]);
    await page.getByText('This may not be used at present.').waitFor();
  });

  test('people see only what is valid until they want the rest, and pickers offer nothing else', async ({ host }) => {
    const page = await host.visit('/');
    const isLimited = () =>
      page.waitForRequest((request) => /[?&]search_validity=valid(?:&|$)/.test(request.url())).then(() => true);
    await page.locator('.filter-button').click();
    const limited = isLimited();
    await page.getByRole('checkbox', { name: 'Only what is valid now' }).check();
    assert.ok(await limited);
    const again = isLimited();
    await page.reload();
    assert.ok(await again);
    await page.getByRole('checkbox', { name: 'Only what is valid now', checked: true }).uncheck();
    const picker = isLimited();
    await page.goto(host.publish(pickerForm('multiple valid-only locale="en"')));
    await openDialog(page);
    assert.ok(await picker);
  });

  test('a line of rights names makers, licence with address, AI, and how long it is valid', async ({ host }) => {
    const page = await openAt(
      host,
      new Date('2026-05-01T12:00:00Z'),
      inCatalogue('<abs-details asset-id="1000"></abs-details><abs-download inline></abs-download>'),
    );
    await openDownload(page, [1000]);
    for (const element of ['abs-details', 'abs-download']) {
      const line = page.locator(`${element} .rights`);
      await line.getByRole('link', { name: 'CC BY 4.0', exact: true }).waitFor();
      await expect
        .poll(async () => ((await line.textContent()) ?? '').replaceAll('\u00A0', ' '))
        .toBe('Ada, Bo · © Ada · CC BY 4.0 · Made by AI · Valid until Jan 1, 2030');
    }
  });
});
