import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import type {} from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

/** Most bytes of script, compressed with Brotli, until somebody can choose in the list of an opened picker. */
const MOST_SCRIPT = 45_000;

test.describe('abs-picker in a browser', () => {
  test('assets are chosen, ordered and sent with a form by keyboard alone', async ({ host }) => {
    const page = await host.open(`<form><abs-catalogue src="$SERVICE">
      <abs-picker name="picture" label="Pictures" multiple required max="3" accept="image"></abs-picker>
      </abs-catalogue></form>`);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const told = await listenTo(page, 'abs-pick', 'abs-query', 'abs-select', 'abs-close', 'change');
    const entries = () =>
      page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('picture'));
    const picker = page.locator('abs-picker');
    const message = () =>
      picker.evaluate((element) => (element as HTMLElementTagNameMap['abs-picker']).validationMessage);
    await page.getByRole('button', { name: 'Pictures Choose items' }).waitFor();
    assert.equal(await message(), 'Choose at least 1 item.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    await dialog.locator('abs-grid').getByRole('option').first().waitFor();
    await dialog.getByRole('listbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await dialog.getByText('2 of 3 chosen').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const chosen = dialog.getByRole('list', { name: 'Chosen items' }).getByRole('listitem');
    const ids = await chosen.evaluateAll((items) => items.map((item) => item.getAttribute('data-id')));
    await chosen
      .nth(1)
      .getByRole('button', { name: /earlier$/ })
      .press('Enter');
    await dialog.getByText(/is now at position 1 of 2/).waitFor();
    await dialog.getByRole('button', { name: 'Choose 2 items' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const ordered = ids.toReversed();
    assert.deepEqual(await entries(), ordered);
    assert.equal(await message(), '');
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'abs-picker');
    const [pick] = await told('abs-pick');
    assert.partialDeepStrictEqual(pick, { ids: ordered.map(Number) });
    const asset = (pick as { assets: Record<string, unknown>[] }).assets[0];
    assert.partialDeepStrictEqual(asset, {
      id: Number(ordered[0]),
      type: 1,
      alt: '',
      rights: '',
      expires: '2030-01-01T00:00:00.000Z',
    });
    assert.match(JSON.stringify(asset?.['renditions']), /"format":"preview".*"srcset":"http/);
    assert.equal((await told('change')).length, 1);
    for (const inner of ['abs-query', 'abs-select']) assert.deepEqual(await told(inner), []);
    assert.deepEqual(complaints, []);
    assert.deepEqual(await seriousViolations(page), []);
  });

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
    await page.getByRole('button', { name: 'Picture Choose an item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.locator('abs-grid').getByRole('option').first().click();
    await dialog.getByText('1 item chosen').waitFor();
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    assert.deepEqual([...sizes.keys()].toSorted(), files.toSorted());
    assert.ok(bytes > 10_000 && bytes <= MOST_SCRIPT, `${bytes} bytes in ${sizes.size} files`);
  });
});
