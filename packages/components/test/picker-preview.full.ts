import { expect, type Route } from '@playwright/test';
import { chooseOf, goToRelated, hold, lookAt, openDialog, pickerForm, setPicker, viewerOf } from './support/picker.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';

/** Searches that find out whether the picker accepts an asset. */
const CHECKS = /search_id=.*paginate=1(&|$)/;
const CHOOSE = { name: 'Choose', exact: true, disabled: false } as const;

const WIDE = { viewport: { width: 1280, height: 800 } };

test.describe('the preview of abs-picker', () => {
  test('while nobody knows if an asset is accepted, the picker says so; a press asks again', async ({ host }) => {
    const page = await host.open(pickerForm(), WIDE);
    await openDialog(page);
    await lookAt(page, 'dawn');
    const refuse = (route: Route) => refuseAsBusy(route, 3600);
    await page.route(CHECKS, refuse);
    await goToRelated(page, 'img10.png');
    await viewerOf(page)
      .getByText(/Try again in/)
      .waitFor();
    await page.unroute(CHECKS, refuse);
    const answer = await hold(page, CHECKS);
    await viewerOf(page).locator('.look').getByRole('button', { name: 'Try again', disabled: false }).press('Enter');
    await viewerOf(page).locator('#refusal', { hasText: 'Loading' }).waitFor();
    await expect(chooseOf(page)).toHaveAttribute('aria-disabled', 'true');
    answer();
    await viewerOf(page).getByRole('button', CHOOSE).press('Enter');
    await viewerOf(page).getByRole('button', { name: 'Chosen', exact: true }).waitFor();
  });

  test('with other limits, what is shown is checked again; a filter by IDs accepts no relation', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), WIDE);
    await lookAt(page, 'dawn');
    await viewerOf(page).getByRole('button', CHOOSE).waitFor();
    await setPicker(page, { filter: { ids: [1001] } });
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
    await setPicker(page, { filter: { ids: [1000] } });
    await viewerOf(page).getByRole('button', CHOOSE).waitFor();
    await goToRelated(page, 'img10.png');
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
  });
});
