import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { inlineTexts, page } from './canned-service.ts';
import { chromium } from './chromium.ts';
import { IS_DIALOG_OPEN, openStartPage, type StartPage, TILES } from './start-page.ts';

test('the page has one script and one style, and nothing that a strict policy would refuse', () => {
  assert.equal(inlineTexts('<script', '>').length, 1);
  assert.equal(inlineTexts('<script type="module">', '</script>').length, 1);
  assert.equal(inlineTexts('<style>', '</style>').length, 1);
  const [markup = ''] = page.split('<script');
  assert.doesNotMatch(markup, /\s(on\w+|style)\s*=/);
  assert.doesNotMatch(page.replaceAll('http://www.w3.org/2000/svg', ''), /https?:\/\/\w/);
  assert.doesNotMatch(page, /innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
});

test('the page has every text in English and German', async () => {
  const texts = await readFile(new URL('../../src/api/pages/browser/script/texts.js', import.meta.url), 'utf8');
  const [english = [], german = []] = runInNewContext(`${texts}; Object.values(WORDS).map(Object.keys)`) as string[][];
  assert.ok(english.length > 50);
  assert.deepEqual([...german], [...english]);
});

describe('the page in a browser', { skip: chromium === undefined && 'no Chromium on this machine' }, () => {
  let start: StartPage;
  before(async () => {
    start = await openStartPage(chromium ?? '');
  });
  after(async () => {
    await start?.[Symbol.asyncDispose]();
  });

  test('without a hash the first node opens, without errors', async () => {
    await start.open('#locale=en');
    await start.browser.until(`${TILES} >= 60`);
    assert.equal(await start.text('#title'), 'Sea');
    assert.equal(await start.text('#total'), '130 items');
    assert.equal(await start.text('#types [aria-selected=true]'), 'Folders');
    assert.equal(await start.browser.read(`document.getElementById('search').hidden`), true);
    await start.browser.read(`new Promise((done) => setTimeout(done, 300))`);
    assert.deepEqual(start.browser.complaints, []);
  });

  test('a link to an asset opens its details, and Escape closes them', async () => {
    await start.open('#locale=en&kind=101&node=1&asset=1002');
    await start.browser.until(`${IS_DIALOG_OPEN} && document.querySelector('#facts dd')`);
    await start.browser.press('Escape');
    await start.browser.until(`!${IS_DIALOG_OPEN} && ${TILES} >= 60`);
    assert.equal(await start.browser.read('location.hash'), '#kind=101&node=1&locale=en');
  });
});
