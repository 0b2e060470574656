import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CannedService, inlineTexts, page, startCannedService } from './canned-service.ts';
import { chromium, openPage, type Page } from './chromium.ts';

test('the page holds one script and one style, and nothing that a strict policy would refuse', () => {
  assert.equal(inlineTexts('<script', '>').length, 1);
  assert.equal(inlineTexts('<script type="module">', '</script>').length, 1);
  assert.equal(inlineTexts('<style>', '</style>').length, 1);
  const [markup = ''] = page.split('<script');
  assert.doesNotMatch(markup, /\s(on\w+|style)\s*=/);
  assert.doesNotMatch(page.replaceAll('http://www.w3.org/2000/svg', ''), /https?:\/\/\w/);
  assert.doesNotMatch(page, /innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
});

test('the page says everything in English and German', () => {
  const [script = ''] = inlineTexts('<script type="module">', '</script>');
  const words = script.slice(script.indexOf('const WORDS'), script.indexOf('/** The text for a key'));
  const [english = [], german = []] = words.split('  de: {').map((part) => part.match(/['\w-]+(?=: ')/g) ?? []);
  assert.ok(english.length > 50);
  assert.deepEqual(german, english);
});

describe('the page in a browser', { skip: chromium === undefined && 'no Chromium on this machine' }, () => {
  let service: CannedService;
  let browser: Page;
  const text = (selector: string) => browser.read(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
  const tiles = `document.querySelectorAll('#grid .tile').length`;
  const isDialogOpen = `document.getElementById('details').open`;
  /** Opens the page anew at that hash. */
  const open = async (hash: string) => {
    await browser.open('about:blank');
    await browser.until(`location.href === 'about:blank'`);
    await browser.open(service.address + hash);
    await browser.until(`location.href.startsWith('http') && document.readyState === 'complete'`);
  };

  before(async () => {
    service = await startCannedService();
    browser = await openPage(chromium ?? '');
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('without a hash the first node is opened, and nothing complains', async () => {
    await open('#locale=en');
    await browser.until(`${tiles} >= 60`);
    assert.equal(await text('#title'), 'Sea');
    assert.equal(await text('#total'), '130 items');
    assert.equal(await text('#types [aria-selected=true]'), 'Folders');
    assert.equal(await browser.read(`document.getElementById('search').hidden`), true);
    await browser.read(`new Promise((done) => setTimeout(done, 300))`);
    assert.deepEqual(browser.complaints, []);
  });

  test('a page that is opened with a token asks for everything with it', async () => {
    const asked = `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('.do?'))`;
    await open('?token=a%26b#locale=en');
    for (const part of ['node.do?', 'thumb=']) await browser.until(`${asked}.some((name) => name.includes('${part}'))`);
    const addresses = (await browser.read(asked)) as readonly string[];
    assert.deepEqual(
      addresses.filter((each) => new URL(each).searchParams.get('token') !== 'a&b'),
      [],
    );
  });

  test('scrolling loads the rest, each picture once', async () => {
    await open('#locale=en&kind=101&node=1');
    await browser.until(`scrollTo(0, document.body.scrollHeight), ${tiles} === 130`);
    assert.equal(await browser.read(`document.getElementById('more').textContent`), '');
  });

  test('the keyboard walks through the tree, which loads as it opens', async () => {
    await open('#locale=en&kind=101&node=5');
    await browser.until(`document.querySelector('[role=treeitem][tabindex="0"]')`);
    const focused = () => browser.read(`document.activeElement.querySelector('.name').textContent`);
    await browser.read(`document.querySelector('[role=treeitem][tabindex="0"]').focus()`);
    assert.equal(await focused(), 'Town');
    await browser.press('Home');
    for (const name of ['Coast', 'Dune <b>&</b>', 'Grass']) {
      await browser.until(`document.activeElement.getAttribute('aria-expanded') === 'false'`);
      await browser.press('ArrowRight');
      assert.equal(await browser.read(`document.activeElement.getAttribute('aria-expanded')`), 'true');
      await browser.press('ArrowRight');
      assert.equal(await focused(), name);
    }
    assert.equal(await browser.read(`document.querySelectorAll('#tree [tabindex="0"]').length`), 1);
    await browser.press('Enter');
    await browser.until(`document.getElementById('title').textContent === 'Grass'`);
    await browser.press('ArrowLeft');
    assert.equal(await focused(), 'Dune <b>&</b>');
    await browser.press('ArrowLeft');
    assert.equal(await browser.read(`document.activeElement.getAttribute('aria-expanded')`), 'false');
    await browser.press('End');
    assert.equal(await focused(), 'Town');
  });

  test('a link to a deep node opens the tree down to it', async () => {
    await open('#locale=de&kind=101&node=13');
    await browser.until(`document.querySelector('[aria-selected=true][role=treeitem]')`);
    assert.equal(await text('[role=treeitem][aria-selected=true] .name'), 'Zimmer');
    assert.equal(await text('#path'), 'OrdnerStadtStraßeHausStock');
    assert.equal(await browser.read('document.documentElement.lang'), 'de');
  });

  test('details open over the pictures, turn by arrow keys and close by Back', async () => {
    await open('#locale=en&kind=101&node=1');
    await browser.until(`${tiles} >= 60`);
    await browser.read(`document.querySelector('#grid a').click()`);
    await browser.until(`${isDialogOpen} && document.querySelector('#facts dd')`);
    assert.equal(await text('#facts dd'), '<img src=x onerror=alert(1)>');
    assert.equal(await text('#facts .formats'), 'Original');
    await browser.press('ArrowRight');
    await browser.until(`document.getElementById('name').textContent === 'Picture 1.jpg'`);
    await browser.read('history.back()');
    await browser.until(`!${isDialogOpen}`);
    assert.equal(await browser.read('new URLSearchParams(location.hash.slice(1)).get("asset")'), null);
    assert.equal(await browser.read('document.activeElement.dataset.asset'), '1001');
  });

  test('a link to an asset opens its details, and Escape leaves them', async () => {
    await open('#locale=en&kind=101&node=1&asset=1002');
    await browser.until(`${isDialogOpen} && document.querySelector('#facts dd')`);
    await browser.press('Escape');
    await browser.until(`!${isDialogOpen} && ${tiles} >= 60`);
    assert.equal(await browser.read('location.hash'), '#kind=101&node=1&locale=en');
  });

  test('the finder leads to a node by its name', async () => {
    await open('#locale=en&kind=101&node=1');
    await browser.until(`document.querySelector('[role=treeitem]')`);
    await browser.read(`document.getElementById('find').focus()`);
    await browser.send('Input.insertText', { text: 'gra' });
    await browser.until(`document.querySelector('[role=option]')`);
    assert.equal(await text('[role=option]'), 'GrassSea / Coast / Dune <b>&</b>');
    await browser.press('ArrowDown');
    await browser.press('Enter');
    await browser.until(`document.getElementById('title').textContent === 'Grass'`);
  });

  test('a refusal is told in words, and trying again brings the pictures', async () => {
    service.refuse = 'id=1&';
    await open('#locale=en&kind=101&node=1');
    await browser.until(`document.querySelector('#notice button')`);
    assert.equal(await text('#notice'), 'The service is busythe store did not answerTry again');
    service.refuse = '';
    await browser.read(`document.querySelector('#notice button').click()`);
    await browser.until(`${tiles} >= 60`);
    assert.equal(await text('#notice'), '');
  });

  test('another language changes words, tree and address', async () => {
    await open('#locale=en&kind=101&node=1');
    await browser.until(`${tiles} >= 60`);
    await browser.read(`language.value = 'de', language.dispatchEvent(new Event('change'))`);
    await browser.until(`document.getElementById('title').textContent === 'Meer' && ${tiles} >= 60`);
    assert.equal(await text('#total'), '130 Objekte');
    assert.match(String(await browser.read('location.hash')), /locale=de/);
  });
});
