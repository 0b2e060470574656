/**
 * The tasks of docs/explanation/tasks-step-by-step.md on the demo, in the order there: none takes more clicks than that says. A
 * choice from a list counts as one, as do a tap and a press with a key held; what is typed doesn't count. With `SLOWER=4`, the
 * processor is four times slower, and each task prints how long its longest press took until the screen showed its effect.
 */
import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { NOW } from '../../service/test/support/sample.ts';
import { demoCatalogue } from './support/demo.ts';
import type { Host } from './support/host.ts';
import { basketOf, headingIs, PHONE, tileAt } from './support/page.ts';
import { dialogOf, entriesOf, pickerForm } from './support/picker.ts';
import { keepPresses, longestPress } from './support/presses.ts';
import { test } from './support/test.ts';

const SETTINGS = {
  ...{ ABS_ASSET_NAME_FIELD: 100, ABS_PIN_PARENT_NODE: 10, ABS_PIN_PER_MINUTE: 0, ABS_REVIEW_PER_MINUTE: 0 },
};
test.use({ service: { settings: SETTINGS, catalogue: demoCatalogue, sharedBy: 'tasks' } });
// The first one makes the demo.
test.describe.configure({ timeout: 300_000 });

const SLOWER = Number(process.env['SLOWER'] ?? 1);

/** What a person does: looks at the page, and clicks. */
interface Person {
  readonly page: Page;
  readonly host: Host;
  readonly click: (where: Locator, ...options: Parameters<Locator['click']>) => Promise<void>;
  readonly choose: (where: Locator, label: string) => Promise<void>;
  /** Searches, from the key `/`. */
  readonly search: (text: string) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
}

interface Task {
  readonly name: string;
  /** Most clicks. */
  readonly clicks: number;
  /** Where the page is opened. Default: with all items. */
  readonly at?: string;
  readonly isOnPhone?: boolean;
  run(person: Person): Promise<unknown>;
}

const viewer = (page: Page): Locator => page.locator('abs-viewer');
const filtersOf = (page: Page): Locator => page.locator('abs-facets');

/** Selects the items from the first to this one. */
async function selectUpTo({ page, click }: Person, last: number): Promise<void> {
  await click(tileAt(page, 0), { modifiers: ['Control'] });
  await click(tileAt(page, last), { modifiers: ['Shift'] });
  await page.getByRole('group', { name: `${last + 1} selected` }).waitFor();
}

const downloadOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Download' });

