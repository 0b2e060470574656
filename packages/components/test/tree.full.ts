import assert from 'node:assert/strict';
import type { Page, Route } from '@playwright/test';
import type { AbsTree } from '../src/abs-tree.ts';
import { seriousViolations, violationsInThemes } from './support/axe.ts';
import type { Host, HostPageOptions } from './support/host.ts';
import { LEVELS, LONG_NAME, LOWEST, MARKUP_NAME, prepareNodes, SIBLINGS, WIDE } from './support/many-nodes.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('abs-tree with many and odd nodes', () => {
  test.use({ service: { catalogue: prepareNodes } });

  /** Opens a tree as high as the screen. */
  async function openTree(
    { attributes = '', ...options }: HostPageOptions & { readonly attributes?: string } = {},
    properties: Partial<AbsTree> = {},
  ): Promise<Page> {
    const page = await host.open(
      `<abs-catalogue src="$SERVICE" locale="en"><div><abs-tree ${attributes}></abs-tree></div></abs-catalogue>`,
      { viewport: { width: 320, height: 700 }, ...options },
    );
    await page.locator('abs-tree').evaluate((tree: AbsTree, given) => {
      (tree.parentElement as HTMLElement).style.height = '95vh';
      Object.assign(tree, given);
    }, properties);
    await page.getByRole('treeitem').first().waitFor();
    return page;
  }

  const reveal = (page: Page, id: number) =>
    page
      .locator('abs-tree')
      .evaluate(async (tree: AbsTree, wanted) => (await tree.reveal(wanted)).map(({ name }) => name), id);

  test('of thousands of siblings only those around the screen are elements, and all can be reached', async ({
    host,
  }) => {
    const page = await openTree();
    await page.getByRole('treeitem', { name: 'Wide' }).click();
    const first = page.getByRole('treeitem', { name: 'Sibling 0001' });
    await first.waitFor();
    assert.equal(await first.getAttribute('aria-setsize'), String(SIBLINGS));
    assert.ok((await page.getByRole('treeitem').count()) < 100);
    await page.getByRole('tree').focus();
    await reveal(page, WIDE + 4321);
    const found = page.getByRole('treeitem', { name: 'Sibling 4321' });
    await found.waitFor();
    await assertOnScreen(page, 'Sibling 4321');
    const active = await page.getByRole('tree').getAttribute('aria-activedescendant');
    assert.equal(await found.getAttribute('id'), active);
    await page.keyboard.press('End');
    await assertOnScreen(page, `Sibling ${SIBLINGS}`);
    await page.keyboard.press('Home');
    await assertOnScreen(page, 'All items');
  });

  test('scrolling through thousands of siblings leaves no nodes behind, not even comments', async ({ host }) => {
    const page = await openTree();
    await page.getByRole('treeitem', { name: 'Wide' }).click();
    await page.getByRole('treeitem', { name: 'Sibling 0001' }).waitFor();
    const max = await page.locator('abs-tree').evaluate(async ({ shadowRoot }) => {
      const list = shadowRoot?.querySelector('.scroller');
      if (!shadowRoot || !list) throw new Error('no tree');
      let found = 0;
      for (let step = 0; step < 60; step += 1) {
        list.scrollTop += 2000;
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_ALL);
        let count = 0;
        while (walker.nextNode()) count += 1;
        found = Math.max(found, count);
      }
      return found;
    });
    assert.ok(max < 1500, `${max} nodes`);
  });

  test('the active row exists even after it was scrolled away', async ({ host }) => {
    const page = await openTree();
    await page.getByRole('treeitem', { name: 'Wide' }).click();
    await page.getByRole('treeitem', { name: 'Sibling 0001' }).waitFor();
    await page.getByRole('tree').evaluate((tree) => {
      tree.scrollTop = 50_000;
    });
    await page.getByRole('treeitem', { name: 'Sibling 1390' }).waitFor();
    const active = await page.getByRole('tree').getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-level'), '1');
    assert.deepEqual(await violationsInThemes(page), []);
  });

  test('a node on a deep level is revealed with its path, and one that no tree shows leaves the tree as it is', async ({
    host,
  }) => {
    const page = await openTree();
    const path = await reveal(page, LOWEST);
    assert.equal(path.length, LEVELS);
    assert.equal(path.at(-1), `Level ${LEVELS}`);
    await assertOnScreen(page, `Level ${LEVELS}`);
    assert.deepEqual(await reveal(page, 999_999), []);
    assert.deepEqual(await reveal(page, 6), []);
    assert.deepEqual(await reveal(page, 33), ['Nature', 'Applewood']);
    await assertOnScreen(page, 'Applewood');
    assert.equal(await page.getByRole('tab', { name: 'Keywords', selected: true }).count(), 1);
  });

  test('the node that the page sets is revealed, even if it was set before the catalogue was ready', async ({
    host,
  }) => {
    const page = await openTree({ attributes: 'node-id="31"' });
    const apples = page.getByRole('treeitem', { name: 'Red apples', selected: true });
    await apples.waitFor();
    await page.locator('abs-tree').evaluate((tree: AbsTree) => {
      tree.nodeId = 5;
    });
    await page.getByRole('treeitem', { name: 'Below img10', selected: true }).waitFor();
  });

  test('a tree has the roots that the page sets, whatever their types', async ({ host }) => {
    const page = await openTree({ attributes: 'hides-all' }, { roots: [2, 31] });
    await page.getByRole('treeitem', { name: 'Red apples' }).waitFor();
    assert.equal(await page.getByRole('treeitem').count(), 2);
    assert.equal(await page.getByRole('tablist').count(), 0);
    assert.deepEqual(await reveal(page, 32), ['Red apples', 'Boskoop']);
  });

  test('names are shown as text: long ones wrap, markup has no effect, and right-to-left names have their direction', async ({
    host,
  }) => {
    const page = await openTree();
    await page.getByRole('treeitem', { name: 'Odd names' }).click();
    await page.getByRole('treeitem', { name: MARKUP_NAME }).waitFor();
    const long = page.getByRole('treeitem', { name: LONG_NAME });
    const box = await long.boundingBox();
    assert.ok(box && box.width <= 320 && box.height > 40 && box.height < 120);
    const arabic = page.getByRole('treeitem').filter({ hasText: 'مجموعة' }).locator('.name');
    assert.equal(await arabic.evaluate((name) => getComputedStyle(name).direction), 'rtl');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(await violationsInThemes(page), []);
  });

  test('a branch that cannot be loaded says so in its place, and tries again', async ({ host }) => {
    const page = await openTree();
    const below = /tree=2000\d/;
    await page.route(below, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByRole('treeitem', { name: 'Level 1' }).locator('.twist').click();
    await page.getByRole('treeitem', { name: 'Level 2' }).locator('.twist.opens').click();
    const failed = page.getByRole('treeitem', { name: 'Could not be loaded. Try again' });
    await failed.waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.unroute(below);
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Level 3' }).waitFor();
  });

  test('a tree that cannot be loaded says why, and tries again', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"></abs-catalogue>', {
      elements: ['abs-catalogue.js', 'abs-tree.js'],
    });
    await page.route('**/node.do?*tree=-1*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.locator('abs-catalogue').evaluate((catalogue) => catalogue.append(document.createElement('abs-tree')));
    await page.getByText('The answer cannot be read').waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.unroute('**/node.do?*tree=-1*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
  });

  test('the asterisk opens all siblings, with one request', async ({ host }) => {
    const page = await openTree({ attributes: 'type="103"' });
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('tree=') && requests.push(request.url()));
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('*');
    // Both siblings are there before the answer, but only the answer tells that one has nothing below it.
    await page.locator('abs-tree [role=treeitem]:not([aria-expanded])', { hasText: 'Applewood' }).waitFor();
    await page.getByRole('treeitem', { name: 'Red apples', expanded: false }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('*');
    await page.getByRole('treeitem', { name: 'Boskoop' }).waitFor();
    assert.equal(requests.length, 1);
  });

  test('siblings that the asterisk opens can be asked for again one by one while their answer is awaited', async ({
    host,
  }) => {
    const page = await openTree();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await page.route(/[?&]tree=20002&/, () => {});
    await page.getByRole('treeitem', { name: 'Level 1' }).locator('.twist').click();
    const parent = page.getByRole('treeitem', { name: 'Level 2' });
    await parent.locator('.twist.opens').click();
    await page.getByRole('treeitem', { name: 'Level 3' }).waitFor();
    assert.equal(await parent.getAttribute('aria-busy'), 'true');
    await page.getByRole('tree').focus();
    for (const key of ['ArrowDown', '*', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('treeitem', { name: 'Loading' }).waitFor();
    assert.equal(await parent.getAttribute('aria-busy'), null);
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Level 4' }).waitFor();
  });

  test('a node whose path a busy service refuses is revealed as soon as the service allows it', async ({ host }) => {
    const page = await openTree();
    let refused = 0;
    // The client itself tries three times more.
    await page.route(/[?&]deep_link=/, async (route) => {
      refused += 1;
      if (refused > 4) return await route.fallback();
      const headers = { 'retry-after': '0', 'access-control-allow-origin': '*' };
      return await route.fulfill({ status: 503, headers, body: '' });
    });
    await page.locator('abs-tree').evaluate((tree: AbsTree) => {
      tree.nodeId = 31;
    });
    await page.getByRole('treeitem', { name: 'Red apples', selected: true }).waitFor();
    await assertOnScreen(page, 'Red apples');
  });

  test('a type that the person chooses stays when the answer comes for a node of another type', async ({ host }) => {
    const page = await openTree();
    const asked = Promise.withResolvers<Route>();
    await page.route(/[?&]deep_link=/, asked.resolve);
    const revealed = reveal(page, LOWEST);
    const route = await asked.promise;
    await page.getByRole('tab', { name: 'Keywords' }).click();
    await route.continue();
    assert.deepEqual(await revealed, []);
    assert.equal(await page.getByRole('tab', { name: 'Keywords', selected: true }).count(), 1);
  });

  test('a reveal whose path cannot be loaded is rejected', async ({ host }) => {
    const page = await openTree();
    await page.route(/[?&]deep_link=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await assert.rejects(reveal(page, LOWEST));
  });

  test('in a page written from right to left, the left arrow key opens a node', async ({ host }) => {
    const page = await openTree({ attributes: 'dir="rtl"' });
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('treeitem', { name: 'img10' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'img10' }).waitFor({ state: 'detached' });
  });

  test('choosing a node fires one event, opening by the arrow none, and the line for all nodes one without a node', async ({
    host,
  }) => {
    const page = await openTree();
    const told = await listenTo(page, 'abs-node');
    await page.getByRole('treeitem', { name: 'Archive' }).locator('.twist').click();
    await page.getByRole('treeitem', { name: 'img10' }).click();
    await page.getByRole('treeitem', { name: 'All items' }).click();
    const nodes = await told('abs-node');
    assert.deepEqual(
      nodes.map(({ node }) => (node as { id: number } | undefined)?.id),
      [2, undefined],
    );
  });

  test('it is accessible in the dark and with forced colours, and withstands hostile styles of the page', async ({
    host,
  }) => {
    const page = await openTree({ colorScheme: 'dark', head: '<meta name="color-scheme" content="light dark">' });
    await page.evaluate(() => {
      // axe takes a page without a background to be white.
      document.documentElement.style.background = '#131417';
    });
    assert.deepEqual(await seriousViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    assert.deepEqual(await seriousViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('span, button, [role] { display: none !important; color: red !important; font-size: 60px }');
      document.adoptedStyleSheets = [sheet];
    });
    assert.equal(await page.getByRole('treeitem', { name: 'Archive' }).isVisible(), true);
    const colour = await page
      .getByRole('treeitem', { name: 'Archive' })
      .locator('.name')
      .evaluate((name) => getComputedStyle(name).color);
    assert.equal(colour, 'rgb(230, 231, 234)');
  });
});

/** Waits until a row is wholly within the tree. */
async function assertOnScreen(page: Page, name: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const scroller = document.querySelector('abs-tree')?.shadowRoot?.querySelector('.scroller');
    const rows = [...(scroller?.querySelectorAll('.row:not(.away)') ?? [])];
    const row = rows.find((each) => each.querySelector('.name')?.textContent === wanted)?.getBoundingClientRect();
    const screen = scroller?.getBoundingClientRect();
    return row && screen && row.top >= screen.top - 1 && row.bottom <= screen.bottom + 1;
  }, name);
}
