/** Choosing assets in a page, for a form: by keyboard, mouse and finger, and when a service refuses, fails or ends a session. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { connect } from '../../client/src/index.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { searchOf } from '../src/assets/asset-query.ts';
import type { PickedAsset } from '../src/picker/picked-asset.ts';
import { GUARDED, OTHER_TOKEN, TOKEN } from './support/guarded.ts';
import { focusIs } from './support/page.ts';
import {
  confirmOf,
  dialogOf,
  entriesOf,
  hold,
  LISTS,
  openDialog,
  pickerForm,
  setPicker,
  tilesOf,
} from './support/picker.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

const removeOf = (page: Page) => page.getByRole('button', { name: /^Remove / });
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
const chosenIs = (page: Page, text: string) => dialogOf(page).getByText(text).waitFor();

/** An answer of the service that refuses a request. */
const refusal = (status: number, code: string) => ({
  status,
  json: { status: 'error', code, message: 'no', version: 2, data: null },
  headers: { 'access-control-allow-origin': '*' },
});

test.describe('choosing with abs-picker', () => {
  test('assets are chosen, ordered and sent with a form by keyboard alone', async ({ host }) => {
    const page = await host.open(pickerForm('multiple required max="3" accept="image"'));
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const told = await listenTo(page, 'abs-pick', 'abs-query', 'abs-select', 'abs-close', 'change');
    const message = () => page.locator('abs-picker').evaluate((picker: AbsPicker) => picker.validationMessage);
    await page.getByRole('button', { name: 'Picture Choose items' }).waitFor();
    await expect.poll(() => message()).toBe('Choose at least 1 item.');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await tilesOf(page).first().waitFor();
    await dialogOf(page).getByRole('listbox').focus();
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
    await chosenIs(page, '2 of 3 chosen');
    const chosen = dialogOf(page).getByRole('list', { name: 'Chosen items' }).getByRole('listitem');
    await chosen.nth(1).waitFor();
    const ids = await chosen.evaluateAll((items) => items.map((item) => item.getAttribute('data-id')));
    await chosen
      .nth(1)
      .getByRole('button', { name: /earlier$/ })
      .press('Enter');
    await dialogOf(page)
      .getByText(/is now at position 1 of 2/)
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Choose 2 items' }).press('Enter');
    await closed(page);
    const ordered = ids.toReversed();
    await expect.poll(() => entriesOf(page)).toEqual(ordered);
    await expect.poll(() => message()).toBe('');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-picker');
    const [pick] = await told('abs-pick');
    assert.partialDeepStrictEqual(pick, { ids: ordered.map(Number) });
    const asset = (pick as { assets: Record<string, unknown>[] }).assets[0];
    const expires = '2030-01-02T00:00:00.000Z';
    assert.partialDeepStrictEqual(asset, { id: Number(ordered[0]), type: 1, alt: '', rights: '', expires });
    assert.match(JSON.stringify(asset?.['renditions']), /"format":"preview".*"srcset":"http/);
    await expect.poll(async () => (await told('change')).length).toBe(1);
    await expect.poll(async () => (await told('abs-close')).length).toBe(1);
    for (const inner of ['abs-query', 'abs-select']) await expect.poll(() => told(inner), inner).toEqual([]);
    assert.deepEqual(complaints, []);
  });

  test('on a phone assets are chosen, looked at and removed by touch', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'), {
      ...{ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    });
    await page.getByRole('button', { name: /^Picture / }).tap();
    for (const position of [0, 1]) await tilesOf(page).nth(position).tap();
    await chosenIs(page, '2 items chosen');
    await dialogOf(page)
      .getByRole('button', { name: /^Look at/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Chosen', exact: true }).tap();
    await page.getByRole('button', { name: 'Choose', exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await chosenIs(page, '1 item chosen');
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).tap();
    await closed(page);
    await removeOf(page).tap();
    await removeOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => entriesOf(page)).toEqual([]);
  });

  test('within the page each change counts, the filter stays, a disabled fieldset disables it', async ({ host }) => {
    const page = await host.open(pickerForm('inline multiple accept=".jpg"'));
    const told = await listenTo(page, 'abs-pick');
    const names = () => tilesOf(page).evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));
    await tilesOf(page).first().click();
    await page.getByText('1 item chosen').waitFor();
    for (const name of await names()) assert.match(String(name), /\.jpg, /);
    await expect.poll(async () => (await told('abs-pick')).length).toBe(1);
    const disable = (isDisabled: boolean) =>
      page.locator('fieldset').evaluate((set: HTMLFieldSetElement, value) => {
        set.disabled = value;
      }, isDisabled);
    await disable(true);
    await removeOf(page).waitFor({ state: 'detached' });
    await page.locator('abs-browse[inert]').waitFor();
    await tilesOf(page).nth(1).click({ force: true });
    await expect.poll(() => entriesOf(page)).toEqual([]);
    await disable(false);
    await removeOf(page).waitFor();
    await expect.poll(async () => (await entriesOf(page)).length).toBe(1);
    await tilesOf(page).nth(1).click();
    await page.getByText('2 items chosen').waitFor();
  });

  test('nothing can be chosen while the choice is confirmed, and the dialog can be left', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await openDialog(page);
    await tilesOf(page).first().click();
    await chosenIs(page, '1 item chosen');
    const go = await hold(page, LISTS);
    await confirmOf(page).click();
    await dialogOf(page).locator('abs-grid[inert]').waitFor();
    await tilesOf(page).nth(1).click({ force: true });
    await chosenIs(page, '1 item chosen');
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await closed(page);
    go();
    await expect.poll(() => entriesOf(page)).toEqual([]);
  });

  test('assets are ordered by dragging within one picker, and not from another one', async ({ host }) => {
    const other = '<abs-picker name="other" label="Other" multiple value="1001,1003"></abs-picker>';
    const page = await host.open(pickerForm('multiple selected="1000,1002"').replace('</abs-catalogue>', `${other}$&`));
    const item = (picker: number, position: number) =>
      page.locator('abs-picker').nth(picker).getByRole('listitem').nth(position);
    await item(1, 1).waitFor();
    await item(1, 1).dragTo(item(0, 0));
    await expect.poll(() => entriesOf(page)).toEqual(['1000', '1002']);
    await item(0, 1).dragTo(item(0, 0));
    await expect.poll(() => entriesOf(page)).toEqual(['1002', '1000']);
  });

  test('the title keeps the focus while the dialog is loaded for the first time', async ({ host }) => {
    const page = await host.open(pickerForm());
    const go = await hold(page, /chooser-element/);
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).getByText('Loading').first().waitFor();
    const focused = () => page.locator('abs-picker').evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.id);
    await expect.poll(() => focused()).toBe('title');
    go();
    await tilesOf(page).first().waitFor();
    await expect.poll(() => focused()).toBe('title');
  });
});