const TASKS: readonly Task[] = [
  {
    name: 'pictures in landscape format, of one year',
    clicks: 4,
    async run({ page, click, search, button }) {
      await search('velmara');
      await headingIs(page, 'Results for “velmara”');
      await click(button('Filters'));
      await click(button('Landscape'));
      await click(filtersOf(page).getByRole('button', { name: 'Date taken' }));
      await click(
        filtersOf(page)
          .getByRole('checkbox', { name: /^20\d\d/ })
          .first(),
      );
      await expect(page).toHaveURL(/orientation=landscape&date_105=|date_105=.*orientation=landscape/);
    },
  },
  {
    name: 'eight files as JPEG of 1,920 pixels in one ZIP, which the next download offers again',
    clicks: 4,
    at: '/#fileExtensions=jpg',
    async run(person) {
      const { page, click } = person;
      const openDownload = page.getByRole('group', { name: '8 selected' }).getByRole('button', { name: 'Download' });
      await selectUpTo(person, 7);
      await click(openDownload);
      await downloaded(page, () => click(downloadOf(page).getByRole('button', { name: /^Get “JPEG for screens/ })));
      await openDownload.click();
      await expect(page.getByRole('radio', { name: /^JPEG for screens/ })).toBeChecked();
    },
  },
  {
    name: 'a picture cropped to 16:9 at 1,920 pixels',
    clicks: 4,
    at: '/#ids=1000',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      await click(viewer(page).getByRole('button', { name: 'Download' }));
      await click(downloadOf(page).getByRole('button', { name: /^16:9 · 1920/ }));
      await downloaded(page, () => click(downloadOf(page).getByRole('button', { name: 'Download', exact: true })));
    },
  },
  {
    name: 'a link to five files that ends in 14 days',
    clicks: 4,
    at: '/#fileExtensions=jpg',
    async run(person) {
      const { page, click } = person;
      await selectUpTo(person, 4);
      await click(page.getByRole('group', { name: '5 selected' }).getByRole('button', { name: 'Share' }));
      await expect(page.getByRole('combobox', { name: 'Ends after' })).toHaveValue('14');
      await click(page.getByRole('button', { name: 'Create the link' }));
      await page.getByText('The link is ready.').waitFor();
    },
  },
  {
    name: 'films by their length',
    clicks: 2,
    async run({ page, click, button }) {
      await click(button('Filters'));
      await click(button('Under 1 minute'));
      await expect(tileAt(page, 0)).toBeVisible();
      await expect(page).toHaveURL(/#duration=under_1_minute/);
    },
  },
  {
    name: 'two versions side by side',
    clicks: 2,
    at: '/#ids=1001',
    async run({ page, click, host }) {
      const list = await fetch(`${host.app.url}/node.do?search=&extended=true&paginate=100`);
      const { data } = (await list.json()) as { data: readonly { id: number; version: number }[] };
      await page.goto(`${host.app.url}/?again#ids=${data.find(({ version }) => version > 1)?.id}`);
      await click(tileAt(page, 0));
      await click(page.getByRole('button', { name: 'Compare versions' }));
      await page.getByRole('slider', { name: /left version/ }).waitFor();
    },
  },
  {
    name: 'a file from its number',
    clicks: 2,
    async run({ page, click, search, button }) {
      await search('1000');
      await click(button(/^Number 1000: Hochkarn Range – /));
      await click(tileAt(page, 0));
      await page.getByRole('definition').getByText('1000', { exact: true }).waitFor();
    },
  },
  {
    name: 'three pictures for the form of a CMS',
    clicks: 5,
    async run({ host, click }) {
      const page = await host.open(pickerForm('multiple'), { viewport: { width: 1280, height: 800 } });
      await click(page.getByRole('button', { name: /^Picture / }));
      for (const position of [0, 1, 2]) await click(tileAt(page, position));
      await click(dialogOf(page).getByRole('button', { name: 'Choose 3 items' }));
      await expect.poll(async () => (await entriesOf(page)).length).toBe(3);
    },
  },
  {
    name: 'what is new this week',
    clicks: 2,
    async run({ page, click, button }) {
      await page.clock.setFixedTime(NOW);
      await click(button('Filters'));
      await click(button('7 days'));
      await expect(page).toHaveURL(/uploaded=2026-03-1[34]_/);
      await expect(tileAt(page, 0)).toBeVisible();
    },
  },
  {
    name: 'what has expired, as a list',
    clicks: 2,
    async run({ page, click, button }) {
      await click(button('Filters'));
      await click(button('Expired'));
      await expect(page).toHaveURL(/validity=expired/);
      await expect(tileAt(page, 0)).toHaveAccessibleName(/expired/i);
    },
  },
  {
    name: 'a picture that looks similar',
    clicks: 2,
    at: '/#ids=1026',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      await expect(page).toHaveURL(/asset=\d/);
      const { href } = new URL(page.url());
      await click(page.locator('abs-details .similar button').first());
      await expect(page).not.toHaveURL(href);
    },
  },
  {
    name: 'stars for a picture',
    clicks: 4,
    at: '/#ids=1001',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      await click(page.getByRole('button', { name: 'Write a review' }));
      await click(page.getByRole('radio', { name: '4 of 5 stars' }));
      await click(page.getByRole('button', { name: 'Send' }));
      await page.getByText('Your review is saved.').waitFor();
    },
  },
  {
    name: 'a search for a colleague',
    clicks: 0,
    async run({ page, search, host }) {
      await search('lake');
      await headingIs(page, 'Results for “lake”');
      await expect(page).toHaveURL(/#q=lake/);
      const other = await host.visit(page.url());
      await headingIs(other, 'Results for “lake”');
    },
  },
  {
    name: 'a picture on a phone, with its details',
    clicks: 2,
    isOnPhone: true,
    async run({ page, click }) {
      await click(tileAt(page, 0));
      await click(viewer(page).getByRole('button', { name: 'Details' }));
      await page.locator('abs-details').getByText('Copyright').first().waitFor();
    },
  },
  {
    name: 'a word with a slip of the finger',
    clicks: 1,
    async run({ page, click, search, button }) {
      await search('sunest');
      await click(button(/^sunset \(\d+\)$/));
      await headingIs(page, 'Results for “sunset”');
    },
  },
  {
    name: 'the newest first',
    clicks: 1,
    async run({ page, choose }) {
      await choose(page.getByRole('combobox', { name: 'Sort by' }), 'Newest first');
      await expect(page).toHaveURL(/#sort=uploaddate-desc/);
    },
  },
  {
    name: 'the folder of a picture, from a search',
    clicks: 2,
    async run({ page, click, search }) {
      await search('mug');
      await headingIs(page, 'Results for “mug”');
      await click(tileAt(page, 0));
      const shownIn = page.locator('abs-details section').filter({ hasText: 'Shown in' });
      const folder = shownIn.getByRole('button').last();
      const folderName = await folder.innerText();
      await click(folder);
      await headingIs(page, folderName.trim());
    },
  },
  {
    name: 'a page of a long document',
    clicks: 2,
    async run({ page, click, search }) {
      await search('handbook');
      await click(tileAt(page, 0));
      const field = page.getByRole('spinbutton', { name: 'Page' });
      await click(field);
      await field.fill('5');
      await field.press('Enter');
      await expect(page).toHaveURL(/page=5/);
    },
  },
  {
    name: 'a film',
    clicks: 2,
    at: '/#fileCategory=3',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      const film = page.locator('abs-viewer video');
      await film.waitFor();
      await click(film);
      await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
    },
  },
  {
    name: 'a 3D model, turned',
    clicks: 2,
    at: '/#fileCategory=6',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      await click(viewer(page).getByRole('button', { name: 'Turn in 3D' }));
      await viewer(page).getByRole('button', { name: 'Turn left' }).waitFor();
    },
  },
  {
    name: 'a contact sheet',
    clicks: 4,
    async run(person) {
      const { page, click } = person;
      await page.evaluate(() => {
        window.print = () => document.body.classList.add('printed');
      });
      await selectUpTo(person, 5);
      await click(page.getByRole('group', { name: '6 selected' }).getByRole('button', { name: 'Print' }));
      await click(page.getByRole('dialog', { name: /^Print/ }).getByRole('button', { name: 'Print', exact: true }));
      await page.locator('body.printed').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'the HTML of a picture for a web page',
    clicks: 2,
    at: '/#ids=1000',
    async run({ page, click }) {
      await click(tileAt(page, 0));
      const web = page.locator('abs-details section').filter({ hasText: 'Use on a web page' });
      await click(web.getByRole('button', { name: 'Copy' }).first());
      await web.getByText('Copied').waitFor();
    },
  },
];

