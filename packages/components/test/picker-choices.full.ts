/** What the picker does with a choice while it is locked, refused, changed by scripts or dragged about. */
import assert from 'node:assert/strict';
import type { AbsCatalogue } from '../src/abs-catalogue.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import type { Host } from './support/host.ts';
import { dialogOf, entriesOf, hold, LISTS, openDialog, pickerForm, tilesOf } from './support/picker.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('choices of abs-picker', () => {
  test('a picker within the page can be used only while its fieldset is enabled', async ({ host }) => {
    const page = await host.open(pickerForm('inline multiple'));
    await tilesOf(page).first().click();
    await page.getByText('1 item chosen').waitFor();
    const remove = page.getByRole('button', { name: /^Remove / });
    await remove.waitFor();
    const disable = (isDisabled: boolean) =>
      page.locator('fieldset').evaluate((set: HTMLFieldSetElement, value) => {
        set.disabled = value;
      }, isDisabled);
    await disable(true);
    await remove.waitFor({ state: 'detached' });
    await page.locator('abs-browse[inert]').waitFor();
    await tilesOf(page).nth(1).click({ force: true });
    assert.deepEqual(await seriousViolations(page), []);
    await disable(false);
    await remove.waitFor();
    assert.equal((await entriesOf(page)).length, 1);
    await tilesOf(page).nth(1).click();
    await page.getByText('2 items chosen').waitFor();
  });

  test('nothing can be chosen while the choice is confirmed, and the dialog can be left', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await openDialog(page);
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    const go = await hold(page, LISTS);
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).click();
    await dialogOf(page).locator('abs-grid[inert]').waitFor();
    await tilesOf(page).nth(1).click({ force: true });
    await dialogOf(page).getByText('1 item chosen').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    go();
    assert.deepEqual(await entriesOf(page), []);
  });

  test('properties accept what frameworks set: undefined and null for the default, lists for strings', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('multiple'));
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    const set = (properties: Readonly<Record<string, unknown>>) =>
      page.locator('abs-picker').evaluate(async (picker: AbsPicker, given) => {
        Object.assign(picker, given);
        await picker.updateComplete;
        return picker.selected;
      }, properties);
    await page.getByRole('button', { name: /^Picture / }).waitFor();
    assert.deepEqual(await set({ selected: '7, 8' }), [7, 8]);
    assert.deepEqual(await set({ selected: [9, 9, '10', -1, 2.5, 'x'] }), [9, 10]);
    await set({ accept: ['image', '.pdf'], formats: ['thumb', 'preview'] });
    const nothing = ['accept', 'formats', 'selected', 'min', 'max', 'filter', 'label', 'altField', 'rightsField'];
    for (const none of [undefined, null]) {
      assert.deepEqual(await set(Object.fromEntries(nothing.map((name) => [name, none]))), []);
      const message = page.locator('abs-picker').evaluate((picker: AbsPicker, given) => {
        picker.setCustomValidity(given as unknown as string);
        return picker.validationMessage;
      }, none);
      assert.equal(await message, '');
    }
    await page.getByRole('button', { name: 'Choose items' }).click();
    await tilesOf(page).first().waitFor();
    assert.equal(await page.getByText(/^Only:/).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('a dialog whose picker moves into the page closes without a choice', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    const answer = page.locator('abs-picker').evaluate(async (picker: AbsPicker) => await picker.open());
    await dialogOf(page).waitFor();
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.inline = true;
    });
    assert.equal(await answer, undefined);
    await page.locator('abs-picker').evaluate(async (picker: AbsPicker) => {
      picker.inline = false;
      await picker.updateComplete;
    });
    assert.equal(await dialogOf(page).count(), 0);
  });

  test('with an invalid filter the picker shows nothing, and the console says what a filter must be', async ({
    host,
  }) => {
    const page = await host.open(pickerForm());
    const [faults, complaints]: [string[], string[]] = [[], []];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const filter = (form: string) =>
      page.locator('abs-picker').evaluate((picker: AbsPicker, wanted) => {
        const cyclic: Record<string, unknown> = {};
        cyclic['node'] = cyclic;
        const forms: Record<string, unknown> = { cyclic, text: { filters: 'x' }, right: { node: 1, isDeep: true } };
        picker.filter = forms[wanted] as AbsPicker['filter'];
      }, form);
    await filter('text');
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).getByText('Something failed in this browser').waitFor();
    assert.equal(await tilesOf(page).count(), 0);
    await filter('right');
    await tilesOf(page).first().waitFor();
    await filter('cyclic');
    await dialogOf(page).getByText('Something failed in this browser').waitFor();
    assert.equal(await tilesOf(page).count(), 0);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    assert.deepEqual(faults, []);
    assert.match(complaints[0] ?? '', /^abs-picker: filter.filters must be a list of/);
    assert.match(complaints[1] ?? '', /^abs-picker: filter.node must be the ID of a node/);
  });

  test('what was begun in the dialog is dropped when the page accepts other files or sets another choice', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('multiple'));
    const set = (properties: Partial<AbsPicker>) =>
      page.locator('abs-picker').evaluate((picker: AbsPicker, given) => void Object.assign(picker, given), properties);
    await openDialog(page);
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await set({ accept: '', selected: [] });
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await set({ accept: 'image' });
    await dialogOf(page).getByText('Nothing chosen').waitFor();
    await tilesOf(page).first().click();
    await dialogOf(page).getByText('1 item chosen').waitFor();
    await set({ selected: [3, 4] });
    await dialogOf(page).getByText('2 items chosen').waitFor();
  });

  test('the dialog closes when the page turns to another service, also to one that is away', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await page.getByRole('button', { name: /^Picture / }).waitFor();
    const answer = page.locator('abs-picker').evaluate(async (picker: AbsPicker) => (await picker.open()) ?? 'nothing');
    await tilesOf(page).first().waitFor();
    await page.locator('abs-catalogue').evaluate((catalogue: AbsCatalogue, away) => {
      catalogue.src = away;
    }, host.url);
    assert.equal(await answer, 'nothing');
    await page.locator('abs-catalogue').evaluate((catalogue: AbsCatalogue, there) => {
      catalogue.src = there;
    }, host.app.url);
    await openDialog(page);
  });

  for (const [name, size, font] of [
    ['a phone on its side', { width: 812, height: 375 }, 16],
    ['400 % zoom', { width: 320, height: 256 }, 16],
    ['large letters', { width: 1280, height: 800 }, 40],
  ] as const)
    test(`the buttons of the dialog stay in sight on ${name}`, async ({ host }) => {
      const page = await host.open(pickerForm('multiple'), { viewport: size });
      await page.evaluate((pixels) => document.documentElement.style.setProperty('font-size', `${pixels}px`), font);
      await openDialog(page);
      await tilesOf(page).first().click();
      await dialogOf(page).getByRole('listitem').first().waitFor();
      const button = dialogOf(page).getByRole('button', { name: 'Choose 1 item' });
      const assertSeen = async () => {
        const box = await button.boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= size.height, JSON.stringify(box));
        await button.click({ trial: true });
      };
      await assertSeen();
      await page.locator('abs-chooser').evaluate((chooser) => chooser.scrollTo(0, 1e6));
      await assertSeen();
    });

  test('a listener of change may open the dialog again', async ({ host }) => {
    const page = await host.open(pickerForm('multiple'));
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.addEventListener('change', () => void picker.open(), { once: true });
    });
    await openDialog(page);
    await tilesOf(page).first().click();
    const picked = page
      .locator('abs-picker')
      .evaluate(
        (picker) => new Promise((resolve) => picker.addEventListener('abs-pick', () => resolve(true), { once: true })),
      );
    await dialogOf(page).getByRole('button', { name: 'Choose 1 item' }).click();
    await picked;
    await tilesOf(page).nth(1).click();
    await dialogOf(page).getByRole('button', { name: 'Choose 2 items' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    assert.equal((await entriesOf(page)).length, 2);
  });

  test('the title keeps the focus while the dialog is loaded for the first time', async ({ host }) => {
    const page = await host.open(pickerForm());
    const go = await hold(page, /chooser-element/);
    await page.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(page).getByText('Loading').first().waitFor();
    const focused = () => page.locator('abs-picker').evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.id);
    assert.equal(await focused(), 'title');
    go();
    await tilesOf(page).first().waitFor();
    assert.equal(await focused(), 'title');
  });

  test('no event of the elements within leaves the picker', async ({ host }) => {
    const page = await host.open(pickerForm());
    const names = ['abs-move', 'abs-version', 'abs-download', 'abs-query'];
    const told = await listenTo(page, ...names);
    await openDialog(page);
    await page.locator('abs-browse').evaluate((browser, all) => {
      for (const name of all)
        browser.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail: { query: {} } }));
    }, names);
    for (const name of names) assert.deepEqual(await told(name), [], name);
  });

  test('assets are ordered by dragging within one picker, and not from another one', async ({ host }) => {
    const other = '<abs-picker name="other" label="Other" multiple selected="1001,1003"></abs-picker>';
    const page = await host.open(pickerForm('multiple selected="1000,1002"').replace('</abs-catalogue>', `${other}$&`));
    const item = (picker: number, position: number) =>
      page.locator('abs-picker').nth(picker).getByRole('listitem').nth(position);
    await item(1, 1).waitFor();
    await item(1, 1).dragTo(item(0, 0));
    assert.deepEqual(await entriesOf(page), ['1000', '1002']);
    await item(0, 1).dragTo(item(0, 0));
    assert.deepEqual(await entriesOf(page), ['1002', '1000']);
  });

  test('a form knows a choice as soon as a script has set it', async ({ host }) => {
    const page = await host.open(pickerForm('multiple required selected="1000"'));
    await page.getByRole('button', { name: /^Picture / }).waitFor();
    const seen = await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      const read = () => [new FormData(picker.form ?? undefined).getAll('picture').join(), picker.checkValidity()];
      picker.value = '1002,1003';
      const byValue = read();
      picker.selected = [];
      const bySelected = read();
      picker.form?.reset();
      return [byValue, bySelected, read()];
    });
    assert.deepEqual(seen, [
      ['1002,1003', true],
      ['', false],
      ['1000', true],
    ]);
  });

  test('a form knows the rules of a choice and its name as soon as a script has set them', async ({ host }) => {
    const page = await host.open(pickerForm('selected="1000"'));
    await page.getByRole('button', { name: /^Picture / }).waitFor();
    const seen = await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      const read = (change: object) => {
        Object.assign(picker, change);
        return [[...new FormData(picker.form ?? undefined).keys()].join(), picker.checkValidity()];
      };
      return [
        read({ multiple: true, selected: [1000, 1002] }),
        read({ max: 1 }),
        read({ max: 5, min: 3 }),
        read({ min: 0, name: 'cover' }),
        read({ selected: [] }),
        read({ required: true }),
      ];
    });
    assert.deepEqual(seen, [
      ['picture,picture', true],
      ['picture,picture', false],
      ['picture,picture', false],
      ['cover,cover', true],
      ['', true],
      ['', false],
    ]);
  });

  test('an asset that is looked at says why it cannot be chosen as well', async ({ host }) => {
    const page = await host.open(pickerForm('multiple max="1"'));
    await openDialog(page);
    await tilesOf(page).first().click();
    await tilesOf(page).nth(1).dblclick();
    const choose = page.locator('abs-viewer').getByRole('button', { name: 'Choose', exact: true });
    await page.locator('abs-viewer').getByText('Choose at most 1 item.').waitFor();
    assert.equal(await choose.getAttribute('aria-disabled'), 'true');
    await choose.click({ force: true });
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await dialogOf(page).getByText('1 of 1 chosen').waitFor();
  });

  test('a viewer that could not be loaded says so, and is loaded on another try', async ({ host }) => {
    const page = await host.open(pickerForm());
    await openDialog(page);
    // Their scripts are there, so that only those of the viewer are missing.
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.getByRole('treeitem').first().waitFor();
    // So are those that load a chosen asset.
    await tilesOf(page).nth(1).click();
    await dialogOf(page).locator('.tray img').waitFor();
    await page.route(/\/shared\//, (route) => route.abort());
    await tilesOf(page).first().dblclick();
    await dialogOf(page).getByRole('alert').getByText('The catalogue cannot be reached').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(/\/shared\//);
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await page
      .locator('abs-viewer')
      .getByRole('button', { name: /^Cho(ose|sen)$/ })
      .waitFor();
  });

  test('a choice within the page whose assets could not be loaded is told after another try', async ({ host }) => {
    const page = await host.open(pickerForm('inline'));
    const told = await listenTo(page, 'abs-pick');
    await tilesOf(page).first().waitFor();
    await page.route(LISTS, (route) => route.abort());
    await tilesOf(page).first().click();
    await page.getByRole('alert').getByText('The connection failed').waitFor();
    await page.unroute(LISTS);
    await page.locator('.line').getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('alert').getByText('The connection failed').waitFor({ state: 'detached' });
    // The button goes with what it has mended.
    assert.match(await focusOf(page), /^div Items/);
    await page.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length === 1);
    assert.equal((await told('abs-pick')).length, 1);
  });

  test('pictures of the choice are loaded when they are seen, what is known of it once, and not after its removal', async ({
    host,
  }) => {
    const page = await host.open('<p>Host</p>', { elements: ['abs-catalogue.js', 'abs-picker.js'] });
    const asked: string[] = [];
    page.on('request', (request) => /search_id=1000/.test(request.url()) && asked.push(request.url()));
    const show = () =>
      page.evaluate((service) => {
        document.body.innerHTML = `<abs-catalogue src="${service}"><abs-picker label="Picture" selected="1000,1002" multiple></abs-picker></abs-catalogue>`;
      }, host.app.url);
    await show();
    assert.equal(await page.getByRole('listitem').first().locator('img').getAttribute('loading'), 'lazy');
    await openDialog(page);
    assert.equal(asked.length, 1);
    await hold(page, /search_id=1000/);
    const request = page.waitForRequest(/search_id=1000/);
    await show();
    await request;
    // Other requests of the former picker may end, too.
    const ended = page.waitForEvent('requestfailed', (failed) => /search_id=1000/.test(failed.url()));
    await page.locator('abs-picker').evaluate((picker) => picker.remove());
    await ended;
  });
});
