/** Downloads, crops, links and the list of the expired take few clicks, typing not counted. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { importSample, SAMPLE } from '../../service/test/support/sample.ts';
import type { Host } from './support/host.ts';
import { allThere, tileAt } from './support/page.ts';
import { test } from './support/test.ts';

const FOLDER = 5;
const FIRST = 3000;

/** The sample, with eight large pictures, of which one has expired, and a format to crop and resize. */
async function prepare(data: string): Promise<void> {
  const bundle = newFolder();
  await cp(SAMPLE, bundle, { recursive: true });
  const catalogue = JSON.parse(await readFile(join(bundle, 'catalogue.json'), 'utf8'));
  const convert = { to: 'jpg', quality: 80 };
  const crop = { id: 9, name: 'Cut-out', categories: ['IMAGE'], editable: true, resizeable: true, convert };
  catalogue.download_formats.push(crop);
  for (let number = 1; number <= 8; number += 1) {
    const file = `files/harbour ${number}.png`;
    const background = { r: 30 * number, g: 90, b: 120 };
    await sharp({ create: { width: 2400, height: 1800, channels: 3, background } }).toFile(join(bundle, file));
    const until = number === 8 && { valid_until: '2020-01-01' };
    catalogue.assets.push({ id: FIRST + number, file, nodes: [FOLDER], ...until });
  }
  await writeFile(join(bundle, 'catalogue.json'), JSON.stringify(catalogue));
  await importSample(data, bundle);
}

test.use({
  service: { catalogue: prepare, settings: { ABS_PIN_PARENT_NODE: '20', ABS_VALIDITY_DOWNLOAD: 'allow' } },
});

/** Opens the list of the eight pictures, and counts clicks. */
async function counting(host: Host, path = '/#q=harbour') {
  const page = await host.visit(path);
  await allThere(page);
  let clicks = 0;
  const click = async (locator: Locator, options?: Parameters<Locator['click']>[0]) => {
    clicks += 1;
    await locator.click(options);
  };
  /** Selects the first ones, with two clicks. */
  const select = async (count: number) => {
    await click(tileAt(page, 0).locator('.check'));
    await click(tileAt(page, count - 1), { modifiers: ['Shift'] });
    await page.getByText(`${count} selected`).first().waitFor();
  };
  const act = (name: string) => click(page.locator('.selection').getByRole('button', { name }));
  return { page, click, select, act, clicks: () => clicks };
}

const start = (page: Page) => page.locator('abs-download').getByRole('button', { name: 'Download', exact: true });

async function saved(page: Page, act: Promise<void>): Promise<{ readonly name: string; readonly path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

test('8 as JPEG in one ZIP take four clicks once the format is remembered, and say how many are ready', async ({
  host,
}) => {
  const first = await counting(host);
  await first.select(8);
  await first.act('Download');
  await first.click(first.page.getByRole('radio', { name: 'Web' }));
  await saved(first.page, first.click(start(first.page)));
  assert.equal(first.clicks(), 5);

  await first.page.reload();
  await allThere(first.page);
  const before = first.clicks();
  await first.select(8);
  await first.act('Download');
  await first.page.getByRole('radio', { name: 'Web', checked: true }).waitFor();
  let held = 0;
  const release = Promise.withResolvers<void>();
  await first.page.route(/[?&]download=/, async (route) => {
    held += 1;
    if (held > 3) await release.promise;
    await route.fallback();
  });
  const zip = saved(first.page, first.click(start(first.page)));
  await first.page.getByRole('region', { name: 'Downloads' }).getByText('3 of 8').waitFor();
  release.resolve();
  const { name, path } = await zip;
  assert.match(name, /^harbour \d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(path);
  for (let number = 1; number <= 8; number += 1) assert.ok(bytes.includes(`harbour ${number}.jpg`));
  assert.equal(first.clicks() - before, 4);
});

test('a crop of 16:9 with 1920 pixels takes four clicks, and its name says so', async ({ host }) => {
  const { page, click, clicks } = await counting(host);
  await click(tileAt(page, 0));
  await click(page.locator('abs-viewer').getByRole('button', { name: 'Download', exact: true }));
  await click(page.getByRole('button', { name: '16:9 · 1920 × 1080' }));
  await page.getByText('Gives 1,920 × 1,080 pixels.').waitFor();
  const { name, path } = await saved(page, click(start(page)));
  assert.equal(name, 'harbour 1 16x9 1920x1080.jpg');
  const { width, height } = await sharp(path).metadata();
  assert.deepEqual([width, height], [1920, 1080]);
  assert.equal(clicks(), 4);
  // The tray is above the viewer, too.
  await page.locator('abs-viewer').getByRole('region', { name: 'Downloads' }).getByText('Downloaded.').waitFor();
});

test('a link to 5 that ends takes four clicks', async ({ host }) => {
  const { page, click, select, act, clicks } = await counting(host);
  await select(5);
  await act('Share');
  await page.getByText(/^Valid until/).waitFor();
  await click(page.getByRole('button', { name: 'Create the link' }));
  const link = await page.getByRole('textbox', { name: 'Link to share' }).inputValue();
  assert.ok((await (await fetch(link)).text()).includes('harbour 5'));
  assert.equal(clicks(), 4);
});

test('the expired as a list take two clicks', async ({ host }) => {
  const { page, click, clicks } = await counting(host);
  await click(page.getByRole('button', { name: 'Filters' }));
  await click(page.getByRole('button', { name: 'Expired', exact: true }));
  await page.getByText('1 item', { exact: true }).first().waitFor();
  await tileAt(page, 0)
    .and(page.getByRole('option', { name: /harbour 8/ }))
    .waitFor();
  assert.equal(clicks(), 2);
});
