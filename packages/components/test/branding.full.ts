/** The name and the logos of the operator on the page. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

test.describe('the logos of the page', () => {
  let folder: string;
  let host: PageHost;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'abs-logos-'));
    const [logo, dark] = [join(folder, 'logo.svg'), join(folder, 'dark.svg')];
    for (const file of [logo, dark])
      await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"/>');
    host = await openPageHost({
      ABS_BRANDING_NAME: 'Lake house',
      ABS_BRANDING_LOGO: logo,
      ABS_BRANDING_LOGO_DARK: dark,
    });
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until the logo is shown that lies at this path. */
  async function shows(page: Page, path: string): Promise<void> {
    await page.waitForFunction((end) => {
      const logo = document.querySelector('abs-page')?.shadowRoot?.querySelector<HTMLImageElement>('.brand img');
      return logo?.currentSrc.endsWith(end) && logo.naturalWidth > 0;
    }, path);
  }

  async function choose(page: Page, label: string): Promise<void> {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Appearance').selectOption({ label });
    await page.keyboard.press('Escape');
  }

  test('the logo follows the system, until somebody chooses an appearance, which is kept', async ({ host }) => {
    const page = await host.visit('/', { colorScheme: 'dark' });
    await shows(page, '/logo-dark');
    assert.deepEqual(await pageViolations(page), []);
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
});
