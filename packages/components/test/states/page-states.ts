import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type {} from '../../src/abs-facets.ts';
import { forbid, hang, refuse } from '../support/answers.ts';
import { emptyCatalogue } from '../support/empty-catalogue.ts';
import { guardedService, TOKEN } from '../support/guarded.ts';
import type { Host } from '../support/host.ts';
import { prepareKeywords } from '../support/keyword-tree.ts';
import { serviceWithLogin } from '../support/login.ts';
import { MARKUP_NAME, prepareNodes } from '../support/many-nodes.ts';
import { prepareYears } from '../support/many-values.ts';
import { allThere, basketOf, closeDialog, PHONE, tileAt } from '../support/page.ts';
import { passUntil } from '../support/pass-until.ts';
import { PINS } from '../support/pins.ts';
import { type State, stateOf } from './state.ts';

/** How a state of the page is reached. */
interface OfPage extends BrowserContextOptions {
  /** Address below that of the service. Default: that of all items. */
  readonly at?: string;
  readonly service?: State['service'];
  /** Changes what the service answers, before the page is opened. */
  prepare?(page: Page): Promise<unknown>;
  /** What the person does, once everything is there, or what else is waited for. */
  act?(page: Page, host: Host): Promise<unknown>;
  /** What is on the screen in the end. */
  shown(page: Page): Locator;
}

function ofPage(name: string, { at = '/', service, prepare, act, shown, ...options }: OfPage): State {
  return {
    ...{ name, isWholePage: true, ...(service && { service }) },
    async reach(host) {
      // Without motion, colours change at once.
      const page = await host.visit('about:blank', { reducedMotion: 'reduce', ...options });
      await prepare?.(page);
      await page.goto(host.app.url + at);
      await act?.(page, host);
      await shown(page).first().waitFor();
      return page;
    },
  };
}

/** A state of an element as high as a narrow screen, on a page of others. */
function ofElement(
  name: string,
  element: string,
  service: NonNullable<State['service']>,
  act: (page: Page) => Promise<void>,
): State {
  const body = `<abs-catalogue src="$SERVICE" locale="en"><div>${element}</div></abs-catalogue>`;
  const open = (host: Host) => host.open(body, { viewport: { width: 320, height: 900 }, reducedMotion: 'reduce' });
  return stateOf(name, service, open, async (page) => {
    await page.locator('abs-catalogue > div').evaluate((box: HTMLElement) => box.style.setProperty('height', '95vh'));
    await act(page);
  });
}

const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click();
const openSettings = (page: Page) => page.getByRole('button', { name: 'Settings' }).click();
const openFacet = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const FORBIDDEN = /node\.do\?.*(?:search|tree=-1)/;

