import type { Locator, Page } from '@playwright/test';

/** Requests of lists. */
export const LISTS = /node\.do\?.*search/;

/** A form with a picker, which has these attributes. */
export function pickerForm(attributes = ''): string {
  return `<form><fieldset><abs-catalogue src="$SERVICE"><abs-picker name="picture" label="Picture" ${attributes}></abs-picker></abs-catalogue></fieldset></form>`;
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Picture' });
/** The tiles whose assets are known: the grey ones before them do nothing. */
export const tilesOf = (page: Pick<Page, 'locator'>): Locator => page.locator('abs-grid [role=option]:not(.empty)');

/** What the form would send. */
export async function entriesOf(page: Page): Promise<readonly unknown[]> {
  return await page.evaluate(() => new FormData(document.forms[0]).getAll('picture'));
}

/** Opens the dialog of the picker, and waits until something can be chosen. */
export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Picture / }).click();
  await tilesOf(page).first().waitFor();
}

/** Presses "Choose" in the popup of a picker, and waits until it has closed itself, which may end the press. */
export async function choose(popup: Page): Promise<void> {
  const closed = popup.waitForEvent('close');
  const press = popup.getByRole('button', { name: 'Choose', exact: true }).click();
  await Promise.race([closed, Promise.all([press, closed])]);
  await press.catch(() => {});
}

/** Holds the requests that a pattern finds, until the function that is returned lets them go on. */
export async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

export const viewerOf = (page: Page) => page.locator('abs-viewer');

/** The button that chooses the asset that is shown large. */
export const chooseOf = (page: Page) => viewerOf(page).getByRole('button', { name: /^Cho(ose|sen)$/ });

/** The button that confirms the choice of the dialog. */
export const confirmOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Choose( \d+ items?)?$/ });

/** Sets properties of the picker. */
export async function setPicker(page: Page, properties: Readonly<Record<string, unknown>>): Promise<void> {
  await page
    .locator('abs-picker')
    .first()
    .evaluate((picker, given) => void Object.assign(picker, given), properties);
}

/** Doubly clicks the tile of this name, and waits until its asset is shown large. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await tilesOf(page).and(page.getByRole('option', { name })).dblclick();
  await chooseOf(page).waitFor();
}

/** Presses the button of a related asset in the details that are shown. */
export async function goToRelated(page: Page, name: string): Promise<void> {
  await page.locator('abs-details').getByRole('button', { name }).first().click();
}