test.describe('abs-picker in a form', () => {
  test('a form reads, requires, resets and disables it, as every other field', async ({ host }) => {
    const page = await host.open(pickerForm('multiple required value="1000,1002"'));
    await page.getByRole('button', { name: 'Remove img10.png' }).click();
    await expect.poll(() => entriesOf(page)).toEqual(['1000']);
    await removeOf(page).click();
    await page.getByRole('button', { name: 'Picture Choose items' }).waitFor();
    await expect.poll(() => entriesOf(page)).toEqual([]);
    const isValid = () => page.evaluate(() => document.forms[0]?.reportValidity());
    await expect.poll(() => isValid()).toBe(false);
    await page.evaluate(() => document.forms[0]?.reset());
    await removeOf(page).nth(1).waitFor();
    await expect.poll(() => entriesOf(page)).toEqual(['1000', '1002']);
    await expect.poll(() => isValid()).toBe(true);
    const toggle = () => page.locator('abs-picker').evaluate((picker) => picker.toggleAttribute('disabled'));
    await toggle();
    await removeOf(page).first().waitFor({ state: 'detached' });
    await expect.poll(() => entriesOf(page)).toEqual([]);
    const opened = () =>
      page.locator('abs-picker').evaluate(async (picker: AbsPicker) => (await picker.open()) ?? 'none');
    await expect.poll(() => opened(), 'nobody can choose in a disabled field').toBe('none');
    await toggle();
    const open = opened();
    await dialogOf(page).waitFor();
    await toggle();
    assert.equal(await open, 'none', 'a field that is disabled closes its dialog');
    await closed(page);
  });

  test('it knows a choice, its rules and its name as soon as a script has set them', async ({ host }) => {
    const page = await host.open(pickerForm('multiple required selected="1000"'));
    await page.getByRole('button', { name: /^Picture / }).waitFor();
    const seen = await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      const read = (change: object) => {
        Object.assign(picker, change);
        return [[...new FormData(picker.form ?? undefined)].join(' '), picker.checkValidity()];
      };
      const read1 = [read({ value: '1002,1003' }), read({ selected: [] })];
      picker.form?.reset();
      return [
        ...read1,
        read({}),
        read({ selected: [1000, 1002], max: 1 }),
        read({ max: 5, min: 3 }),
        read({ min: 0, name: 'cover' }),
        read({ required: false, selected: [] }),
      ];
    });
    assert.deepEqual(seen, [
      ['picture,1002 picture,1003', true],
      ['', false],
      ['picture,1000', true],
      ['picture,1000 picture,1002', false],
      ['picture,1000 picture,1002', false],
      ['cover,1000 cover,1002', true],
      ['', true],
    ]);
  });

  test('a form that comes back with Back has its choice again', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await openDialog(page);
    await tilesOf(page).nth(1).click();
    await confirmOf(page).click();
    await closed(page);
    const chosen = await entriesOf(page);
    assert.equal(chosen.length, 1);
    await page.goto('about:blank');
    await page.goBack();
    await removeOf(page).waitFor();
    await expect.poll(() => entriesOf(page)).toEqual(chosen);
  });

  test('chosen assets that exist no more say so and can be removed, and the rest stays', async ({ host }) => {
    const page = await host.open(pickerForm('multiple selected="1000,999999"'));
    await page.getByText('1 chosen item was deleted, or you may not see it.').waitFor();
    await expect.poll(() => entriesOf(page)).toEqual(['1000', '999999']);
    await page.getByRole('button', { name: 'Remove what is missing' }).click();
    await page.getByText('No longer available').waitFor({ state: 'detached' });
    await expect.poll(() => entriesOf(page)).toEqual(['1000']);
  });
});

