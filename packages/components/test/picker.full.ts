/** The picker in less usual situations: what scripts set, scripts that do not arrive, odd pages and screens. */
import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { AbsCatalogue } from '../src/abs-catalogue.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { confirmOf, dialogOf, entriesOf, openDialog, pickerForm, setPicker, tilesOf } from './support/picker.ts';
import { test } from './support/test.ts';

/** Most bytes of script, compressed with Brotli, until somebody can choose in the list of an opened picker. */
const MAX_SCRIPT = 45_000;

const press = (page: Page) => page.getByRole('button', { name: /^Picture / }).click();
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
/** Opens the dialog by the script of the page. Resolves with what was chosen. */
const openByScript = (page: Page) =>
  page.locator('abs-picker').evaluate(async (picker: AbsPicker) => (await picker.open()) ?? 'nothing');

function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  return complaints;
}

test.describe('files that abs-picker accepts', () => {
  test('kinds with extensions need their facet, and say what a short one leaves out', async ({ host, openHost }) => {
    const form = pickerForm('accept="image,.pdf"');
    const refused = await (await openHost({ ABS_FACETS_ENABLED: 'false' })).open(form);
    const complaints = complaintsOf(refused);
    await press(refused);
    await dialogOf(refused).getByText('This catalogue cannot be restricted to these files.').waitFor();
    assert.match(complaints.join('\n'), /accept mixes kinds with extensions .* facet fileExtensions/);

    const short = await (await openHost({ ABS_FACETS_LIMIT: '1' })).open(form);
    await openDialog(short);
    await dialogOf(short)
      .getByText(/^\d+ matching files? (is|are) not shown\.$/)
      .waitFor();

    const all = await host.open(form);
    await openDialog(all);
    assert.equal(await dialogOf(all).getByText('not shown').count(), 0);
  });

  test('where nothing is accepted, the picker says what would be, and does not speak of filters', async ({ host }) => {
    const page = await host.open(pickerForm('accept=".none"'));
    await press(page);
    await dialogOf(page).getByText('Nothing here').first().waitFor();
    await dialogOf(page).getByText('.none').first().waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('word');
    // Whoever reads this could also read of filters, or remove them.
    await page.getByText('No item contains “word”.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove all filters' }).count(), 0);
  });
});

