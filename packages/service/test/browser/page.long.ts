import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { chromium } from './chromium.ts';
import { IS_DIALOG_OPEN, openStartPage, type StartPage, TILES } from './start-page.ts';

describe('the whole page in a browser', { skip: chromium === undefined && 'no Chromium on this machine' }, () => {
  let start: StartPage;
  before(async () => {
    start = await openStartPage(chromium ?? '');
  });
  after(async () => {
    await start?.[Symbol.asyncDispose]();
  });

  test('a page opened with a token sends it with every request', async () => {
    const asked = `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('.do?'))`;
    await start.open('?token=a%26b#locale=en');
    for (const part of ['node.do?', 'thumb='])
      await start.browser.until(`${asked}.some((name) => name.includes('${part}'))`);
    const addresses = (await start.browser.read(asked)) as readonly string[];
    assert.deepEqual(
      addresses.filter((each) => new URL(each).searchParams.get('token') !== 'a&b'),
      [],
    );
  });

  test('scrolling loads the rest, each picture once', async () => {
    await start.open('#locale=en&kind=101&node=1');
    await start.browser.until(`scrollTo(0, document.body.scrollHeight), ${TILES} === 130`);
    assert.equal(await start.browser.read(`document.getElementById('more').textContent`), '');
  });

  test('the keyboard walks through the tree, which loads nodes when they open', async () => {
    await start.open('#locale=en&kind=101&node=5');
    await start.browser.until(`document.querySelector('[role=treeitem][tabindex="0"]')`);
    const focused = () => start.browser.read(`document.activeElement.querySelector('.name').textContent`);
    await start.browser.read(`document.querySelector('[role=treeitem][tabindex="0"]').focus()`);
    assert.equal(await focused(), 'Town');
    await start.browser.press('Home');
    for (const name of ['Coast', 'Dune <b>&</b>', 'Grass']) {
      await start.browser.until(`document.activeElement.getAttribute('aria-expanded') === 'false'`);
      await start.browser.press('ArrowRight');
      assert.equal(await start.browser.read(`document.activeElement.getAttribute('aria-expanded')`), 'true');
      await start.browser.press('ArrowRight');
      assert.equal(await focused(), name);
    }
    assert.equal(await start.browser.read(`document.querySelectorAll('#tree [tabindex="0"]').length`), 1);
    await start.browser.press('Enter');
    await start.browser.until(`document.getElementById('title').textContent === 'Grass'`);
    await start.browser.press('ArrowLeft');
    assert.equal(await focused(), 'Dune <b>&</b>');
    await start.browser.press('ArrowLeft');
    assert.equal(await start.browser.read(`document.activeElement.getAttribute('aria-expanded')`), 'false');
    await start.browser.press('End');
    assert.equal(await focused(), 'Town');
  });

  test('a link to a deep node opens the tree down to it', async () => {
    await start.open('#locale=de&kind=101&node=13');
    await start.browser.until(`document.querySelector('[aria-selected=true][role=treeitem]')`);
    assert.equal(await start.text('[role=treeitem][aria-selected=true] .name'), 'Zimmer');
    assert.equal(await start.text('#path'), 'OrdnerStadtStraßeHausStock');
    assert.equal(await start.browser.read('document.documentElement.lang'), 'de');
  });

  test('details open over the pictures, change by arrow keys and close by Back', async () => {
    await start.open('#locale=en&kind=101&node=1');
    await start.browser.until(`${TILES} >= 60`);
    await start.browser.read(`document.querySelector('#grid a').click()`);
    await start.browser.until(`${IS_DIALOG_OPEN} && document.querySelector('#facts dd')`);
    assert.equal(await start.text('#facts dd'), '<img src=x onerror=alert(1)>');
    assert.equal(await start.text('#facts .formats'), 'Original');
    await start.browser.press('ArrowRight');
    await start.browser.until(`document.getElementById('name').textContent === 'Picture 1.jpg'`);
    await start.browser.read('history.back()');
    await start.browser.until(`!${IS_DIALOG_OPEN}`);
    assert.equal(await start.browser.read('new URLSearchParams(location.hash.slice(1)).get("asset")'), null);
    assert.equal(await start.browser.read('document.activeElement.dataset.asset'), '1001');
  });

  test('the finder leads to a node by its name', async () => {
    await start.open('#locale=en&kind=101&node=1');
    await start.browser.until(`document.querySelector('[role=treeitem]')`);
    await start.browser.read(`document.getElementById('find').focus()`);
    await start.browser.send('Input.insertText', { text: 'gra' });
    await start.browser.until(`document.querySelector('[role=option]')`);
    assert.equal(await start.text('[role=option]'), 'GrassSea / Coast / Dune <b>&</b>');
    await start.browser.press('ArrowDown');
    await start.browser.press('Enter');
    await start.browser.until(`document.getElementById('title').textContent === 'Grass'`);
  });

  test('a refusal is explained, and a retry loads the pictures', async () => {
    start.service.refuse = 'id=1&';
    await start.open('#locale=en&kind=101&node=1');
    await start.browser.until(`document.querySelector('#notice button')`);
    assert.equal(await start.text('#notice'), 'The service is busythe store did not answerTry again');
    start.service.refuse = '';
    await start.browser.read(`document.querySelector('#notice button').click()`);
    await start.browser.until(`${TILES} >= 60`);
    assert.equal(await start.text('#notice'), '');
  });

  test('another language changes texts, tree and address', async () => {
    await start.open('#locale=en&kind=101&node=1');
    await start.browser.until(`${TILES} >= 60`);
    await start.browser.read(`language.value = 'de', language.dispatchEvent(new Event('change'))`);
    await start.browser.until(`document.getElementById('title').textContent === 'Meer' && ${TILES} >= 60`);
    assert.equal(await start.text('#total'), '130 Objekte');
    assert.match(String(await start.browser.read('location.hash')), /locale=de/);
  });
});
