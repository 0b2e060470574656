/**
 * Takes pictures of the page of a running service that shows the demo, in three widths and both themes, to look at a change:
 * `npm run screenshots -- http://localhost:8080 DIR`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findProgram } from '../packages/service/src/platform/find-program.ts';

const WIDTHS = [
  [375, 740],
  [1280, 800],
  [1920, 1080],
] as const;

/** What can be seen, by the name of the picture: each opens the page at an address and does what a person would do. */
const SCENES: Readonly<Record<string, (page: Page, open: (hash: string) => Promise<void>) => Promise<unknown>>> = {
  start: async (_, open) => await open(''),
  search: async (page, open) => {
    await open('');
    const opener = page.getByRole('button', { name: 'Search' }).first();
    if (await opener.isVisible()) await opener.click();
    await page.getByRole('combobox', { name: 'Search' }).first().fill('lake');
    await page.getByRole('listbox', { name: /uggestions/ }).waitFor();
  },
  filters: async (page, open) => {
    await open('#fileCategory=1');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('checkbox').first().waitFor();
  },
  list: async (page, open) => {
    await open('#q=lake&sort=name-asc');
    await page.getByRole('button', { name: 'List', exact: true }).click();
  },
  picture: async (page, open) => await openFirst(page, open, '#fileExtensions=jpg'),
  document: async (page, open) => await openFirst(page, open, '#fileCategory=2'),
  film: async (page, open) => await openFirst(page, open, '#fileCategory=3'),
  sound: async (page, open) => await openFirst(page, open, '#fileCategory=4'),
  model: async (page, open) => await openFirst(page, open, '#fileCategory=6'),
  download: async (page, open) => {
    await openFirst(page, open, '#fileExtensions=jpg');
    await page.getByRole('button', { name: 'Download' }).first().click();
    await page.getByRole('radio').first().waitFor();
  },
  basket: async (page, open) => {
    await open('');
    const ids = await page.evaluate(async () => {
      const { data } = await (await fetch('node.do?search=&paginate=9')).json();
      return data.map(({ id }: { id: number }) => id).join('.');
    });
    await open(`?again#basket=${ids}`);
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  },
  nothing: async (_, open) => await open('#q=xyzzy'),
  gone: async (_, open) => await open('#asset=99999999'),
};

async function openFirst(page: Page, open: (hash: string) => Promise<void>, hash: string): Promise<void> {
  await open(hash);
  await page.locator('abs-grid [role=option]').first().click();
  await page.getByRole('dialog').waitFor();
}

const [address, folder] = process.argv.slice(2);
if (!address || !folder) throw new Error('usage: npm run screenshots -- ADDRESS DIR');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of WIDTHS)
    for (const [name, show] of Object.entries(SCENES)) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: 'en-GB' });
      const page = await context.newPage();
      const open = async (hash: string) => {
        await page.goto(new URL(hash, address).href);
        await page.locator('abs-grid').waitFor();
        await page.waitForLoadState('networkidle');
      };
      const file = join(folder, `${name}-${width}-${theme}.png`);
      try {
        await show(page, open);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(500);
      } catch (error) {
        console.error(`${file}: ${String(error).split('\n', 1)[0]}`);
      }
      await page.screenshot({ path: file });
      await context.close();
    }
await browser.close();