test.describe('limits of abs-picker', () => {
  test('with an invalid filter it shows nothing, and the console says what a filter must be', async ({ host }) => {
    const page = await host.open(pickerForm());
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await setPicker(page, { filter: { filters: 'x' } });
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).getByText('Something failed in this browser').waitFor();
    await expect(tilesOf(page)).toHaveCount(0);
    await setPicker(page, { filter: { node: 1, isDeep: true } });
    await tilesOf(page).first().waitFor();
    assert.match(complaints[0] ?? '', /^abs-picker: filter.filters must be a list of/);
  });

  test('the ways on from an empty search stay within the limits', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), { viewport: { width: 1280, height: 800 } });
    await tilesOf(page).first().waitFor();
    const jpg = { facet: 'fileExtensions', values: ['jpg'] };
    await setPicker(page, { filter: { node: 1, filters: [jpg] }, start: { node: 3, text: 'dawn' } });
    const everywhere = page.getByRole('button', { name: 'Search everywhere' });
    await everywhere.waitFor();
    const searches: URLSearchParams[] = [];
    page.on('request', (request) => {
      if (LISTS.test(request.url())) searches.push(new URL(request.url()).searchParams);
    });
    // The format is a limit, so it is no filter that can be removed.
    await expect(page.getByRole('button', { name: 'Remove all filters' })).toHaveCount(0);
    await everywhere.press('Enter');
    await page.locator('#tile-0:not(.empty)').waitFor();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('dawn img2');
    await page.getByRole('button', { name: 'Search for any of these words' }).press('Enter');
    await page.locator('#tile-0:not(.empty)').waitFor();
    assert.ok(searches.some((each) => each.get('search_text_or_mode') === 'true'));
    for (const each of searches) {
      // The tree counts the nodes below it, each within the limit.
      assert.ok(each.get('search_node')?.split(',').includes('1'), String(each));
      assert.deepEqual(each.getAll('search_extensions'), ['jpg'], String(each));
    }
  });

  test('the tree counts the files that are accepted, also in opened nodes, and 0 where none is', async ({ host }) => {
    const { node } = connect(host.app.url);
    const page = await host.open(pickerForm('inline accept="image"'), { viewport: { width: 1280, height: 1000 } });
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    const trees = await node.tree({ tree: -1, kind: 101, with_root: true, depth: 2 });
    const top = trees.find(({ children }) => children.length > 0) ?? assert.fail('no folder has folders');
    const images = { filters: [{ facet: 'fileCategory', values: [1] }], isDeep: true };
    let less = 0;
    for (const { id, name } of [top, ...top.children]) {
      const { total = 0 } = await node.search({ ...searchOf({ ...images, node: id }), paginate: 1 });
      const [all] = await node.tree({ tree: id, with_root: true, depth: 1, asset_count: true, recursive: true });
      if (total < (all?.assets ?? 0)) less += 1;
      if (id !== top.id && !(await item(name).isVisible())) await item(top.name).click();
      await item(name)
        .getByText(`${total} item${total === 1 ? '' : 's'}`)
        .waitFor();
    }
    assert.ok(less > 0, 'there are other files');
  });
});

