/** The elements in pages of others: hostile styles, two catalogues, JSONP, and scripts in any order, late, twice, or alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type {} from '../src/index.ts';
import { drawn } from './support/drawn.ts';
import type { Host } from './support/host.ts';
import { oneScript } from './support/one-script.ts';
import { test } from './support/test.ts';

const JSONP = readFileSync(new URL('../../../examples/jsonp/media.js', import.meta.url), 'utf8');

const ELEMENTS = `<abs-catalogue src="$SERVICE" locale="en"><abs-search></abs-search><abs-tree></abs-tree>
  <abs-facets></abs-facets><abs-grid></abs-grid><abs-details asset-id="1000"></abs-details>
  <abs-picker label="Pictures"></abs-picker></abs-catalogue>`;

const HOSTILE = `
  div, span, p, ul, li, button, input, form, label, img, svg, h1, h2, h3, dialog, [role], [class] {
    display: none !important; position: fixed !important; width: 3px !important; color: red !important;
    background: lime !important; border: 9px solid red !important; font: 60px cursive !important; opacity: 0 !important;
  }
  ::before, ::after { content: 'hostile' !important; }
  body * {
    color: red; font: 40px/3 cursive; letter-spacing: 9px; word-spacing: 9px; text-transform: uppercase; text-indent: 3em;
    text-align: end; text-align-last: end; text-shadow: 0 0 9px red; -webkit-text-fill-color: red; white-space: pre;
    word-break: break-all; hyphens: auto; cursor: none;
  }`;

/** What parts of the elements inherit. */
const INHERITED =
  `color font-size font-family line-height letter-spacing word-spacing text-transform text-indent text-align
  text-align-last text-shadow -webkit-text-fill-color white-space word-break hyphens cursor`.split(/\s+/);

