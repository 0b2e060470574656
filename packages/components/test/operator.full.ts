/** What operators configure of the page and the picker: the name, the logos, and the fields that name assets. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import type {} from '../src/abs-picker.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test('the logo follows the system, until somebody chooses an appearance, which is kept', async ({ openHost }) => {
  const folder = newFolder();
  const [logo, dark] = [join(folder, 'logo.svg'), join(folder, 'dark.svg')];
  for (const file of [logo, dark])
    await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"/>');
  const settings = { ABS_BRANDING_NAME: 'Lake house', ABS_BRANDING_LOGO: logo, ABS_BRANDING_LOGO_DARK: dark };
  const host = await openHost(settings);
  /** Waits until the logo is shown that lies at this path. */
  const shows = (page: Page, path: string) =>
    page.waitForFunction((end) => {
      const image = document.querySelector('abs-page')?.shadowRoot?.querySelector<HTMLImageElement>('.brand img');
      return image?.currentSrc.endsWith(end) && image.naturalWidth > 0;
    }, path);
  const choose = async (page: Page, label: string) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Appearance').selectOption({ label });
    await page.keyboard.press('Escape');
  };
  const page = await host.visit('/', { colorScheme: 'dark' });
  await shows(page, '/logo-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await shows(page, '/logo');
  await choose(page, 'Dark');
  await shows(page, '/logo-dark');
  await page.reload();
  await shows(page, '/logo-dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose(page, 'Light');
  await shows(page, '/logo');
});

test.describe('configured names and alternative texts', () => {
  // A season in place of file names, and titles as alternative texts.
  test.use({ service: { settings: { ABS_ASSET_NAME_FIELD: 105, ABS_ASSET_ALT_FIELD: 100 } } });

  test('the page shows the names, and tells screen readers the alternative texts', async ({ host }) => {
    const page = await host.visit('/#ids=1000.1001');
    await page.getByRole('option', { name: 'Summer, Dawn, Image' }).click();
    await page.getByRole('heading', { name: 'Summer', level: 2 }).first().waitFor();
    await page.getByRole('img', { name: 'Dawn', exact: true }).first().waitFor();
    const other = await host.visit('/#asset=1002');
    await other.locator('abs-details').getByRole('img', { name: 'Dawn', exact: true }).waitFor();
    // A file without such values keeps its name.
    await other.getByRole('img', { name: 'img10.png' }).first().waitFor();
    const searched = await host.visit('/');
    await searched.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await searched
      .locator('abs-search')
      .getByRole('option', { name: /Summer/ })
      .waitFor();
    const body = '<abs-catalogue src="$SERVICE" locale="en"><abs-download inline></abs-download></abs-catalogue>';
    const download = await host.open(body);
    await set(download, 'abs-download', { ids: [1000, 1002] });
    await download.getByText('Choose the format of each item').click();
    await download.getByLabel('Format of Summer').waitFor();
  });

  test('a picker returns the alternative text, or that of its own field', async ({ host }) => {
    const page = await host.open(
      `<abs-catalogue src="$SERVICE" locale="en"><abs-picker label="Pictures" multiple selected="1000"></abs-picker></abs-catalogue>`,
    );
    const told = await listenTo(page, 'abs-pick');
    const pick = async (attributes: Record<string, string>) => {
      const picker = page.locator('abs-picker');
      await picker.evaluate((element, given) => {
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
        void (element as HTMLElementTagNameMap['abs-picker']).open();
      }, attributes);
      await page.getByRole('dialog').getByRole('button', { name: 'Choose 1 item' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const picks = (await told('abs-pick')) as unknown as { assets: { alt: string; rights: string }[] }[];
      const [asset] = picks.at(-1)?.assets ?? [];
      return [asset?.alt, asset?.rights];
    };
    assert.deepEqual(await pick({}), ['Dawn', '']);
    assert.deepEqual(await pick({ 'alt-field': 'info_105', 'rights-field': 'info_100' }), ['Summer', 'Dawn']);
  });
});
