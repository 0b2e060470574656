/** The list view: what its columns say, how they order the list, and which of them the browser remembers. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { hashIs, headingIs, PHONE } from './support/page.ts';
import { test } from './support/test.ts';

const asList = async (page: Page) => await page.getByRole('button', { name: 'List', exact: true }).click();
const headingOf = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const firstLine = (page: Page) => page.locator('#tile-0');

test.describe('the list view', () => {
  test('a heading orders the list, then in the other direction, and says how', async ({ host }) => {
    const page = await host.visit('/');
    await headingIs(page, 'All items');
    await asList(page);
    await expect(headingOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
    await headingOf(page, 'Size').getByRole('button').click();
    await hashIs(page, '#sort=size-desc');
    await expect(headingOf(page, 'Size')).toHaveAttribute('aria-sort', 'descending');
    await headingOf(page, 'Size').getByRole('button').click();
    await hashIs(page, '#sort=size-asc');
    await expect(headingOf(page, 'Size')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
  });

  test('columns are chosen, fields too, lie below their headings, and are there after a reload', async ({ host }) => {
    const page = await host.visit('/');
    await headingIs(page, 'All items');
    await asList(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Size' }).uncheck();
    await page.getByRole('checkbox', { name: 'Season' }).check();
    await page.keyboard.press('Escape');
    const columns = ['Name', 'Kind', 'Dimensions', 'Modified', 'Rights', 'Season'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    await expect(
      page
        .locator('abs-grid')
        .getByText(/^(?:Summer|Winter)$/)
        .first(),
    ).toBeVisible();
    const leftOf = async (element: ReturnType<typeof firstLine>) => (await element.boundingBox())?.x ?? Number.NaN;
    for (const [at, name] of ['Kind', 'Modified', 'Season'].entries()) {
      const cell = firstLine(page)
        .locator('.facts > *')
        .nth([0, 2, 4][at] ?? 0);
      const away = (await leftOf(cell)) - (await leftOf(headingOf(page, name)));
      assert.ok(Math.abs(away) < 2, `${name}: ${away} pixels`);
    }
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText(columns);
  });

  test('a narrow list has no headings, and the most downloaded assets have no order to choose', async ({ host }) => {
    const page = await host.visit('/#view=top');
    await headingIs(page, 'Most downloaded');
    await asList(page);
    await headingOf(page, 'Name').waitFor();
    await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0);
    await page.setViewportSize(PHONE);
    await headingOf(page, 'Name').waitFor({ state: 'hidden' });
  });
});
