import type { Page } from '@playwright/test';

/** Requests of lists. */
export const LISTS = /node\.do\?.*search/;

/** A form with a picker, which has these attributes. */
export function pickerForm(attributes = ''): string {
  return `<form><fieldset><abs-catalogue src="$SERVICE"><abs-picker name="picture" label="Picture" ${attributes}></abs-picker></abs-catalogue></fieldset></form>`;
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Picture' });
export const tilesOf = (page: Page) => page.locator('abs-grid').getByRole('option');

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
