import type { Page } from '@playwright/test';
import type { AbsViewer } from '../../src/abs-viewer.ts';
import { forbid } from '../support/answers.ts';
import { GUARDED, TOKEN } from '../support/guarded.ts';
import type { HostPageOptions } from '../support/host.ts';
import { FIRST_ID, MANY_NODE, manyAssets } from '../support/many-assets.ts';
import { type OpenGrid, openGrid } from '../support/open-grid.ts';
import { openViewer, positioned, shownPicture, type Viewing } from '../support/open-viewer.ts';
import { dialogOf, goToRelated, LISTS, lookAt, openDialog, pickerForm, tilesOf, viewerOf } from '../support/picker.ts';
import { CHANGED, PAGES, VIEWED, viewerCatalogue } from '../support/viewer-catalogue.ts';
import { type State, stateOf } from './state.ts';

/** A page that is light or dark, as the person wants. */
const head = '<meta name="color-scheme" content="light dark">';
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

type Shown = (page: Page) => Promise<unknown>;

const QUERY = { node: MANY_NODE };
const NOTHING = { ...QUERY, text: 'nosuchword' };
const TOTAL = PAGES.toLocaleString('en');

/** A state of a grid. `catalogue` has its assets. */
const ofGrid = (
  name: string,
  [properties, options = {}]: readonly [Parameters<typeof openGrid>[1], HostPageOptions?],
  shown: (grid: OpenGrid) => Promise<unknown>,
  catalogue = manyAssets,
): State => ({
  ...{ name, service: { catalogue } },
  async reach(host) {
    const grid = await openGrid(host, { query: QUERY, ...properties }, { head, ...options });
    await shown(grid);
    return grid.page;
  },
});