test.describe('elements in pages of others', () => {
  /** Text, size and colours of what stands within the elements. */
  async function looksOf(page: Page): Promise<readonly string[]> {
    await page.locator('abs-grid .picture img').first().waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await page.locator('abs-facets input[type=checkbox]').first().waitFor();
    // Parts that appear one after the other, after the title.
    await page.locator('abs-details #write-review').waitFor();
    await page.locator('abs-details .none, abs-details .reviews[aria-busy="false"]').first().waitFor();
    await page.locator('abs-details .places[aria-busy="false"] button').first().waitFor();
    return await page.evaluate(
      (inherited) =>
        ['abs-search', 'abs-tree', 'abs-facets', 'abs-details', 'abs-picker'].flatMap((name) =>
          [...(document.querySelector(name)?.shadowRoot?.querySelectorAll('button, input, h2, h3, .name') ?? [])].map(
            (element) => {
              const style = getComputedStyle(element);
              const text = inherited.map((property) => `${property}: ${style.getPropertyValue(property)}`);
              return [name, element.localName, style.display, style.opacity, style.backgroundColor, ...text].join('; ');
            },
          ),
        ),
      INHERITED,
    );
  }

  test('rules of the page for elements, roles and classes change nothing within them', async ({ host }) => {
    const setStyle = (page: Page, css: string) =>
      page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
    const calm = 'abs-grid { block-size: 300px }';
    const page = await host.open(ELEMENTS);
    await setStyle(page, calm);
    const expected = await looksOf(page);
    assert.ok(expected.length > 20, `${expected.length} parts`);
    await setStyle(page, calm + HOSTILE);
    assert.deepEqual(await looksOf(page), expected);
  });

  test('two catalogues on a page each have their service, language, theme and queries', async ({ host, openHost }) => {
    const { app: other } = await openHost({ ABS_BRANDING_NAME: 'Other' });
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${host.app.url} ${other.url};
      img-src ${host.app.url} ${other.url} data: blob:`.replaceAll(/\s+/g, ' ');
    const page = await host.open(
      `<section><abs-catalogue id="one" src="$SERVICE" locale="en" theme="light">
        <abs-search></abs-search><abs-grid></abs-grid></abs-catalogue></section>
      <section><abs-catalogue id="two" src="${other.url}" locale="de" theme="dark">
        <abs-search></abs-search><abs-grid></abs-grid></abs-catalogue></section>`,
      { policy },
    );
    await page.evaluate(() => {
      for (const grid of document.querySelectorAll('abs-grid')) {
        grid.style.blockSize = '300px';
        grid.parentElement?.addEventListener('abs-query', ({ detail }) => {
          grid.query = detail.query;
        });
      }
    });
    const [one, two] = [page.locator('#one'), page.locator('#two')];
    await one.locator('.picture img').first().waitFor();
    await two.locator('.picture img').first().waitFor();
    // The grids have their height when they have been drawn again.
    await drawn(page);
    const before = await two.getByRole('option').count();
    await one.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await expect(one.locator('abs-grid')).toHaveJSProperty('total', 1);
    assert.equal(await two.getByRole('option').count(), before);
    await expect(two.getByRole('combobox', { name: 'Suche' })).toHaveValue('');
    const sources = await two
      .locator('.picture img')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
    assert.ok(sources.length > 0 && sources.every((source) => source.startsWith(other.url)));
    const grounds = await page.evaluate(() =>
      ['one', 'two'].map((id) => getComputedStyle(document.getElementById(id) ?? document.body).backgroundColor),
    );
    assert.notEqual(grounds[0], grounds[1]);
  });

  test('where a page may only load scripts, JSONP shows pictures, elements say so', async ({ host, openHost }) => {
    // The service lets pages of another origin alone read its answers; scripts and pictures need no permission.
    const { app: closed } = await openHost({ ABS_CORS_ORIGINS: 'https://www.example' });
    const policy = `default-src 'none'; script-src 'self' 'unsafe-inline' ${closed.url}; style-src 'self';
      connect-src ${closed.url}; img-src ${closed.url} data:`.replaceAll(/\s+/g, ' ');
    const page = await host.open(
      `<table><tr><td><div class="media" id="media" data-service="${closed.url}/" data-search=""></div></td>
      <td><abs-catalogue src="${closed.url}/" locale="en"><abs-grid></abs-grid></abs-catalogue></td></tr></table>
      <script>${JSONP}</script>`,
      { policy },
    );
    await page.locator('#media a img').first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('#media img')].every(({ naturalWidth }) => naturalWidth > 0),
    );
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});

test.describe('the definitions of the elements', () => {
  /** Opens a page without scripts, to which `add` adds them. `reports` has what the page says in the console. */
  async function openPage(host: Host, body: string) {
    const page = await host.open(body, { elements: [] });
    const reports: string[] = [];
    page.on('pageerror', (error) => reports.push(String(error)));
    page.on('console', (message) => reports.push(message.text()));
    let count = 0;
    const add = async (script: string) => {
      const path = `/elements/script-${count++}.js`;
      await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
      await page.addScriptTag({ type: 'module', url: path });
    };
    return { page, reports, add };
  }

  const load = (page: Page, name: string) => page.addScriptTag({ type: 'module', url: `/elements/${name}.js` });

  test('elements that are defined before abs-catalogue show its catalogue', async ({ host }) => {
    const { page, reports, add } = await openPage(
      host,
      '<abs-catalogue src="$SERVICE" locale="en"><abs-basket></abs-basket></abs-catalogue>',
    );
    const script = await oneScript('index.ts');
    const places = ['abs-basket', 'abs-catalogue'].map((name) => script.search(new RegExp(`define\\d*\\("${name}"`)));
    assert.ok(places.every((place) => place > 0) && Number(places[0]) < Number(places[1]), String(places));
    await add(script);
    await page.getByRole('button', { name: 'Basket' }).waitFor();
    assert.deepEqual(reports, []);
  });

  test('an element outside of any catalogue is named in the console, once', async ({ host }) => {
    const { page, reports } = await openPage(
      host,
      '<abs-search></abs-search><abs-catalogue src="$SERVICE" locale="en"><abs-chips></abs-chips></abs-catalogue>',
    );
    await load(page, 'abs-search');
    await load(page, 'abs-chips');
    await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'attached' });
    assert.equal(reports.length, 1, reports.join('\n'));
    assert.match(String(reports[0]), /^abs-search has no abs-catalogue /);
  });
});
