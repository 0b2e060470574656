import type { Page } from '@playwright/test';
import type {} from '../../src/abs-basket.ts';
import type {} from '../../src/abs-catalogue.ts';
import type {} from '../../src/abs-details.ts';
import type {} from '../../src/abs-download.ts';
import type { Host } from '../support/host.ts';
import { hold } from '../support/picker.ts';
import { set } from '../support/set.ts';
import { stateOf } from './state.ts';

const opened = (host: Host, element: string): Promise<Page> =>
  host.open(`<main><h1>Host</h1><abs-catalogue src="$SERVICE">${element}</abs-catalogue></main>`, {
    viewport: { width: 320, height: 800 },
  });

const details = (name: string, id: number, shown: (page: Page) => Promise<unknown>) =>
  stateOf(name, {}, (host) => opened(host, `<abs-details asset-id="${id}"></abs-details>`), shown);

const download = (name: string, ids: readonly number[], shown: (page: Page) => Promise<unknown>) =>
  stateOf(
    name,
    {},
    (host) => opened(host, '<abs-download inline></abs-download>'),
    async (page) => {
      await set(page, 'abs-download', { ids });
      await page.getByRole('radio', { name: 'Original' }).waitFor();
      await shown(page);
    },
  );

const basket = (name: string, ids: readonly number[], shown: (page: Page) => Promise<unknown>) =>
  stateOf(
    name,
    {},
    (host) => opened(host, '<abs-basket></abs-basket>'),
    async (page) => {
      await page.locator('abs-basket').evaluate((element: HTMLElementTagNameMap['abs-basket'], assets) => {
        element.addAssets(assets);
        element.open();
      }, ids);
      await page.getByRole('dialog', { name: 'Basket' }).waitFor();
      await shown(page);
    },
  );

/** States of details, downloads and the basket. */
export const DETAILS_STATES = [
  details('details with fields, versions, relations and reviews', 1000, (page) =>
    page.getByRole('img', { name: '4.5 of 5 stars' }).first().waitFor(),
  ),
  details('a comparison of two versions', 1000, async (page) => {
    await page.getByRole('button', { name: 'Compare versions' }).click();
    await page.getByRole('slider').waitFor();
  }),
  details('a review whose comment is too long', 1003, async (page) => {
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('Comment').fill('x'.repeat(10_001));
    await page.getByRole('alert').waitFor();
  }),
  details('details of a deleted asset', 99, (page) => page.getByText('No longer here').waitFor()),
  download('a download with a size on paper', [1000], async (page) => {
    await page.getByRole('radio', { name: 'Web' }).check();
    await page.getByLabel('Unit').selectOption('mm');
    await page.getByLabel('Width').fill('10');
    await page.getByText(/^Gives/).waitFor();
  }),
  download('a download with a crop and terms', [1000], async (page) => {
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    await page.getByText(/^Keeps/).waitFor();
  }),
  download('a running download of several assets', [1000, 1002], async (page) => {
    await hold(page, /[?&]download=1000/);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
  }),
  download('a download that was cancelled', [1000, 1002], async (page) => {
    await hold(page, /[?&]download=1000/);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
  basket('what of a basket is printed', [1000, 1002], async (page) => {
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('abs-print .primary[aria-disabled=false]').waitFor();
  }),
  basket('a basket with an asset that is gone', [1000, 1002, 99], (page) =>
    page.getByText('1 item is no longer available').waitFor(),
  ),
  basket('an empty basket', [], (page) => page.getByText('The basket is empty').waitFor()),
];
