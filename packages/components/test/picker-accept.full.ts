/** Which files a picker accepts, as its service says, and what happens while that is asked for. */
import assert from 'node:assert/strict';
import { connect } from '../../client/src/index.ts';
import type { AbsCatalogue } from '../src/abs-catalogue.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { searchOf } from '../src/assets/asset-query.ts';
import { seriousViolations } from './support/axe.ts';
import { drawn } from './support/drawn.ts';
import { dialogOf, entriesOf, LISTS, openDialog, pickerForm, tilesOf } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('files that abs-picker accepts', () => {
  test('a filter that says the same loads nothing again, and one without a common file shows nothing', async ({
    host,
  }) => {
    const page = await host.open(pickerForm('inline accept="image"'));
    await tilesOf(page).first().waitFor();
    // The tree counts what is accepted with the same requests as the list.
    const archive = page.getByRole('treeitem', { name: /^Archive/ });
    await archive.getByText(/ items?$/).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => LISTS.test(request.url()) && asked.push(request.url()));
    const filterBy = (...values: number[]) =>
      page.locator('abs-picker').evaluate(async (picker: AbsPicker, kinds) => {
        picker.filter = { filters: [{ facet: 'fileCategory', values: kinds }] };
        await picker.updateComplete;
      }, values);
    await filterBy(1, 2);
    await filterBy(1, 2);
    await filterBy(3);
    await page.getByText('Nothing here').first().waitFor();
    assert.deepEqual(
      asked.filter((address) => !/search_id=(&|$)/.test(address)),
      [],
    );
  });

  test('the list of a dialog stays while another language or token asks again what is accepted', async ({ host }) => {
    const page = await host.open(pickerForm('accept="image,.pdf"'));
    await openDialog(page);
    const list = await page.locator('abs-browse').elementHandle();
    await page.getByRole('combobox', { name: 'Search' }).fill('a');
    const accepted = page.waitForResponse(/search_facets=2/);
    await page.locator('abs-catalogue').evaluate((catalogue: AbsCatalogue) => {
      catalogue.locale = 'de';
    });
    await dialogOf(page).getByRole('button', { name: 'Abbrechen' }).waitFor();
    await page.getByRole('combobox', { name: 'Suche' }).waitFor();
    await (await accepted).finished();
    await drawn(page);
    assert.equal(await list?.evaluate((element) => element.isConnected), true);
    assert.equal(await page.getByRole('combobox', { name: 'Suche' }).inputValue(), 'a');
  });

  test('kinds and extensions together need the facet of extensions, and say which files a short one leaves out', async ({
    host,
  }) => {
    const plain = await openHost({ ABS_FACETS_ENABLED: 'false' });
    const refused = await plain.open(pickerForm('accept="image,.pdf"'));
    const complaints: string[] = [];
    refused.on('console', (message) => complaints.push(message.text()));
    await refused.getByRole('button', { name: /^Picture / }).click();
    await dialogOf(refused).getByText('This catalogue cannot be restricted to these files.').waitFor();
    assert.match(complaints.join('\n'), /accept mixes kinds with extensions .* facet fileExtensions/);
    assert.deepEqual(await seriousViolations(refused), []);

    const short = await openHost({ ABS_FACETS_LIMIT: '1' });
    const page = await short.open(pickerForm('accept="image,.pdf"'));
    await openDialog(page);
    await dialogOf(page)
      .getByText(/^\d+ matching files? (is|are) not shown\.$/)
      .waitFor();

    const all = await host.open(pickerForm('accept="image,.pdf"'));
    await openDialog(all);
    assert.equal(await dialogOf(all).getByText('not shown').count(), 0);

    // Only files within the filter of the picker count, and of them none whose extension is accepted by name.
    const before = { uploaded: { before: '2024-06-30' } };
    const images = searchOf({ ...before, filters: [{ facet: 'fileCategory', values: [1] }] });
    const fields = { search_facets: 2, facet_fields: 'fileExtensions', paginate: 1 } as const;
    const { facets } = await connect(host.app.url).node.search({ ...images, ...fields });
    const [first, second, ...others] = facets?.['fileExtensions'] ?? [];
    assert.ok(first && second);
    const left = others.reduce((sum, { count }) => sum + count, 0);
    const within = await short.open(pickerForm(`accept="image,.${second.id}"`));
    await within
      .locator('abs-picker')
      .evaluate((picker: AbsPicker, filter) => Object.assign(picker, { filter }), before);
    await openDialog(within);
    await dialogOf(within).getByText(`${left} matching`).waitFor();
  });

  test('the tree counts the files that are accepted, also in nodes that are opened, and 0 where none is', async ({
    host,
  }) => {
    const { node } = connect(host.app.url);
    const page = await host.open(pickerForm('inline accept="image"'), { viewport: { width: 1280, height: 1000 } });
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    // The folders of the demo.
    const trees = await node.tree({ tree: -1, kind: 101, with_root: true, depth: 2 });
    const top = trees.find(({ children }) => children.length > 0);
    assert.ok(top);
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

  test('where nothing is accepted, no message speaks of filters that nobody has set', async ({ host }) => {
    const page = await host.open(pickerForm('inline accept=".none"'));
    await page.getByText('Nothing here').waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('word');
    // Whoever reads this could also read of filters, or remove them.
    await page.getByText('No items have all these words.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove all filters' }).count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('a script that does not arrive is a connection that failed, and another try goes on', async ({ host }) => {
    const page = await host.open(pickerForm('accept="image/*,.pdf"'));
    const unreachable = dialogOf(page).getByText('The connection failed. Check it, and try again.');
    await page.route(/accept-mixture|picked-asset/, (route) => route.abort());
    await page.getByRole('button', { name: /^Picture / }).click();
    await unreachable.waitFor();
    await page.unroute(/accept-mixture|picked-asset/);
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await tilesOf(page).first().click();
    await page.route(/picked-asset/, (route) => route.abort());
    await dialogOf(page).getByRole('button', { name: 'Choose', exact: true }).click();
    await unreachable.waitFor();
    await page.unroute(/picked-asset/);
    await dialogOf(page).getByRole('button', { name: 'Choose', exact: true }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    assert.equal((await entriesOf(page)).length, 1);
  });
});