/** States of the page, and of the elements around a list: search, facets, tree. */
export const PAGE_STATES: readonly State[] = [
  ofPage('a page with a selection, its tree and its open filters', {
    at: '/#fileExtensions=jpg',
    async act(page) {
      await allThere(page);
      await openFilters(page);
      await page.getByRole('checkbox', { name: /^jpg/ }).waitFor();
      await page.locator('abs-grid').evaluate((grid) => grid.focus());
      await page.keyboard.press('Space');
    },
    shown: (page) => page.getByText('1 selected'),
  }),
  ofPage('a page with its tree on a phone', {
    viewport: PHONE,
    async act(page) {
      await basketOf(page).waitFor();
      await page.getByRole('button', { name: 'Folders and keywords' }).click();
    },
    shown: (page) => page.getByRole('dialog').getByRole('treeitem', { name: 'Archive' }),
  }),
  ofPage('a page with suggestions above rows', {
    async act(page) {
      await allThere(page);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search' }).fill('app');
    },
    shown: (page) => page.getByRole('option', { name: 'Applewood' }),
  }),
  ofPage('a page with the columns of its list', {
    async act(page) {
      await allThere(page);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
    },
    shown: (page) => page.getByRole('checkbox', { name: 'Season' }),
  }),
  ofPage('a page whose list has the headings of its dates, on a phone', {
    at: '/#sort=uploaddate-desc',
    viewport: PHONE,
    shown: (page) => page.locator('abs-grid .heading'),
  }),
  ofPage('a page with a link to a selection, which has been made, on a phone', {
    service: PINS,
    viewport: PHONE,
    async act(page) {
      await tileAt(page, 1).locator('.check').click();
      await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Create the link' }).click();
    },
    shown: (page) => page.locator('.qr svg'),
  }),
  ofPage('a page with its settings', {
    async act(page) {
      await allThere(page);
      await openSettings(page);
    },
    shown: (page) => page.getByLabel('Appearance'),
  }),
  ofPage('a page with the list of its keys, on a phone', {
    viewport: PHONE,
    async act(page) {
      await basketOf(page).waitFor();
      await page.keyboard.press('?');
    },
    shown: (page) => page.getByRole('dialog', { name: 'Keys' }).getByText('Select all'),
  }),
  ofPage('a page with a search that finds nothing and the ways on, on a phone', {
    at: '/#node=3&q=dawn%20turned&fileExtensions=png',
    viewport: PHONE,
    act: (page) => basketOf(page).waitFor(),
    shown: (page) => page.getByRole('button', { name: 'Search for any of these words' }),
  }),
  ofPage('a page of a place that does not exist', {
    at: '/#node=987654',
    act: (page) => basketOf(page).waitFor(),
    shown: (page) => page.getByText('This place does not exist'),
  }),
  ofPage('a page with a shared basket beside an own one', {
    at: '/#basket=1000',
    async act(page, host) {
      await page.getByRole('dialog', { name: 'Basket' }).getByRole('listitem').waitFor();
      await closeDialog(page);
      await page.goto(`${host.app.url}/#basket=1001,1002`);
    },
    shown: (page) => page.getByRole('dialog', { name: 'A shared basket' }).locator('li:nth-of-type(2) img'),
  }),
  ofPage('a page of an empty catalogue', {
    service: { catalogue: emptyCatalogue },
    shown: (page) => page.getByText('The catalogue has no items yet'),
  }),
  ofPage('a page that asks to sign in, with a link', {
    service: serviceWithLogin,
    shown: (page) => page.getByRole('link', { name: 'Sign in at' }),
  }),
  ofPage('a page that asks for another token above a list that is forbidden', {
    at: `/?token=${TOKEN}`,
    service: guardedService,
    prepare: (page) => forbid(page, FORBIDDEN),
    act: (page) => page.locator('abs-grid').getByRole('button', { name: 'Sign in' }).click(),
    shown: (page) => page.getByRole('dialog', { name: 'You may not see this' }).getByLabel('Access token'),
  }),
  ofPage('a page without its scripts', {
    prepare: (page) => page.route(/elements\/shared\/page-\w+\.js$/, (route) => route.abort()),
    shown: (page) => page.getByRole('button'),
  }),
  ofPage('a page whose service cannot be reached', {
    prepare: (page) => page.route(/node\.do\?.*about=/, (route) => route.abort()),
    // axe takes a page without a background to be white, also in the dark.
    act: (page) => page.locator('html').evaluate((root) => root.style.setProperty('background', 'Canvas')),
    shown: (page) => page.getByRole('main').getByText('The catalogue cannot be reached'),
  }),
  ofPage('a page that lost its service while somebody chose another language', {
    async act(page) {
      await allThere(page);
      await page.route(/\.do\?/, (route) => route.abort());
      await openSettings(page);
      await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    },
    shown: (page) => page.getByRole('dialog', { name: 'Der Katalog ist nicht erreichbar' }),
  }),
  ofPage('a page with a list, a tree and filters that do not come', {
    async prepare(page) {
      await page.clock.install();
      await hang(page, /search_text_or_mode|search_facets|depth=1/);
    },
    async act(page) {
      await openFilters(page);
      for (const element of ['abs-grid', 'abs-tree'])
        await passUntil(page, page.locator(element).getByText('taking a long time'));
    },
    shown: (page) => page.locator('abs-facets').getByText('taking a long time'),
  }),
  ofPage('a page with a list whose service is busy', {
    async act(page) {
      await allThere(page);
      await refuse(page, /search_text_or_mode/, Number.POSITIVE_INFINITY, 600);
      await page.getByRole('treeitem', { name: 'Archive' }).click();
    },
    shown: (page) => page.locator('abs-grid').getByText('The catalogue is busy'),
  }),
  ofElement(
    'a tree with odd names, and a branch that cannot be loaded',
    '<abs-tree></abs-tree>',
    { catalogue: prepareNodes },
    async (page) => {
      const row = (name: string) => page.getByRole('treeitem', { name });
      await row('Odd names').click();
      await row(MARKUP_NAME).waitFor();
      await page.route(/tree=2000\d/, (route) => route.fulfill({ status: 500, body: 'no' }));
      await row('Level 1').locator('.twist').click();
      await row('Level 2').locator('.twist.opens').click();
      await row('Could not be loaded. Try again').waitFor();
    },
  ),
  ofElement(
    'filters with values, a range of dates that is refused, and a date that cannot be counted',
    '<abs-facets></abs-facets>',
    { catalogue: prepareYears },
    async (page) => {
      await page.getByRole('checkbox', { name: /^jpg/ }).check();
      await openFacet(page, 'Uploaded');
      await page.getByRole('checkbox', { name: /^2019/ }).check();
      const uploaded = page.getByRole('group', { name: 'Uploaded', exact: true });
      await uploaded.getByLabel('Until').fill('2018-06-30');
      await uploaded.getByLabel('Until').blur();
      await page.getByText('The first day is after the last one').waitFor();
      await page.route(/sort_order=lastmodified/, (route) => route.abort());
      await openFacet(page, 'Modified');
      await page.getByText('The catalogue cannot be reached').waitFor();
    },
  ),
  ofElement(
    'filters with a tree of keywords, of which one branch cannot be loaded',
    '<abs-facets></abs-facets>',
    { settings: { ABS_FACETS_LIMIT: '20' }, catalogue: prepareKeywords },
    async (page) => {
      await openFacet(page, 'Keywords');
      await openFacet(page, 'What is in Creators');
      await page.getByRole('checkbox', { name: /^Painters/ }).waitFor();
      await page.route(/tree=\d/, (route) => route.fulfill({ status: 500, body: 'no' }));
      await openFacet(page, 'What is in Decades');
      await page.getByText('Could not be loaded.').waitFor();
    },
  ),
];