const GRID_STATES: readonly State[] = [
  ofGrid(
    'a list with captions, of which some are chosen, on a narrow screen',
    [{ captions: true, selected: [FIRST_ID + 1, FIRST_ID + 2] }, { viewport: NARROW }],
    ({ tile }) => tile(2).locator('img, .card').waitFor(),
  ),
  ofGrid(
    'a list as lines, with the position that the scrubber names',
    [{ view: 'list', selected: [FIRST_ID] }],
    async ({ page, tile }) => {
      await tile(0).locator('img, .card').waitFor();
      const { x, y } = (await page.getByRole('slider').boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 10, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + 10, y + 100, { steps: 3 });
      await page.locator('.bubble').waitFor();
    },
  ),
  ofGrid(
    'a list with a document of many pages between pictures',
    [{ query: { ids: [VIEWED.document, CHANGED.id] } }, { viewport: NARROW }],
    ({ page }) => page.getByRole('option', { name: `pages.pdf, Document, ${TOTAL} pages` }).waitFor(),
    viewerCatalogue,
  ),
  ofGrid('a list that is empty', [{ query: NOTHING }], ({ page }) => page.getByText('No items match').waitFor()),
  ofGrid('a list that has failed, with a button that tries again', [{ query: NOTHING }], async ({ page, set }) => {
    await page.getByText('No items match').waitFor();
    await page.route(LISTS, (route) => route.abort());
    await set({ query: QUERY });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
];

const ofViewer = (name: string, ids: readonly number[], options: Viewing, shown: Shown) =>
  stateOf(name, { catalogue: viewerCatalogue }, (host) => openViewer(host, ids, { head, ...options }), shown);

const VIEWER_STATES: readonly State[] = [
  ofViewer(
    'a picture with a long name and details of the page beside it',
    [VIEWED.photo, VIEWED.hostile],
    { attributes: 'opened aside', inside: '<p slot="aside">Facts</p>', properties: { position: 1 } },
    async (page) => {
      await positioned(page, '2 of 2');
      await page.getByText('Facts').waitFor();
    },
  ),
  ofViewer(
    'an enlarged picture with buttons that move it, on a narrow screen',
    [VIEWED.photo],
    { viewport: NARROW },
    async (page) => {
      await shownPicture(page).waitFor();
      await page.keyboard.press('+');
      await page.getByRole('group', { name: 'Part of the picture' }).waitFor();
    },
  ),
  ofViewer('a document with its pages', [VIEWED.document], {}, async (page) => {
    await page.getByText(`of ${TOTAL}`, { exact: true }).waitFor();
    await page.locator('abs-viewer .page img').first().waitFor();
  }),
  ofViewer('a film whose scenes and captions have failed', [VIEWED.film], { attributes: 'aside' }, async (page) => {
    await page.route(/strip=true|relations=/, (route) => route.abort());
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    await page.getByText('The scenes could not be loaded.').waitFor();
  }),
  ofViewer('a film with its chapters, on a narrow screen', [VIEWED.told], { viewport: NARROW }, (page) =>
    page.getByRole('combobox', { name: 'Chapter' }).waitFor(),
  ),
  ofViewer('a sound with its waveform', [VIEWED.sound], {}, (page) => page.locator('abs-viewer .bars').waitFor()),
  ofViewer(
    'an older version that is compared with the current one',
    [CHANGED.id],
    { properties: { version: CHANGED.old } },
    async (page) => {
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.locator('abs-viewer .over img').first().waitFor();
    },
  ),
  ofViewer(
    'an asset that is gone, in a viewer within the page',
    [],
    { attributes: 'inline', properties: { asset: { id: 99_999, type: 1, name: 'deleted.jpg', version: 1 } } },
    (page) => page.getByText('It was deleted, or you may not see it').waitFor(),
  ),
];

const ofPicker = (name: string, attributes: string, shown: Shown, viewport = WIDE, service: State['service'] = {}) =>
  stateOf(name, service, (host) => host.open(pickerForm(attributes), { head, viewport }), shown);

/** Presses the field, and does not wait for assets. */
const pressField = (page: Page) => page.getByRole('button', { name: /^Picture / }).click();

const PICKER_STATES: readonly State[] = [
  ofPicker('the field of a picker with a choice of which a part is gone', 'multiple selected="1000,999999"', (page) =>
    page.getByText('1 chosen item was deleted, or you may not see it.').waitFor(),
  ),
  ofPicker(
    'the dialog of a picker with a choice, filters and folders',
    'multiple max="3" selected="1000,1002"',
    async (page) => {
      await openDialog(page);
      await page.getByRole('treeitem').first().waitFor();
      await dialogOf(page)
        .getByRole('button', { name: /^Filters/ })
        .click();
      await dialogOf(page).getByRole('checkbox', { name: /^jpg/i }).waitFor();
      await dialogOf(page).locator('.tray img').first().waitFor();
    },
  ),
  ofPicker(
    'the folders of a picker on a phone',
    '',
    async (page) => {
      await openDialog(page);
      await dialogOf(page).getByRole('button', { name: 'Folders and keywords' }).click();
      await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    },
    NARROW,
  ),
  ofPicker('a picker within the page, which is disabled', 'inline multiple selected="1000" disabled', (page) =>
    tilesOf(page).first().waitFor(),
  ),
  ofPicker('a related asset in the picker that cannot be chosen, with its details', 'accept=".jpg"', async (page) => {
    await openDialog(page);
    await lookAt(page, 'dawn');
    await goToRelated(page, 'img10.png');
    await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
  }),
  ofPicker('a picker that nothing fits', 'accept=".none"', async (page) => {
    await pressField(page);
    await dialogOf(page).getByText('Nothing here').first().waitFor();
  }),
  ofPicker('a picker whose dialog could not be loaded', '', async (page) => {
    await page.route(/chooser-element/, (route) => route.abort());
    await pressField(page);
    await dialogOf(page).getByText('The catalogue cannot be reached').waitFor();
  }),
  ofPicker(
    'a picker that asks for another token above its dialog',
    '',
    async (page) => {
      await page.getByLabel('Access token').fill(TOKEN);
      await page.keyboard.press('Enter');
      await forbid(page, LISTS);
      await pressField(page);
      await dialogOf(page).locator('abs-grid').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog', { name: 'You may not see this' }).waitFor();
    },
    WIDE,
    { settings: GUARDED },
  ),
  stateOf(
    'the window of a picker that nobody asked for',
    { settings: { ABS_PICKER_ORIGINS: '$SITE' } },
    (host) => host.visit('/picker'),
    (page) => page.getByText('Nobody asked for this picker').waitFor(),
  ),
];

/** Paints the page that is around the elements, because axe takes what nobody has painted for white. */
function onPaper(state: State): State {
  return {
    ...state,
    reach: async (host) => {
      const page = await state.reach(host);
      await page.evaluate(() => document.documentElement.style.setProperty('background', 'Canvas'));
      return page;
    },
  };
}

/** States of the grid, the viewer and the picker. */
export const SHOWING_STATES: readonly State[] = [...GRID_STATES, ...VIEWER_STATES, ...PICKER_STATES].map(onPaper);
