/** Where the picker begins: at `start`, and later where the person was last. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import { dialogOf, LISTS, openDialog, pickerForm, tilesOf } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('places of abs-picker', () => {
  const viewport = { width: 1280, height: 800 };
  const place = (page: Page, name: string) => dialogOf(page).getByRole('heading', { name, exact: true });
  const set = (page: Page, properties: Partial<AbsPicker>) =>
    page.locator('abs-picker').evaluate((picker: AbsPicker, values) => void Object.assign(picker, values), properties);

  async function close(page: Page): Promise<void> {
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
  }

  test('the dialog begins at the start, which people can leave, and later in the folder that they left', async ({
    host,
  }) => {
    const page = await host.open(pickerForm(), { viewport });
    await set(page, { start: { node: 2 } });
    await openDialog(page);
    await place(page, 'img10').waitFor();
    await dialogOf(page).locator('.total', { hasText: '3 items' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await close(page);
    await openDialog(page);
    await place(page, 'img10').waitFor();
    await dialogOf(page).getByRole('button', { name: 'All items' }).first().click();
    await place(page, 'All items').waitFor();
    await close(page);
    await openDialog(page);
    await place(page, 'All items').waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive').waitFor();
    await close(page);
    await page.reload();
    await set(page, { start: { node: 2 } });
    await openDialog(page);
    await place(page, 'Archive').waitFor();
  });

  test('filters and order are remembered, and the text of a search is not', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await openDialog(page);
    await dialogOf(page).getByRole('combobox', { name: 'Sort by' }).selectOption('size-desc');
    await dialogOf(page)
      .getByRole('button', { name: /^Filters/ })
      .click();
    await dialogOf(page).getByRole('checkbox', { name: /^jpg/i }).click();
    const search = dialogOf(page).getByRole('combobox', { name: 'Search', exact: true });
    await search.fill('dawn');
    await dialogOf(page).getByRole('heading', { name: /dawn/ }).waitFor();
    await close(page);
    await openDialog(page);
    await place(page, 'All items').waitFor();
    await dialogOf(page).getByRole('checkbox', { name: /^jpg/i, checked: true }).waitFor();
    assert.equal(await search.inputValue(), '');
    assert.equal(await dialogOf(page).getByRole('combobox', { name: 'Sort by' }).inputValue(), 'size-desc');
  });

  test('a picker with other limits has a place of its own', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await openDialog(page);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive').waitFor();
    await close(page);
    await set(page, { accept: 'image', start: { node: 5 } });
    await openDialog(page);
    await place(page, 'Below img10').waitFor();
    await close(page);
    await set(page, { accept: '', filter: { node: 1 } });
    await openDialog(page);
    await place(page, 'Below img10').waitFor();
    await close(page);
    await set(page, { filter: undefined });
    await openDialog(page);
    await place(page, 'Archive').waitFor();
  });

  test('other limits of a picker in the page begin at their own place, not at that of the limits before', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('inline'), { viewport });
    const here = (name: string) => page.getByRole('heading', { name, exact: true });
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await here('Archive').waitFor();
    await set(page, { filter: { node: 2 } });
    await here('img10').waitFor();
    await tilesOf(page).first().waitFor();
    await set(page, { filter: undefined, start: { node: 2 } });
    await here('Archive').waitFor();
  });

  test('a remembered place needs only one small script, without which the picker begins with everything', async ({
    host,
  }) => {
    const page = await host.open(pickerForm(), { viewport });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openDialog(page);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive').waitFor();
    await close(page);
    await page.reload();
    await openDialog(page);
    await place(page, 'Archive').waitFor();
    assert.deepEqual(
      scripts.filter((address) => /setting-problems|media-types/.test(address)),
      [],
    );
    await page.route(/filter-problem/, (route) => route.abort());
    await page.reload();
    await openDialog(page);
    await place(page, 'All items').waitFor();
    await close(page);
    await page.reload();
    await set(page, { filter: { node: 1 } });
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await tilesOf(page).count(), 0);
  });

  test('a start that comes while the picker is shown applies until the person has gone somewhere', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), { viewport });
    const here = (name: string) => page.getByRole('heading', { name, exact: true });
    await tilesOf(page).first().waitFor();
    await here('All items').waitFor();
    await set(page, { start: { node: 3 } });
    await here('img2').waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await here('Archive').waitFor();
    await set(page, { start: { node: 2 } });
    await page.locator('abs-catalogue').evaluate((catalogue: HTMLElement) => catalogue.setAttribute('locale', 'de'));
    await here('Archiv').waitFor();
  });

  test('an invalid start is named in the console, and the picker begins with everything', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await set(page, { start: { filters: 'x' } as never });
    await openDialog(page);
    await place(page, 'All items').waitFor();
    await until(() => complaints.length > 0);
    assert.match(complaints[0] ?? '', /^abs-picker: start\.filters must be a list of/);
  });

  test('what another script has stored, or no storage at all, changes nothing but the memory', async ({ host }) => {
    const page = await host.open(pickerForm(), { viewport });
    await openDialog(page);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive').waitFor();
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        sessionStorage.setItem(key, '{"filters":[5],"node":"<img onerror>"}');
    });
    await close(page);
    await set(page, { start: { node: 2 } });
    await openDialog(page);
    await place(page, 'img10').waitFor();
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.reload();
    await set(page, { start: { node: 3 } });
    await openDialog(page);
    await place(page, 'img2').waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await place(page, 'Archive').waitFor();
  });

  test('the ways on from an empty search stay within the limits of the picker', async ({ host }) => {
    const page = await host.open(pickerForm('inline'), { viewport });
    await tilesOf(page).first().waitFor();
    const jpg = { facet: 'fileExtensions', values: ['jpg'] };
    await set(page, { filter: { node: 1, filters: [jpg] }, start: { node: 3, text: 'dawn' } });
    const everywhere = page.getByRole('button', { name: 'Search everywhere' });
    await everywhere.waitFor();
    const searches: URLSearchParams[] = [];
    page.on('request', (request) => {
      if (LISTS.test(request.url())) searches.push(new URL(request.url()).searchParams);
    });
    // The format is a limit, so it is no filter that can be removed.
    assert.equal(await page.getByRole('button', { name: 'Remove all filters' }).count(), 0);
    await everywhere.press('Enter');
    await page.locator('#tile-0:not(.empty)').waitFor();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('dawn img2');
    await page.getByRole('button', { name: 'Search for any of these words' }).press('Enter');
    await page.locator('#tile-0:not(.empty)').waitFor();
    assert.equal(await everywhere.count(), 0);
    assert.ok(searches.some((each) => each.get('search_text_or_mode') === 'true'));
    for (const each of searches) {
      assert.ok(each.getAll('search_node').includes('1'), String(each));
      assert.deepEqual(each.getAll('search_extensions'), ['jpg'], String(each));
    }
  });
});