test.describe('abs-picker when a service refuses or fails', () => {
  test('a service that goes down while the dialog is open leaves a message and the choice', async ({ host }) => {
    const page = await host.open(pickerForm());
    await openDialog(page);
    await tilesOf(page).first().click();
    await chosenIs(page, '1 item chosen');
    await page.route('**/*.do?*', (route) => route.abort());
    await confirmOf(page).click();
    await dialogOf(page).getByRole('alert').getByText('The connection failed').waitFor();
    await page.unroute('**/*.do?*');
    await confirmOf(page).click();
    await closed(page);
    await expect.poll(async () => (await entriesOf(page)).length).toBe(1);
  });

  test('a choice within the page whose assets could not be loaded is told after another try', async ({ host }) => {
    const page = await host.open(pickerForm('inline'));
    const told = await listenTo(page, 'abs-pick');
    await tilesOf(page).first().waitFor();
    await page.route(LISTS, (route) => route.abort());
    await tilesOf(page).first().click();
    const alert = page.getByRole('alert').getByText('The connection failed');
    await alert.waitFor();
    await page.unroute(LISTS);
    await page.locator('.line').getByRole('button', { name: 'Try again' }).press('Enter');
    await alert.waitFor({ state: 'detached' });
    // The button goes with what it has mended.
    await focusIs(page, /^div Items/);
    await expect.poll(async () => (await told('abs-pick')).length).toBe(1);
  });

  test.describe('and wants a token', () => {
    test.use({ service: { settings: GUARDED } });

    /** Opens the dialog of somebody who has signed in. */
    async function signIn(page: Page): Promise<void> {
      await page.getByLabel('Access token').fill(TOKEN);
      await page.keyboard.press('Enter');
    }

    test('what the person may not see is named so; another token, asked for above, shows it', async ({ host }) => {
      const page = await host.open(pickerForm());
      await signIn(page);
      await page.route(LISTS, (route) => route.fulfill(refusal(403, 'not_permitted')));
      await page.getByRole('button', { name: /^Picture / }).click();
      await dialogOf(page).getByText('You may not see this').first().waitFor();
      await dialogOf(page).locator('abs-grid').getByRole('button', { name: 'Sign in' }).click();
      const panel = page.getByRole('dialog', { name: 'You may not see this' });
      await panel.waitFor();
      await page.unroute(LISTS);
      await page.keyboard.type(OTHER_TOKEN);
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'hidden' });
      await tilesOf(page).first().waitFor();
    });

    test('a token that ends is asked for above the dialog; lists load again, the choice stays', async ({ host }) => {
      const page = await host.open(pickerForm('multiple'));
      await signIn(page);
      await openDialog(page);
      await tilesOf(page).first().click();
      await chosenIs(page, '1 item chosen');
      await page.route(/\.do\?/, (route) => route.fulfill(refusal(401, 'token_invalid')));
      // What the choice itself asks for may be refused first, and the panel then lies over the button.
      await confirmOf(page).dispatchEvent('click');
      const panel = page.getByRole('dialog', { name: 'Sign in' });
      await panel.waitFor();
      // Before that, what confirms the choice could go through.
      await dialogOf(page).getByRole('alert').getByText('The token is not valid').waitFor();
      await page.unroute(/\.do\?/);
      const again = page.waitForRequest(LISTS);
      await page.keyboard.type(OTHER_TOKEN);
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'hidden' });
      assert.equal((await again).headers()['authorization'], `Bearer ${OTHER_TOKEN}`);
      await tilesOf(page).first().waitFor();
      await confirmOf(page).click();
      await closed(page);
      await expect.poll(async () => (await entriesOf(page)).length).toBe(1);
    });
  });
});

