/** The tree of nodes: by keyboard, with many and odd nodes, and where the page leads it. */
import assert from 'node:assert/strict';
import { expect, type Page, type Route } from '@playwright/test';
import type { AbsTree } from '../src/abs-tree.ts';
import { refuse } from './support/answers.ts';
import type { Host } from './support/host.ts';
import { LEVELS, LONG_NAME, LOWEST, MARKUP_NAME, prepareNodes, SIBLINGS, WIDE } from './support/many-nodes.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('abs-tree', () => {
  test.use({ service: { catalogue: prepareNodes } });

  /** Opens a tree as high as the screen. */
  async function openTree(host: Host, attributes = '', properties: Partial<AbsTree> = {}): Promise<Page> {
    const page = await host.open(
      `<abs-catalogue src="$SERVICE" locale="en"><div><abs-tree ${attributes}></abs-tree></div></abs-catalogue>`,
      { viewport: { width: 320, height: 700 } },
    );
    await page.locator('abs-tree').evaluate((tree: AbsTree, given) => {
      (tree.parentElement as HTMLElement).style.height = '95vh';
      Object.assign(tree, given);
    }, properties);
    await page.getByRole('treeitem').first().waitFor();
    return page;
  }

  const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });

  const reveal = (page: Page, id: number) =>
    page
      .locator('abs-tree')
      .evaluate(async (tree: AbsTree, wanted) => (await tree.reveal(wanted)).map(({ name }) => name), id);

  const setNode = (page: Page, nodeId: number) => set(page, 'abs-tree', { nodeId });

  /** Waits until a row is wholly within the tree. */
  async function isOnScreen(page: Page, name: string): Promise<void> {
    await page.waitForFunction((wanted) => {
      const scroller = document.querySelector('abs-tree')?.shadowRoot?.querySelector('.scroller');
      const rows = [...(scroller?.querySelectorAll('.row:not(.away)') ?? [])];
      const found = rows.find((each) => each.querySelector('.name')?.textContent === wanted)?.getBoundingClientRect();
      const screen = scroller?.getBoundingClientRect();
      return found && screen && found.top >= screen.top - 1 && found.bottom <= screen.bottom + 1;
    }, name);
  }

  test.describe('of the sample', () => {
    test.use({ service: {} });

    test('a node is found and chosen by keyboard alone, in each of its types', async ({ host }) => {
      const page = await host.open('<abs-catalogue src="$SERVICE"><abs-tree></abs-tree></abs-catalogue>');
      const told = await listenTo(page, 'abs-node');
      await row(page, 'Archive').waitFor();
      await page.keyboard.press('Tab');
      await page.getByRole('tab', { name: 'Folders', selected: true }).waitFor();
      for (const key of ['Tab', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
      await expect(row(page, 'img10')).toHaveAttribute('aria-level', '2');
      await page.keyboard.type('img10');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => told('abs-node'))
        .toEqual([{ node: { id: 2, type: 101, name: 'img10', assets: 3, children: [] } }]);
      await row(page, 'Below img10').waitFor();
      for (const key of ['Shift+Tab', 'ArrowLeft']) await page.keyboard.press(key);
      await row(page, 'Nature').waitFor();
    });
  });

  test('choosing a node fires one event, opening by the arrow none, all nodes one without any', async ({ host }) => {
    const page = await openTree(host);
    const told = await listenTo(page, 'abs-node');
    await row(page, 'Archive').locator('.twist').click();
    await row(page, 'img10').click();
    await row(page, 'All items').click();
    const nodes = await told('abs-node');
    const ids = nodes.map(({ node }) => (node as { id: number } | undefined)?.id);
    assert.deepEqual(ids, [2, undefined]);
  });

  test('of thousands of siblings only those around the screen are elements; all can be reached', async ({ host }) => {
    const page = await openTree(host);
    await row(page, 'Wide').click();
    await expect(row(page, 'Sibling 0001')).toHaveAttribute('aria-setsize', String(SIBLINGS));
    await expect.poll(async () => (await page.getByRole('treeitem').count()) < 100).toBeTruthy();
    await page.getByRole('tree').focus();
    await reveal(page, WIDE + 4321);
    await isOnScreen(page, 'Sibling 4321');
    const active = await page.getByRole('tree').getAttribute('aria-activedescendant');
    await expect(row(page, 'Sibling 4321')).toHaveAttribute('id', String(active));
    await page.keyboard.press('End');
    await isOnScreen(page, `Sibling ${SIBLINGS}`);
    await page.keyboard.press('Home');
    await isOnScreen(page, 'All items');
    // The active row exists even after it was scrolled away.
    await page.getByRole('tree').evaluate((tree) => {
      tree.scrollTop = 50_000;
    });
    await row(page, 'Sibling 1390').waitFor();
    const away = await page.getByRole('tree').getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${away}"]`)).toHaveAttribute('aria-level', '1');
  });

  test('a node on a deep level is revealed with its path, one of no tree changes nothing', async ({ host }) => {
    const page = await openTree(host);
    await page.route(/[?&]deep_link=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await assert.rejects(reveal(page, LOWEST), 'its path cannot be loaded');
    await page.unroute(/[?&]deep_link=/);
    const path = await reveal(page, LOWEST);
    assert.deepEqual([path.length, path.at(-1)], [LEVELS, `Level ${LEVELS}`]);
    await isOnScreen(page, `Level ${LEVELS}`);
    assert.deepEqual(await reveal(page, 999_999), []);
    assert.deepEqual(await reveal(page, 6), []);
    assert.deepEqual(await reveal(page, 33), ['Nature', 'Applewood']);
    await isOnScreen(page, 'Applewood');
    await page.getByRole('tab', { name: 'Keywords', selected: true }).waitFor();
  });

  test('the node that the page sets is revealed, also before the catalogue is ready or when busy', async ({ host }) => {
    const page = await openTree(host, 'node-id="31"');
    await page.getByRole('treeitem', { name: 'Red apples', selected: true }).waitFor();
    // The client itself tries three times more.
    await refuse(page, /[?&]deep_link=/, 4, 0);
    await setNode(page, 5);
    await page.getByRole('treeitem', { name: 'Below img10', selected: true }).waitFor();
    await isOnScreen(page, 'Below img10');
  });

  test('a type that the person chooses stays when the answer comes for a node of another type', async ({ host }) => {
    const page = await openTree(host);
    const asked = Promise.withResolvers<Route>();
    await page.route(/[?&]deep_link=/, asked.resolve);
    const revealed = reveal(page, LOWEST);
    const route = await asked.promise;
    await page.getByRole('tab', { name: 'Keywords' }).click();
    await route.continue();
    assert.deepEqual(await revealed, []);
    await page.getByRole('tab', { name: 'Keywords', selected: true }).waitFor();
  });

  test('a tree has the roots that the page sets, whatever their types', async ({ host }) => {
    const page = await openTree(host, 'hides-all', { roots: [2, 31] });
    await row(page, 'Red apples').waitFor();
    await expect(page.getByRole('treeitem')).toHaveCount(2);
    await expect(page.getByRole('tablist')).toHaveCount(0);
    assert.deepEqual(await reveal(page, 32), ['Red apples', 'Boskoop']);
  });

  test('names are text: long ones wrap, markup has no effect, each has its direction', async ({ host }) => {
    const page = await openTree(host);
    await row(page, 'Odd names').click();
    await row(page, MARKUP_NAME).waitFor();
    const box = await row(page, LONG_NAME).boundingBox();
    assert.ok(box && box.width <= 320 && box.height > 40 && box.height < 120);
    const arabic = page.getByRole('treeitem').filter({ hasText: 'مجموعة' }).locator('.name');
    await expect(arabic).toHaveCSS('direction', 'rtl');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('a tree and a branch that cannot be loaded say so in their place, and try again', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE" locale="en"></abs-catalogue>', {
      elements: ['abs-catalogue.js', 'abs-tree.js'],
    });
    const roots = /tree=-1/;
    await page.route(roots, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.locator('abs-catalogue').evaluate((catalogue) => catalogue.append(document.createElement('abs-tree')));
    await page.getByText('The answer cannot be read').waitFor();
    await page.unroute(roots);
    await page.getByRole('button', { name: 'Try again' }).click();
    const below = /tree=2000\d/;
    await page.route(below, (route) => route.fulfill({ status: 500, body: 'no' }));
    await row(page, 'Level 1').locator('.twist').click();
    await row(page, 'Level 2').locator('.twist.opens').click();
    await row(page, 'Could not be loaded. Try again').waitFor();
    await page.unroute(below);
    await page.getByRole('tree').focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await row(page, 'Level 3').waitFor();
  });

  test('the asterisk opens all siblings, with one request', async ({ host }) => {
    const page = await openTree(host, 'type="103"');
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('tree=') && requests.push(request.url()));
    await page.getByRole('tree').focus();
    for (const key of ['ArrowDown', '*']) await page.keyboard.press(key);
    // Both siblings are there before the answer, but only the answer tells that one has nothing below it.
    await page.locator('abs-tree [role=treeitem]:not([aria-expanded])', { hasText: 'Applewood' }).waitFor();
    await page.getByRole('treeitem', { name: 'Red apples', expanded: false }).waitFor();
    for (const key of ['ArrowDown', '*']) await page.keyboard.press(key);
    await row(page, 'Boskoop').waitFor();
    assert.equal(requests.length, 1);
  });
});
