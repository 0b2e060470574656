import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { chromium, openPage, type Page } from './chromium.ts';

const COLOURS = {
  accent: 'light-dark(#8a1c3b, #f2a7bb)',
  'on-accent': 'light-dark(#fff, #4a0d1f)',
  surface: 'light-dark(#fffaf0, #101020)',
};

/** An expression of the background of an element. */
function colourOf(selector: string): string {
  return `getComputedStyle(document.querySelector('${selector}')).backgroundColor`;
}

/** Writes a logo of this width, by which a test knows it, and returns its path. */
function logoIn(folder: string, name: string, width: number): string {
  const file = join(folder, name);
  writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32"/>`);
  return file;
}

describe('the page of a PIN in a browser', {
  skip: chromium === undefined && 'no Chromium on this machine',
}, () => {
  let app: RunningApp;
  let browser: Page;
  before(async () => {
    app = await startApp({ ABS_PIN_PARENT_NODE: 20, ABS_SUPPORT_EMAIL: 'media@example.org' });
    browser = await openPage(chromium ?? '');
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await app?.[Symbol.asyncDispose]();
  });

  async function linkOf(query: string): Promise<string> {
    const response = await fetch(`${app.url}/pin.do?${query}`);
    return ((await response.json()) as { data: { link: string } }).data.link;
  }

  async function open(address: string, width: number): Promise<void> {
    const phone = { width, height: 800, deviceScaleFactor: width < 500 ? 2 : 1, mobile: width < 500 };
    await browser.send('Emulation.setDeviceMetricsOverride', phone);
    await browser.open('about:blank');
    await browser.until(`location.href === 'about:blank'`);
    await browser.open(address);
    await browser.until(`location.href.startsWith('http') && document.readyState === 'complete'`);
  }

  /** The left, top, right and bottom of every match, in pixels of the page. */
  async function boxes(selector: string): Promise<readonly Record<'left' | 'right' | 'width' | 'height', number>[]> {
    return (await browser.read(
      `[...document.querySelectorAll('${selector}')].map((each) => each.getBoundingClientRect().toJSON())`,
    )) as Record<'left' | 'right' | 'width' | 'height', number>[];
  }

  for (const width of [375, 1280]) {
    test(`at ${width} pixels nothing is cut off, pictures show, and every button is large enough for fingers`, async () => {
      const title = encodeURIComponent(
        'A long title for a small page, with aWordThatIsTooLongForAnyPhoneAndMustBreakSomewhere',
      );
      for (const assets of ['1000', '1000,1003', '1000,1001,1002,1003,1004,1006,1008']) {
        const link = await linkOf(`create=${assets}&title=${title}`);
        await open(link, width);
        assert.ok(Number(await browser.read('document.documentElement.scrollWidth')) <= width, assets);
        await browser.until(`[...document.images].some((each) => each.complete && each.naturalWidth > 0)`);
        for (const { left, right, width: own, height } of await boxes('button, select')) {
          assert.ok(left >= 0 && right <= width, `${left} to ${right}`);
          assert.ok(own >= 40 && height >= 40, `${own} x ${height}`);
        }
      }
      assert.deepEqual(browser.complaints, []);
    });
  }

  test('no language of the page is too long for a phone', async () => {
    const link = await linkOf('create=1000,1003');
    for (const language of ['de', 'fr', 'es', 'it']) {
      for (const part of ['', '/download?asset=1000&format=3']) {
        await open(`${link}${part}${part === '' ? '?' : '&'}locale=${language}`, 320);
        assert.equal(await browser.read('document.documentElement.lang'), language);
        assert.ok(Number(await browser.read('document.documentElement.scrollWidth')) <= 320, `${language} ${part}`);
        for (const { left, right } of await boxes('button, select, .back, .languages > *'))
          assert.ok(left >= 0 && right <= 320, `${language} ${part}: ${left} to ${right}`);
      }
    }
  });

  test('a press of the button downloads the file', async () => {
    await open(await linkOf('create=1003'), 1280);
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    const [button] = await boxes('form.single button');
    assert.ok(button);
    const counted = app.log.length;
    const at = { x: button.left + button.width / 2, y: (button as unknown as { y: number }).y + button.height / 2 };
    for (const type of ['mousePressed', 'mouseReleased'])
      await browser.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
    const isAsked = () => app.log.slice(counted).some((line) => line.includes('/download?asset=1003&format='));
    await until(isAsked);
  });

  test('terms are shown first, and lead back to the files', async () => {
    const link = await linkOf('create=1000&formats=3');
    await open(`${link}/download?asset=1000&format=3`, 375);
    assert.equal(await browser.read(`document.querySelector('.terms').textContent`), 'Mind the terms');
    assert.equal(await browser.read(`document.querySelector('.back').href`), link);
    assert.ok(Number(await browser.read('document.documentElement.scrollWidth')) <= 375);
  });

  test('with a brand, logo and colours show in light and dark, names fit a phone, and nothing moves', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abs-pin-brand-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    await using branded = await startApp({
      ABS_PIN_PARENT_NODE: 20,
      ABS_BRANDING_NAME: 'The museum of lakes, their houses and aWordThatIsTooLongForAnyPhoneAndMustBreakSomewhere',
      ABS_BRANDING_LOGO: logoIn(folder, 'logo.svg', 96),
      ABS_BRANDING_LOGO_DARK: logoIn(folder, 'dark.svg', 64),
      ABS_BRANDING_COLOURS: JSON.stringify(COLOURS),
    });
    const complaints = browser.complaints.length;
    const response = await fetch(`${branded.url}/pin.do?create=1000,1003`);
    const { link } = ((await response.json()) as { data: { link: string } }).data;
    for (const [theme, page, button, width] of [
      ['light', 'rgb(255, 250, 240)', 'rgb(138, 28, 59)', 96],
      ['dark', 'rgb(16, 16, 32)', 'rgb(242, 167, 187)', 64],
    ]) {
      const features = [{ name: 'prefers-color-scheme', value: theme }];
      await browser.send('Emulation.setEmulatedMedia', { features });
      await open(link, 320);
      await browser.until(`document.querySelector('.brand img').naturalWidth === ${width}`);
      assert.equal(await browser.read(colourOf('html')), page);
      assert.equal(await browser.read(colourOf('.all button')), button);
      assert.ok(Number(await browser.read('document.documentElement.scrollWidth')) <= 320);
    }
    const places = `JSON.stringify([...document.querySelectorAll('.brand p, h1, li')].map((each) => each.getBoundingClientRect()))`;
    // Files that are not drawn yet have another height.
    await browser.read('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const before = await browser.read(places);
    await browser.read(`document.querySelector('.brand img').removeAttribute('src')`);
    await browser.read(`document.querySelector('.brand source').remove()`);
    assert.equal(await browser.read(places), before, 'the logo has room before it arrives');
    await browser.send('Emulation.setEmulatedMedia', { features: [] });
    assert.deepEqual(browser.complaints.slice(complaints), []);
  });
});