/** Resolves when what was pressed has brought a file. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<void> {
  const file = page.waitForEvent('download', { timeout: 120_000 });
  await press();
  assert.equal(await (await file).failure(), null);
}

/** Resolves when the page has come to rest, as it does before a person presses. */
async function rested(page: Page): Promise<void> {
  if (SLOWER > 1) await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

for (const { name, clicks: most, at = '/', isOnPhone, run } of TASKS)
  test(`${name}: ${most === 1 ? '1 click' : `${most} clicks`}`, async ({ host }) => {
    const page = await host.visit(at, {
      viewport: isOnPhone ? PHONE : { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await tileAt(page, 0).waitFor();
    await basketOf(page).waitFor();
    if (SLOWER > 1) await keepPresses(page, SLOWER);
    let clicks = 0;
    await run({
      ...{ page, host },
      async click(where, ...options) {
        clicks += 1;
        await rested(page);
        await where.click(...options);
      },
      async choose(where, label) {
        clicks += 1;
        await where.selectOption(label);
      },
      async search(text) {
        await rested(page);
        await page.keyboard.press('/');
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      },
      button: (text) => page.getByRole('button', { name: text, exact: true }),
    });
    assert.ok(clicks <= most, `${clicks} clicks`);
    await rested(page);
    if (SLOWER > 1) console.log(`${await longestPress(page)} ms: ${name}`);
  });