for (const [form, settings] of [
  ['map', {}],
  ['list', { ABS_DETAILS_GENERAL: 'list' }],
] as const)
  test.describe(`the result of abs-picker of a service whose details are a ${form}`, () => {
    test.use({ service: { settings } });

    test('renditions tell type, pixels and bytes as they are sent, assets their other places', async ({ host }) => {
      const formats = ['thumb', 'preview', 'download', '1', '2'];
      const page = await host.open(pickerForm(`multiple selected="1000,1001,1002" formats="${formats}"`));
      const told = await listenTo(page, 'abs-pick');
      await openDialog(page);
      await confirmOf(page).click();
      await closed(page);
      const [pick] = (await told('abs-pick')) as { readonly assets: readonly PickedAsset[] }[];
      const assets = pick?.assets ?? [];
      const names = assets.map(({ id, extension }) => `${id} ${extension}`);
      assert.deepEqual(names, ['1000 jpg', '1001 jpg', '1002 png']);
      assert.match(assets[0]?.publicUrls[0]?.url ?? '', /^https?:/);
      assert.deepEqual(assets[2]?.publicUrls, []);
      for (const { bytes, renditions } of assets) {
        const ids = renditions.map(({ format }) => format);
        assert.deepEqual(ids, formats);
        for (const { format, url, type, bytes: size, width, height } of renditions) {
          const response = await fetch(url);
          const file = Buffer.from(await response.arrayBuffer());
          const { autoOrient } = await sharp(file).metadata();
          const sent = { type: response.headers.get('content-type'), bytes: file.length, ...autoOrient };
          const known = Object.entries({ type, bytes: size, width, height }).filter(([, value]) => value !== undefined);
          assert.partialDeepStrictEqual(sent, Object.fromEntries(known), url);
          const names = known.map(([name]) => name);
          if (format === '1') assert.deepEqual([names, size], [['type', 'bytes', 'width', 'height'], bytes]);
          if (format === '2' || format === 'preview') assert.deepEqual(names, ['type', 'width', 'height']);
        }
      }
    });
  });
