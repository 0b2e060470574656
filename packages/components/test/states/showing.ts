import type { Page } from '@playwright/test';
import type { AbsViewer } from '../../src/abs-viewer.ts';
import { GUARDED, TOKEN } from '../support/guarded.ts';
import type { Host, HostPageOptions } from '../support/host.ts';
import { FIRST_ID, MANY_NODE, manyAssets } from '../support/many-assets.ts';
import { openGrid } from '../support/open-grid.ts';
import { openViewer, positioned, shownPicture, type Viewing } from '../support/open-viewer.ts';
import { dialogOf, goToRelated, LISTS, lookAt, openDialog, pickerForm, tilesOf, viewerOf } from '../support/picker.ts';
import { CHANGED, PAGES, VIEWED, viewerCatalogue } from '../support/viewer-catalogue.ts';
import type { State } from './state.ts';

/** A page that is light or dark, as the person wants. */
const head = '<meta name="color-scheme" content="light dark">';
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

const MANY = { catalogue: manyAssets };
const QUERY = { node: MANY_NODE };
const ofGrid = async (host: Host, properties: Parameters<typeof openGrid>[1], options: HostPageOptions = {}) =>
  await openGrid(host, { query: QUERY, ...properties }, { head, ...options });

const GRID_STATES: readonly State[] = [
  {
    name: 'a list with captions, of which some are chosen, on a narrow screen',
    service: MANY,
    reach: async (host) => {
      const chosen = [FIRST_ID + 1, FIRST_ID + 2];
      const grid = await ofGrid(host, { captions: true, selected: chosen }, { viewport: NARROW });
      await grid.tile(2).locator('img, .card').waitFor();
      return grid.page;
    },
  },
  {
    name: 'a list as lines, with the position that the scrubber names',
    service: MANY,
    reach: async (host) => {
      const { page, tile } = await ofGrid(host, { view: 'list', selected: [FIRST_ID] });
      await tile(0).locator('img, .card').waitFor();
      const { x, y } = (await page.getByRole('slider').boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 10, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + 10, y + 100, { steps: 3 });
      await page.locator('.bubble').waitFor();
      return page;
    },
  },
  {
    name: 'a list with a document of many pages between pictures',
    service: { catalogue: viewerCatalogue },
    reach: async (host) => {
      const grid = await openGrid(host, { query: { ids: [VIEWED.document, CHANGED.id] } }, { head, viewport: NARROW });
      await grid.page
        .getByRole('option', { name: `pages.pdf, Document, ${PAGES.toLocaleString('en')} pages` })
        .waitFor();
      return grid.page;
    },
  },
  {
    name: 'a list that is empty',
    service: MANY,
    reach: async (host) => {
      const { page } = await ofGrid(host, { query: { ...QUERY, text: 'nosuchword' } });
      await page.getByText('No items match').waitFor();
      return page;
    },
  },
  {
    name: 'a list that has failed, with a button that tries again',
    service: MANY,
    reach: async (host) => {
      const { page, set } = await ofGrid(host, { query: { ...QUERY, text: 'nosuchword' } });
      await page.getByText('No items match').waitFor();
      await page.route(LISTS, (route) => route.abort());
      await set({ query: QUERY });
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      return page;
    },
  },
];

const VIEWED_ASSETS = { catalogue: viewerCatalogue };
const ofViewer = (host: Host, ids: readonly number[], options: Viewing = {}) =>
  openViewer(host, ids, { head, ...options });

const VIEWER_STATES: readonly State[] = [
  {
    name: 'a picture with a long name and details of the page beside it',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const inside = '<p slot="aside">Facts <input aria-label="Note"></p>';
      const page = await ofViewer(host, [VIEWED.photo, VIEWED.hostile], {
        attributes: 'opened aside',
        inside,
        properties: { position: 1 },
      });
      await positioned(page, '2 of 2');
      await page.getByText('Facts').waitFor();
      return page;
    },
  },
  {
    name: 'an enlarged picture with buttons that move it, on a narrow screen',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [VIEWED.photo], { viewport: NARROW });
      await shownPicture(page).waitFor();
      await page.keyboard.press('+');
      await page.getByRole('group', { name: 'Part of the picture' }).waitFor();
      return page;
    },
  },
  {
    name: 'a document with its pages',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [VIEWED.document]);
      await page.getByText(`of ${PAGES.toLocaleString('en')}`, { exact: true }).waitFor();
      await page.locator('abs-viewer .page img').first().waitFor();
      return page;
    },
  },
  {
    name: 'a film whose scenes and captions have failed',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [VIEWED.film], { attributes: 'aside' });
      await page.route(/strip=true|relations=/, (route) => route.abort());
      await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
      await page.getByText('The scenes could not be loaded.').waitFor();
      return page;
    },
  },
  {
    name: 'a film with its chapters, on a narrow screen',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [VIEWED.told], { viewport: NARROW });
      await page.getByRole('combobox', { name: 'Chapter' }).waitFor();
      return page;
    },
  },
  {
    name: 'a sound with its waveform',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [VIEWED.sound]);
      await page.locator('abs-viewer .bars').waitFor();
      return page;
    },
  },
  {
    name: 'an older version that is compared with the current one',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const page = await ofViewer(host, [CHANGED.id], { properties: { version: CHANGED.old } });
      await positioned(page, `This is version ${CHANGED.old}`);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.locator('abs-viewer .over img').first().waitFor();
      return page;
    },
  },
  {
    name: 'an asset that is gone, in a viewer within the page',
    service: VIEWED_ASSETS,
    reach: async (host) => {
      const asset = { id: 99_999, type: 1, name: 'deleted.jpg', version: 1 };
      const page = await ofViewer(host, [], { attributes: 'inline', properties: { asset } });
      await page.getByText('It was deleted, or you may not see it').waitFor();
      return page;
    },
  },
];