test.describe('scripts of abs-picker', () => {
  test('the script until somebody can choose is small, and nothing else is needed', async ({ host }) => {
    const page = await host.open('<p>Host</p>', { elements: [] });
    const imports: Record<string, string[]> = await (await fetch(`${host.url}/elements/imports.json`)).json();
    const entries = Object.keys(imports).filter((name) => /^(abs-picker|abs-catalogue|shared\/chooser-)/.test(name));
    const files = [...new Set(entries.flatMap((name) => [name, ...(imports[name] ?? [])]))];
    const sizes = new Map<string, number>();
    // What is loaded later, such as the tree, is not there.
    await page.route('**/elements/**', async (route) => {
      const name = new URL(route.request().url()).pathname.replace('/elements/', '');
      if (!files.includes(name)) return await route.abort();
      const response = await route.fetch();
      sizes.set(name, brotliCompressSync(await response.body()).length);
      return await route.fulfill({ response });
    });
    await page.evaluate((service) => {
      document.body.innerHTML = `<abs-catalogue src="${service}"><abs-picker label="Picture"></abs-picker></abs-catalogue>`;
      for (const name of ['abs-catalogue', 'abs-picker']) {
        const script = Object.assign(document.createElement('script'), { type: 'module', src: `/elements/${name}.js` });
        document.head.append(script);
      }
    }, host.app.url);
    await openDialog(page);
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    assert.deepEqual([...sizes.keys()].toSorted(), files.toSorted());
    assert.ok(bytes > 10_000 && bytes <= MAX_SCRIPT, `${bytes} bytes in ${sizes.size} files`);
  });

  test('those that do not arrive are a connection that failed, and another try goes on', async ({ host }) => {
    const page = await host.open(pickerForm('accept="image/*,.pdf"'));
    const retry = dialogOf(page).getByRole('button', { name: 'Try again' });
    const failed = dialogOf(page).getByText('The connection failed. Check it, and try again.');
    await page.route(/chooser-element/, (route) => route.abort());
    await press(page);
    await dialogOf(page).getByText('The catalogue cannot be reached').waitFor();
    await page.unroute(/chooser-element/);
    await page.route(/accept-mixture|picked-asset/, (route) => route.abort());
    await retry.click();
    await failed.waitFor();
    await page.unroute(/accept-mixture|picked-asset/);
    await retry.click();
    // Only the scripts of the tray and the viewer are missing once those of the search and the tree have arrived.
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.getByRole('treeitem').first().waitFor();
    await page.route(/tray-state/, (route) => route.abort());
    await tilesOf(page).nth(1).click();
    await dialogOf(page).getByText('The catalogue cannot be reached').waitFor();
    await page.unroute(/tray-state/);
    await retry.click();
    await dialogOf(page).locator('.tray img').waitFor();
    await page.route(/\/shared\//, (route) => route.abort());
    await tilesOf(page).first().dblclick();
    await dialogOf(page).getByRole('alert').getByText('The catalogue cannot be reached').waitFor();
    await page.unroute(/\/shared\//);
    await retry.click();
    await page.locator('abs-viewer').getByRole('button', { name: 'Choose', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.route(/picked-asset/, (route) => route.abort());
    await confirmOf(page).click();
    await failed.waitFor();
    await page.unroute(/picked-asset/);
    await confirmOf(page).click();
    await closed(page);
    assert.equal((await entriesOf(page)).length, 1);
  });
});

test.describe('what a page does with abs-picker', () => {
  test('attributes, starts and filters that mean nothing are named in the console', async ({ host }) => {
    const page = await host.open(pickerForm());
    const complaints = complaintsOf(page);
    const isNamed = (text: RegExp) => expect.poll(() => complaints.filter((each) => text.test(each)).length).toBe(1);
    await setPicker(page, { start: { filters: 'x' } });
    await openDialog(page);
    await isNamed(/^abs-picker: start\.filters must be a list of/);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await setPicker(page, { start: undefined, filter: { node: 424_242 } });
    await press(page);
    await dialogOf(page).getByText('This place does not exist').waitFor();
    await dialogOf(page).getByRole('combobox', { name: 'Search', exact: true }).waitFor();
    assert.equal(await dialogOf(page).locator('.notice').getByRole('button').count(), 0);
    assert.equal(await dialogOf(page).locator('abs-tree').count(), 0);
    await isNamed(/^abs-picker: filter names node 424242/);
    await page.locator('abs-picker').evaluate((picker) => {
      const attributes = { accept: 'pictures,image/png', multiple: '', min: '9', max: '2', selected: 'x' };
      for (const [name, value] of Object.entries(attributes)) picker.setAttribute(name, value);
    });
    await isNamed(/accept must be kinds .*"pictures" is ignored/);
    await isNamed(/min, 9, is greater than max, 2/);
    await isNamed(/selected, or value, must be IDs .*"x" is ignored/);
  });

  test('of a choice that is too large, the first fifty are shown, and the form keeps all', async ({ host }) => {
    const ids = Array.from({ length: 1500 }, (_, at) => 500_000 + at);
    const page = await host.open(pickerForm(`multiple max="70" selected="${ids.join(',')}"`));
    await page.locator('abs-picker').getByText('and 1,450 more').waitFor();
    await expect(page.locator('abs-picker .tray [data-id]')).toHaveCount(50);
    assert.equal((await entriesOf(page)).length, 1500);
    await setPicker(page, { selected: ids.slice(0, 70) });
    await page.locator('abs-picker .tray [data-id="500069"]').waitFor();
  });

  test('what was begun in the dialog is dropped when the page accepts or sets others', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await openDialog(page);
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await setPicker(page, { accept: '', selected: [] });
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await setPicker(page, { accept: 'image' });
    await dialogOf(page).getByText('Nothing chosen').waitFor();
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await setPicker(page, { selected: [3, 4] });
    await dialogOf(page).getByText('2 items chosen').waitFor();
  });

  test('the dialog closes without a choice when its picker moves, or turns to another service', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    const moved = openByScript(page);
    await dialogOf(page).waitFor();
    await setPicker(page, { inline: true });
    assert.equal(await moved, 'nothing');
    await setPicker(page, { inline: false });
    const turned = openByScript(page);
    await tilesOf(page).first().waitFor();
    const useService = (address: string) =>
      page
        .locator('abs-catalogue')
        .evaluate((catalogue: AbsCatalogue, src) => void Object.assign(catalogue, { src }), address);
    await useService(host.url);
    assert.equal(await turned, 'nothing');
    await useService(host.app.url);
    await openDialog(page);
  });
});

test.describe('abs-picker on odd pages and screens', () => {
  for (const [name, size, font] of [
    ['a phone on its side', { width: 812, height: 375 }, 16],
    ['the narrowest phone', { width: 320, height: 640 }, 16],
    ['400 % zoom', { width: 320, height: 256 }, 16],
    ['a page with large letters', { width: 1280, height: 800 }, 40],
  ] as const)
    test(`the list, the choice and every button of the dialog can be reached on ${name}`, async ({ host }) => {
      const page = await host.open(pickerForm('multiple min="2"'), { viewport: size });
      await page.evaluate((pixels) => document.documentElement.style.setProperty('font-size', `${pixels}px`), font);
      await openDialog(page);
      for (const position of [1, 2]) await tilesOf(page).nth(position).click();
      const button = dialogOf(page).getByRole('button', { name: 'Choose 2 items' });
      for (const top of [0, 1e6]) {
        await page.locator('abs-chooser').evaluate((chooser, to) => chooser.scrollTo(0, to), top);
        const box = (await button.boundingBox()) ?? assert.fail('no button');
        assert.ok(box.y >= 0 && box.y + box.height <= size.height, JSON.stringify(box));
      }
      const wider = await dialogOf(page).evaluate((dialog) => [
        document.documentElement.scrollWidth - innerWidth,
        dialog.scrollWidth - dialog.clientWidth,
      ]);
      assert.ok(Math.max(...wider) <= 0, String(wider));
      await button.click();
      await closed(page);
      assert.equal((await entriesOf(page)).length, 2);
    });

  test('where people write from right to left, the dialog is mirrored', async ({ host }) => {
    const page = await host.open(`<div dir="rtl">${pickerForm('multiple selected="1000,1002"')}</div>`);
    await openDialog(page);
    const startOf = async (name: string, position = 0) =>
      (await dialogOf(page).getByRole('button', { name }).nth(position).boundingBox())?.x ?? Number.NaN;
    const title = await dialogOf(page).getByRole('heading', { name: 'Picture' }).boundingBox();
    assert.ok(title && title.x > (await startOf('Close')));
    assert.ok((await startOf('Look at')) > (await startOf('Look at', 1)));
  });
});
