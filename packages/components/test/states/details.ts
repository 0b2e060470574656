import type { Page } from '@playwright/test';
import type {} from '../../src/abs-basket.ts';
import type {} from '../../src/abs-catalogue.ts';
import type {} from '../../src/abs-details.ts';
import type {} from '../../src/abs-download.ts';
import type { Host } from '../support/host.ts';
import { hold } from '../support/picker.ts';
import type { State } from './state.ts';

const NARROW = { viewport: { width: 320, height: 800 } };

const inCatalogue = (content: string) =>
  `<main><h1>Host</h1><abs-catalogue src="$SERVICE">${content}</abs-catalogue></main>`;

function openDetails(host: Host, id: number): Promise<Page> {
  return host.open(inCatalogue(`<abs-details asset-id="${id}"></abs-details>`), NARROW);
}

async function openDownload(host: Host, ids: readonly number[]): Promise<Page> {
  const page = await host.open(inCatalogue('<abs-download inline></abs-download>'), NARROW);
  await page.locator('abs-download').evaluate((element, assets) => {
    (element as HTMLElementTagNameMap['abs-download']).ids = assets;
  }, ids);
  await page.getByRole('radio', { name: 'Original' }).waitFor();
  return page;
}

async function openBasket(host: Host, ids: readonly number[]): Promise<Page> {
  const page = await host.open(inCatalogue('<abs-basket></abs-basket>'), NARROW);
  await page.locator('abs-basket').evaluate((element, assets) => {
    const basket = element as HTMLElementTagNameMap['abs-basket'];
    basket.addAssets(assets);
    basket.open();
  }, ids);
  await page.getByRole('dialog', { name: 'Basket' }).waitFor();
  return page;
}

/** States of details, downloads and the basket. */
export const DETAILS_STATES: readonly State[] = [
  {
    name: 'details with fields, versions, relations and reviews',
    async reach(host) {
      const page = await openDetails(host, 1000);
      await page.getByRole('img', { name: '4.5 of 5 stars' }).first().waitFor();
      return page;
    },
  },
  {
    name: 'a comparison of two versions',
    async reach(host) {
      const page = await openDetails(host, 1000);
      await page.getByRole('button', { name: 'Compare versions' }).click();
      await page.getByRole('slider').waitFor();
      return page;
    },
  },
  {
    name: 'a review whose comment is too long',
    async reach(host) {
      const page = await openDetails(host, 1003);
      await page.getByRole('button', { name: 'Write a review' }).click();
      await page.getByLabel('Comment').fill('x'.repeat(10_001));
      await page.getByRole('alert').waitFor();
      return page;
    },
  },
  {
    name: 'details of a deleted asset',
    async reach(host) {
      const page = await openDetails(host, 99);
      await page.getByText('No longer here').waitFor();
      return page;
    },
  },
  {
    name: 'a download with a size on paper',
    async reach(host) {
      const page = await openDownload(host, [1000]);
      await page.getByRole('radio', { name: 'Web' }).check();
      await page.getByLabel('Unit').selectOption('mm');
      await page.getByLabel('Width').fill('10');
      await page.getByText(/^Gives/).waitFor();
      return page;
    },
  },
  {
    name: 'a download with a crop and terms',
    async reach(host) {
      const page = await openDownload(host, [1000]);
      await page.getByRole('radio', { name: 'JPEG with terms' }).check();
      await page.getByText(/^Keeps/).waitFor();
      return page;
    },
  },
  {
    name: 'a running download of several assets',
    async reach(host) {
      const page = await openDownload(host, [1000, 1002]);
      await hold(page, /[?&]download=1000/);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      return page;
    },
  },
  {
    name: 'a download that was cancelled',
    async reach(host) {
      const page = await openDownload(host, [1000, 1002]);
      await hold(page, /[?&]download=1000/);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      return page;
    },
  },
  {
    name: 'what of a basket is printed',
    async reach(host) {
      const page = await openBasket(host, [1000, 1002]);
      await page.getByRole('button', { name: 'Print' }).click();
      await page.locator('abs-print .primary[aria-disabled=false]').waitFor();
      return page;
    },
  },
  {
    name: 'a basket with an asset that is gone',
    async reach(host) {
      const page = await openBasket(host, [1000, 1002, 99]);
      await page.getByText('1 item is no longer available').waitFor();
      return page;
    },
  },
  {
    name: 'an empty basket',
    async reach(host) {
      const page = await openBasket(host, []);
      await page.getByText('The basket is empty').waitFor();
      return page;
    },
  },
];