const ofPicker = (host: Host, attributes = '', viewport = WIDE) =>
  host.open(pickerForm(attributes), { head, viewport });

/** Presses the field, and does not wait for assets. */
async function pressField(page: Page): Promise<Page> {
  await page.getByRole('button', { name: /^Picture / }).click();
  return page;
}

const PICKER_STATES: readonly State[] = [
  {
    name: 'the field of a picker with a choice of which a part is gone',
    reach: async (host) => {
      const page = await ofPicker(host, 'multiple selected="1000,999999"');
      await page.getByText('1 chosen item was deleted, or you may not see it.').waitFor();
      return page;
    },
  },
  {
    name: 'the dialog of a picker with a choice, filters and folders',
    reach: async (host) => {
      const page = await ofPicker(host, 'multiple max="3" selected="1000,1002"');
      await openDialog(page);
      await page.getByRole('treeitem').first().waitFor();
      await dialogOf(page)
        .getByRole('button', { name: /^Filters/ })
        .click();
      await dialogOf(page).getByRole('checkbox', { name: /^jpg/i }).waitFor();
      await dialogOf(page).locator('.tray img').first().waitFor();
      return page;
    },
  },
  {
    name: 'the folders of a picker on a phone',
    reach: async (host) => {
      const page = await ofPicker(host, '', NARROW);
      await openDialog(page);
      await dialogOf(page).getByRole('button', { name: 'Folders and keywords' }).click();
      await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
      return page;
    },
  },
  {
    name: 'a picker within the page, which is disabled',
    reach: async (host) => {
      const page = await ofPicker(host, 'inline multiple selected="1000" disabled');
      await tilesOf(page).first().waitFor();
      return page;
    },
  },
  {
    name: 'a related asset in the picker that cannot be chosen, with its details',
    reach: async (host) => {
      const page = await ofPicker(host, 'accept=".jpg"');
      await openDialog(page);
      await lookAt(page, 'dawn');
      await goToRelated(page, 'img10.png');
      await viewerOf(page).getByText('This item cannot be chosen here.').waitFor();
      return page;
    },
  },
  {
    name: 'a picker that nothing fits',
    reach: async (host) => {
      const page = await pressField(await ofPicker(host, 'accept=".none"'));
      await dialogOf(page).getByText('Nothing here').first().waitFor();
      return page;
    },
  },
  {
    name: 'a picker whose dialog could not be loaded',
    reach: async (host) => {
      const page = await ofPicker(host);
      await page.route(/chooser-element/, (route) => route.abort());
      await pressField(page);
      await dialogOf(page).getByText('The catalogue cannot be reached').waitFor();
      return page;
    },
  },
  {
    name: 'a picker that asks for another token above its dialog',
    service: { settings: GUARDED },
    reach: async (host) => {
      const page = await ofPicker(host);
      await page.getByLabel('Access token').fill(TOKEN);
      await page.keyboard.press('Enter');
      const json = { status: 'error', code: 'not_permitted', message: 'no', version: 2, data: null };
      const headers = { 'access-control-allow-origin': '*' };
      await page.route(LISTS, (route) => route.fulfill({ status: 403, json, headers }));
      await pressField(page);
      await dialogOf(page).locator('abs-grid').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog', { name: 'You may not see this' }).waitFor();
      return page;
    },
  },
  {
    name: 'the window of a picker that nobody asked for',
    service: { settings: { ABS_PICKER_ORIGINS: '$SITE' } },
    reach: async (host) => {
      const page = await host.visit('/picker');
      await page.getByText('Nobody asked for this picker').waitFor();
      return page;
    },
  },
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
