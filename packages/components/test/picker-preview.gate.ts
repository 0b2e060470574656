/** Looking at assets in the picker, with neighbours and details, and where it begins: at `start`, later where the person was. */
import { expect, type Page } from '@playwright/test';
import { focusIs } from './support/page.ts';
import {
  chooseOf,
  dialogOf,
  goToRelated,
  lookAt,
  openDialog,
  pickerForm,
  setPicker,
  tilesOf,
  viewerOf,
} from './support/picker.ts';
import { test } from './support/test.ts';

const WIDE = { viewport: { width: 1280, height: 800 } };

test.describe('looking at assets in abs-picker', () => {
  const chosen = (page: Page) => viewerOf(page).getByRole('button', { name: 'Chosen', exact: true });
  const notChosen = (page: Page) => viewerOf(page).getByRole('button', { name: 'Choose', exact: true });

  test('arrows lead to the neighbours, the shown one is chosen, and the list is where they led', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'), WIDE);
    await openDialog(page);
    await dialogOf(page).getByRole('listbox').press('Enter');
    const position = (number: number) =>
      viewerOf(page)
        .getByText(new RegExp(`^${number} of \\d+$`))
        .waitFor();
    await position(1);
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await position(3);
    await chooseOf(page).click();
    await chosen(page).waitFor();
    await page.keyboard.press('ArrowLeft');
    await notChosen(page).waitFor();
    await page.keyboard.press('Escape');
    await viewerOf(page).waitFor({ state: 'detached' });
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await dialogOf(page).locator('#tile-2[aria-selected=true]').waitFor();
    await focusIs(page, /^div /);
    await dialogOf(page).locator('[aria-activedescendant="tile-1"]').waitFor();
  });

  test('the details are beside it, lead to a place in the list, and copy a link to the page', async ({ host }) => {
    const page = await host.open(pickerForm(), WIDE);
    await openDialog(page);
    await lookAt(page, 'dawn');
    const details = page.locator('abs-details');
    await details.getByRole('heading', { name: 'Keywords' }).waitFor();
    await expect(details.getByLabel('Link to this item')).toHaveValue(`${host.app.url}/?asset=1000`);
    await details.getByRole('button', { name: 'Archive' }).first().click();
    await viewerOf(page).waitFor({ state: 'detached' });
    await dialogOf(page).getByRole('heading', { name: 'Archive', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-picker');
  });

  test('a related asset can be looked at, and chosen only if the picker accepts it', async ({ host }) => {
    const page = await host.open(pickerForm('accept=".jpg"'), WIDE);
    await openDialog(page);
    await lookAt(page, 'dawn');
    await goToRelated(page, 'img10.png');
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
    await chooseOf(page).click({ force: true });
    await expect(chooseOf(page)).toHaveAttribute('aria-disabled', 'true');
    await goToRelated(page, 'dawn <b>.jpg');
    await viewerOf(page).getByRole('button', { name: 'Choose', exact: true, disabled: false }).click();
    await chosen(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).getByText('1 item chosen').waitFor();
  });

  test('an asset that is looked at says why it cannot be chosen as well', async ({ host }) => {
    const page = await host.open(pickerForm('multiple max="1"'));
    await openDialog(page);
    await tilesOf(page).first().click();
    await tilesOf(page).nth(1).dblclick();
    await viewerOf(page).getByText('Choose at most 1 item.').waitFor();
    await expect(notChosen(page)).toHaveAttribute('aria-disabled', 'true');
    // On a phone, this and the name leave room for the buttons.
    await page.setViewportSize({ width: 375, height: 700 });
    await expect(viewerOf(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    await notChosen(page).click({ force: true });
    await page.keyboard.press('Escape');
    await dialogOf(page).getByText('1 of 1 chosen').waitFor();
  });
});

test.describe('where abs-picker begins', () => {
  const place = (page: Page, name: string) => dialogOf(page).getByRole('heading', { name, exact: true }).waitFor();

  async function close(page: Page): Promise<void> {
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
  }

  test('the dialog begins at the start, which people can leave, and later where they left', async ({ host }) => {
    const page = await host.open(pickerForm(), WIDE);
    await setPicker(page, { start: { node: 2 } });
    await openDialog(page);
    await place(page, 'img10');
    await dialogOf(page).locator('.total', { hasText: '3 items' }).waitFor();
    await close(page);
    await openDialog(page);
    await place(page, 'img10');
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive');
    await close(page);
    await page.reload();
    await setPicker(page, { start: { node: 2 } });
    await openDialog(page);
    await place(page, 'Archive');
    await dialogOf(page).getByRole('button', { name: 'All items' }).first().click();
    await place(page, 'All items');
    await close(page);
    await openDialog(page);
    await place(page, 'All items');
  });

  test('filters and order are remembered, and the text of a search is not', async ({ host }) => {
    const page = await host.open(pickerForm(), WIDE);
    await openDialog(page);
    const order = dialogOf(page).getByRole('combobox', { name: 'Sort by' });
    await order.selectOption('size-desc');
    await dialogOf(page)
      .getByRole('button', { name: /^Filters/ })
      .click();
    await dialogOf(page).getByRole('checkbox', { name: /^jpg/i }).click();
    const search = dialogOf(page).getByRole('combobox', { name: 'Search', exact: true });
    await search.fill('dawn');
    await dialogOf(page).getByRole('heading', { name: /dawn/ }).waitFor();
    await close(page);
    await openDialog(page);
    await place(page, 'All items');
    await dialogOf(page).getByRole('checkbox', { name: /^jpg/i, checked: true }).waitFor();
    await expect(search).toHaveValue('');
    await expect(order).toHaveValue('size-desc');
  });

  test('a picker with other limits has a place of its own', async ({ host }) => {
    const page = await host.open(pickerForm(), WIDE);
    await openDialog(page);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive');
    await close(page);
    for (const [limits, name] of [
      [{ accept: 'image', start: { node: 5 } }, 'Below img10'],
      [{ accept: '', filter: { node: 1 } }, 'Below img10'],
      [{ filter: undefined }, 'Archive'],
    ] as const) {
      await setPicker(page, limits);
      await openDialog(page);
      await place(page, name);
      await close(page);
    }
  });
});
