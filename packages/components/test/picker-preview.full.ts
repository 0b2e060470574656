/** The large view of an asset in the picker, with its neighbours and its details. */
import assert from 'node:assert/strict';
import type { Locator, Page, Route } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { dialogOf, hold, openDialog, pickerForm, tilesOf } from './support/picker.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';

/** Searches that find out whether the picker accepts an asset. */
const CHECKS = /search_id=.*paginate=1(&|$)/;

test.describe('the preview of abs-picker', () => {
  const viewport = { width: 1280, height: 800 };
  const viewerOf = (page: Page) => page.locator('abs-viewer');
  const chooseOf = (page: Page) => viewerOf(page).getByRole('button', { name: /^Cho(ose|sen)$/ });

  /** Opens the dialog, and looks at the asset of this name. */
  async function lookAt(page: Page, name: string): Promise<void> {
    await openDialog(page);
    await tilesOf(page).and(page.getByRole('option', { name })).dblclick();
    await chooseOf(page).waitFor();
  }

  test('arrows lead to the neighbours, the one that is shown is chosen, and the list is where they led', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('multiple'), { viewport });
    await openDialog(page);
    await dialogOf(page).getByRole('listbox').focus();
    await page.keyboard.press('Enter');
    const position = viewerOf(page).getByText(/^1 of \d+$/);
    await position.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await viewerOf(page)
      .getByText(/^3 of \d+$/)
      .waitFor();
    await chooseOf(page).click();
    await viewerOf(page).getByRole('button', { name: 'Chosen', exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await viewerOf(page).waitFor({ state: 'detached' });
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await dialogOf(page).locator('#tile-2[aria-selected=true]').waitFor();
    assert.match(await focusOf(page), /^div /);
    await dialogOf(page).locator('[aria-activedescendant="tile-1"]').waitFor();
  });

  test('the details are beside it, and copy a link to the page of the service', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await lookAt(page, 'dawn');
    await page.getByRole('heading', { name: 'Keywords' }).waitFor();
    const link = await page.locator('abs-details').getByLabel('Link to this item').inputValue();
    assert.equal(link, `${host.app.url}/#asset=1000`);
    const startOf = async (element: Locator) => (await element.boundingBox())?.x ?? 0;
    const side = await startOf(viewerOf(page).locator('.side'));
    assert.ok((await startOf(page.locator('abs-details').getByRole('heading').first())) - side >= 16);
    assert.deepEqual(await seriousViolations(page), []);
    await viewerOf(page)
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Keywords' }).waitFor({ state: 'detached' });
  });

  test('on a phone the details wait for their button', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport: { width: 320, height: 640 } });
    await lookAt(page, 'dawn');
    assert.equal(await page.getByRole('heading', { name: 'Keywords' }).isVisible(), false);
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Keywords' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('the magnifier on a tile shows it large by finger, and chooses nothing', async ({ host }) => {
    const page = await host.open(pickerForm(), {
      viewport: { width: 375, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    await openDialog(page);
    await tilesOf(page)
      .and(page.getByRole('option', { name: 'dawn' }))
      .locator('.open')
      .tap();
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await viewerOf(page).waitFor({ state: 'detached' });
    await dialogOf(page).getByText('Nothing chosen').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('a place of the details is shown in the list, and the focus is there', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await lookAt(page, 'dawn');
    await page.locator('abs-details').getByRole('button', { name: 'Archive' }).first().click();
    await viewerOf(page).waitFor({ state: 'detached' });
    await dialogOf(page).getByRole('heading', { name: 'Archive', exact: true }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'abs-picker');
  });

  test('a related asset can be looked at, and chosen only if the picker accepts it', async ({ host }) => {
    const page = await host.open(pickerForm('accept=".jpg"'), { viewport });
    await lookAt(page, 'dawn');
    await page.locator('abs-details').getByRole('button', { name: 'img10.png' }).first().click();
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
    await chooseOf(page).click({ force: true });
    assert.equal(await chooseOf(page).getAttribute('aria-disabled'), 'true');
    assert.deepEqual(await seriousViolations(page), []);
    await page.locator('abs-details').getByRole('button', { name: 'dawn <b>.jpg' }).first().click();
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true, disabled: false }).click();
    await viewerOf(page).getByRole('button', { name: 'Chosen', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).getByText('1 item chosen').waitFor();
  });

  test('a filter by IDs does not accept a related asset either', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.filter = { ids: [1000] };
    });
    await lookAt(page, 'dawn');
    await page.locator('abs-details').getByRole('button', { name: 'img10.png' }).first().click();
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
  });

  test('while nobody knows whether an asset is accepted, the picker says so, and a press asks again after a failure', async ({
    host,
  }) => {
    const page = await host.open(pickerForm(), { viewport });
    await lookAt(page, 'dawn');
    const refuse = (route: Route) => refuseAsBusy(route, 3600);
    await page.route(CHECKS, refuse);
    await page.locator('abs-details').getByRole('button', { name: 'img10.png' }).first().click();
    await viewerOf(page)
      .getByText(/Try again in/)
      .waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(CHECKS, refuse);
    const answer = await hold(page, CHECKS);
    await viewerOf(page).locator('.look').getByRole('button', { name: 'Try again', disabled: false }).press('Enter');
    await viewerOf(page).getByRole('status').getByText('Loading', { exact: true }).waitFor();
    assert.equal(await chooseOf(page).getAttribute('aria-disabled'), 'true');
    answer();
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true, disabled: false }).waitFor();
    await chooseOf(page).press('Enter');
    await viewerOf(page).getByRole('button', { name: 'Chosen', exact: true }).waitFor();
  });

  test('a busy service is asked again by itself', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await lookAt(page, 'dawn');
    let requests = 0;
    await page.route(CHECKS, async (route) => {
      requests += 1;
      if (requests > 1) return await route.fallback();
      await refuseAsBusy(route, 1);
    });
    await page.locator('abs-details').getByRole('button', { name: 'img10.png' }).first().click();
    await until(() => requests > 1);
    // Chosen only once the answer is there: until then, and after a failure, a press asks again.
    await until(async () => {
      await chooseOf(page).press('Enter');
      return await viewerOf(page).getByRole('button', { name: 'Chosen', exact: true }).isVisible();
    });
  });

  test('an asset of the tray is opened before the filters have loaded, and another one can be chosen afterwards', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('multiple accept="image,.pdf" selected="1000"'), { viewport });
    const answer = await hold(page, /node\.do\?.*search_facets/);
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page)
      .getByRole('button', { name: /^Look at dawn/ })
      .click();
    await page.locator('abs-details').getByRole('button', { name: 'img10.png' }).first().click();
    await viewerOf(page).getByRole('status').getByText('Loading', { exact: true }).waitFor();
    answer();
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true, disabled: false }).waitFor();
  });

  test('with other limits, what is shown must be accepted again', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), { viewport });
    await tilesOf(page)
      .and(page.getByRole('option', { name: 'dawn' }))
      .dblclick();
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true, disabled: false }).waitFor();
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.filter = { ids: [1001] };
    });
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
  });

  test('a version stays when the viewer has found the place of its asset', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await openDialog(page);
    const list = /search_text_or_mode=.*paginate=100/;
    // In the meantime, the asset has moved to another position.
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, data: json.data.toReversed() } });
    });
    const answer = await hold(page, list);
    await tilesOf(page)
      .and(page.getByRole('option', { name: 'dawn' }))
      .dblclick();
    await page
      .locator('abs-details')
      .getByRole('button', { name: /^Version 3/ })
      .click();
    const version = page.locator('abs-details .version[aria-pressed=true]', { hasText: 'Version 3' });
    await version.waitFor();
    answer();
    await viewerOf(page)
      .getByText(/^(?!2 )\d+ of \d+$/)
      .waitFor();
    await version.waitFor();
    const link = await page.locator('abs-details').getByLabel('Link to this item').inputValue();
    assert.equal(link, `${host.app.url}/#asset=1000&version=3`);
  });

  test('with another service, the view is closed', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), { viewport });
    await tilesOf(page)
      .and(page.getByRole('option', { name: 'dawn' }))
      .dblclick();
    await chooseOf(page).waitFor();
    const useService = (src: string) =>
      page.locator('abs-catalogue').evaluate((catalogue, value) => catalogue.setAttribute('src', value), src);
    await useService(`${host.app.url}/nothing`);
    await viewerOf(page).waitFor({ state: 'detached' });
    await useService(host.app.url);
    await tilesOf(page).first().waitFor();
    assert.equal(await viewerOf(page).count(), 0);
  });

  test('a version is shown and downloaded', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await lookAt(page, 'dawn');
    const versions = page.locator('abs-details').getByRole('button', { name: /^Version 3/ });
    await versions.click();
    await page.locator('abs-details .version[aria-pressed=true]', { hasText: 'Version 3' }).waitFor();
    await page
      .locator('abs-details')
      .getByRole('button', { name: /^Download/ })
      .last()
      .click();
    await page.locator('abs-download').getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('abs-download').getByRole('dialog').waitFor({ state: 'hidden' });
    await chooseOf(page).waitFor();
  });
});
