/** Names and alternative texts from the information fields that the service is configured with. */
import assert from 'node:assert/strict';
import type {} from '../src/abs-picker.ts';
import { pageViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

/** A season in place of file names, and titles as alternative texts. */
const FIELDS = { ABS_ASSET_NAME_FIELD: 105, ABS_ASSET_ALT_FIELD: 100 };

test.describe('configured names and alternative texts', () => {
  let own: PageHost;
  let host: Host;
  test.beforeAll(async () => {
    own = await openPageHost(FIELDS);
    host = await openHost(FIELDS);
  });
  test.afterAll(async () => {
    await own?.[Symbol.asyncDispose]();
    await host?.[Symbol.asyncDispose]();
  });

  test('the page shows the names, and tells screen readers the alternative texts', async ({ host }) => {
    const page = await own.open('/#ids=1000.1001');
    await page.getByRole('option', { name: 'Summer, Dawn, Image' }).click();
    await page.getByRole('heading', { name: 'Summer', level: 2 }).first().waitFor();
    await page.getByRole('img', { name: 'Dawn', exact: true }).first().waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.goto(`${own.app.url}/#asset=1002`);
    await page.reload();
    const related = page.locator('abs-details').getByRole('img', { name: 'Dawn', exact: true });
    await related.waitFor();
    // A file without such values keeps its name.
    await page.getByRole('img', { name: 'img10.png' }).first().waitFor();
    const searched = await own.open('/');
    await searched.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await searched
      .locator('abs-search')
      .getByRole('option', { name: /Summer/ })
      .waitFor();
  });

  test('a picker returns the alternative text, or that of its own field', async ({ host }) => {
    const page = await host.visit(
      `<abs-catalogue src="$SERVICE" locale="en"><abs-picker label="Pictures" multiple selected="1000"></abs-picker></abs-catalogue>`,
    );
    const told = await listenTo(page, 'abs-pick');
    const pick = async (attributes: Record<string, string>) => {
      const picker = page.locator('abs-picker');
      await picker.evaluate((element, given) => {
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
        void (element as HTMLElementTagNameMap['abs-picker']).open();
      }, attributes);
      await page.getByRole('dialog').getByRole('button', { name: 'Choose 1 item' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const picks = (await told('abs-pick')) as unknown as { assets: { alt: string; rights: string }[] }[];
      const [asset] = picks.at(-1)?.assets ?? [];
      return [asset?.alt, asset?.rights];
    };
    assert.deepEqual(await pick({}), ['Dawn', '']);
    assert.deepEqual(await pick({ 'alt-field': 'info_105', 'rights-field': 'info_100' }), ['Summer', 'Dawn']);
  });
});
