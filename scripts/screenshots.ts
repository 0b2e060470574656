/**
 * Takes pictures of the pages of a running service that shows the demo, in three widths and both themes, to look at a change:
 * `npm run screenshots -- http://localhost:8080 DIR`, perhaps with the names of scenes. The service must run with
 * `ABS_PICKER_ORIGINS=http://localhost:8099` for the scene of its `/picker`, and `ABS_PIN_PARENT_NODE=10` for that of a PIN, which
 * each picture makes.
 */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { findProgram } from '../packages/core/src/platform/find-program.ts';

const WIDTHS = [
  [375, 740],
  [1280, 800],
  [1920, 1080],
] as const;

/** A site of this machine, whose page shows the picker of the service in a frame that fills it. */
const SITE = 'http://localhost:8099';

/** Opens an address below that of the service, and waits until an element is there: a list, unless another one is named. */
type Open = (path: string, element?: string) => Promise<void>;

/** What can be seen, by the name of the picture: each opens the page at an address and does what a person would do. */
const SCENES: Readonly<Record<string, (page: Page, open: Open) => Promise<unknown>>> = {
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
  'facet-tree': async (page, open) => {
    await open('');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const opener = page.getByRole('button', { name: 'Keywords', exact: true });
    await opener.waitFor();
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const group = page.getByRole('group', { name: 'Keywords', exact: true });
    await group
      .getByRole('button', { name: /^What is in/ })
      .first()
      .click();
    await group.locator('[role=listitem][aria-level="2"]').nth(1).scrollIntoViewIfNeeded();
    await group.getByRole('checkbox').nth(1).click();
    await page
      .getByRole('button', { name: /^Remove filter/ })
      .first()
      .waitFor();
  },
  chips: async (_, open) =>
    await open('#q=lake&fileCategory=1&fileExtensions=jpg&uploaded=2015-01-01_', 'abs-chips button'),
  tree: async (page, open) => {
    await open('');
    const drawer = page.getByRole('button', { name: 'Folders and keywords' });
    if (await drawer.isVisible()) await drawer.click();
    await page.locator('[role=treeitem][aria-expanded=false] .twist').first().click();
    await page.locator('[role=treeitem][aria-level="2"]').first().waitFor();
  },
  selection: async (page, open) => {
    await open('');
    for (const position of [0, 2, 3])
      await page.locator(`abs-grid #tile-${position}:not(.empty)`).click({ modifiers: ['Control'] });
    await page.getByRole('group', { name: '3 selected' }).waitFor();
  },
  list: async (page, open) => {
    await open('#q=lake&sort=name-asc');
    const sheet = page.getByRole('button', { name: 'Order and view' });
    if (await sheet.isVisible()) await sheet.click();
    await page.getByRole('button', { name: 'List', exact: true }).click();
  },
  picture: async (page, open) => await openFirst(page, open, '#fileExtensions=jpg'),
  document: async (page, open) => await openFirst(page, open, '#fileCategory=2'),
  film: async (page, open) => await openFirst(page, open, '#fileCategory=3'),
  sound: async (page, open) => await openFirst(page, open, '#fileCategory=4'),
  model: async (page, open) => await openFirst(page, open, '#fileCategory=6'),
  details: async (page, open) => {
    await open('');
    await open(`?again#asset=${await assetWithMost(page)}`);
    const details = page.getByRole('region', { name: 'Details' });
    await page.getByRole('dialog').locator('img').first().waitFor();
    if (!(await details.isVisible())) await page.keyboard.press('i');
    const heading = page.locator('abs-details').getByRole('heading', { name: 'Versions' });
    await heading.evaluate((element) => element.scrollIntoView());
    await page.locator('abs-details .reviews').waitFor();
    await heading.evaluate((element) => element.scrollIntoView());
  },
  download: async (page, open) => {
    await openFirst(page, open, '#fileExtensions=jpg');
    await page.getByRole('button', { name: 'Download' }).first().click();
    await page.getByRole('radio').first().waitFor();
  },
  pin: async (page, open) => {
    await openFirst(page, open, '#fileExtensions=jpg');
    const share = page.getByRole('button', { name: 'Share' }).first();
    if (!(await share.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await share.click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText(/^Its PIN is/).waitFor();
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
  'sign-in': async (page, open) => {
    const refusal = { version: 2, status: 401, data: null, code: 'token_missing', message: 'A token is needed.' };
    await page.route('**/node.do?*', (route) => route.fulfill({ status: 401, json: refusal }));
    await open('', 'input[type=password]');
  },
  picker: async (page, open) => {
    await open('docs/elements', '#article abs-picker button');
    await page.locator('#article abs-picker button').first().click();
    await chooseThree(page.getByRole('dialog'));
  },
  'picker-page': async (page) => {
    await page.goto(SITE);
    await page.evaluate(
      async (service) => {
        const { openPicker } = await import(`${service}elements/open-picker.js`);
        const container = document.querySelector('div');
        void openPicker({ service, container, multiple: true, max: 5, label: 'Pictures of the article', locale: 'en' });
      },
      new URL(address ?? '').href,
    );
    await chooseThree(page.frameLocator('iframe').getByRole('dialog'));
  },
};

/** Chooses three assets in a picker. */
async function chooseThree(dialog: Locator): Promise<void> {
  for (const position of [0, 1, 3]) await dialog.locator(`abs-grid #tile-${position}:not(.empty)`).click();
  await dialog.getByRole('button', { name: 'Choose 3 items' }).waitFor();
}

/** ID of the first asset that has more than one version, and reviews. */
async function assetWithMost(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const ask = async (query: string) => (await (await fetch(query)).json()).data;
    const assets: readonly { id: number; version: number }[] = await ask('node.do?search=&extended=true&paginate=500');
    for (const { id, version } of assets)
      if (version > 1 && (await ask(`review.do?get=${id}`)).reviewList.length > 0) return id;
    throw new Error('no asset has versions and reviews');
  });
}

async function openFirst(page: Page, open: Open, hash: string): Promise<void> {
  await open(hash);
  await page.locator('abs-grid [role=option]').first().click();
  await page.getByRole('dialog').waitFor();
}

const [address, folder, ...wanted] = process.argv.slice(2);
if (!address || !folder) throw new Error('usage: npm run screenshots -- ADDRESS DIR [SCENE …]');
mkdirSync(folder, { recursive: true });
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><title>CMS</title><body style="margin: 0"><div style="height: 100vh"></div>');
}).listen(Number(new URL(SITE).port), 'localhost');
const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of WIDTHS)
    for (const [name, show] of Object.entries(SCENES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: 'en-GB' });
      const page = await context.newPage();
      const open: Open = async (path, element = 'abs-grid') => {
        await page.goto(new URL(path, address).href);
        await page.locator(element).first().waitFor();
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
site.close();
