/** What other programs show of links to pages, and that nobody learns from it of what everybody may not see. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { unfoldingTags, unfoldingTitle } from '../../src/api/pages/link-tags.ts';
import { appForAll, startApp, startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { copySample } from '../support/sample.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const UNESCAPED: Readonly<Record<string, string>> = { '38': '&', '34': '"', '39': "'", '60': '<', '62': '>' };
const unescaped = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code: string) => UNESCAPED[code] ?? '');

/** The tags in a page, by name. Throws if one is not as the service writes it. */
function tagsIn(html: string): Readonly<Record<string, string>> {
  const found = [...html.matchAll(/<meta (?:name|property)="([\w:]+)" content="([^"<>]*)">/g)];
  return Object.fromEntries(found.map(([, name = '', content = '']) => [name, unescaped(content)]));
}
const titleIn = (html: string) => unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');

test('whatever a title or description is, it is the value of a tag and nothing else', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('"', "'", '<', '>', '&', '</title>', '-->', '\0', '\n', '\ud800', '$&', 'é'))
      .map((all) => all.join('')),
  );
  forAll(hostile, hostile, (title, description) => {
    const picture = {
      src: `https://a/?${encodeURIComponent(title.toWellFormed())}`,
      size: undefined,
      mediaType: 'image/jpeg',
      alt: description,
    };
    const shown = { title, description, url: 'https://a/', site: title, picture, oembed: 'https://a/oembed?url=x' };
    const html = unfoldingTags(shown);
    for (const line of html.split('\n')) assert.match(line, /^<(?:meta|link)(?: [a-z]+="[^"<>\0]*")+>$/);
    const expected = title
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .toWellFormed();
    if (Array.from(expected).length <= 200) assert.equal(tagsIn(html)['og:title'] ?? '', expected);
    assert.doesNotMatch(unfoldingTitle(shown), /[<>"]/);
  });
});

describe('the page of a link', () => {
  const app = appForAll({
    ABS_ASSET_INFOFIELDS: '102,100,101',
    ABS_NODE_INFOFIELDS: '106',
    ABS_BRANDING_NAME: 'Lake <b>house',
    ABS_PIN_PARENT_NODE: 1,
    ABS_ENDPOINTS: JSON.stringify({ press: {} }),
  });
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(app.url + path, { headers });
    assert.equal(answer.status, 200);
    return { headers: answer.headers, html: await answer.text() };
  };

  test('to an asset or a node tells its title, its configured fields and its address', async () => {
    const { html, headers } = await page('/?asset=1000&locale=de');
    assert.equal(titleIn(html), 'dawn <b>.jpg');
    const {
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:site_name': site,
      ...more
    } = tagsIn(html);
    assert.deepEqual([title, url, site], ['dawn <b>.jpg', `${app.url}/?asset=1000`, 'Lake <b>house']);
    assert.equal(description, '01.05.2024 · Morgen · 1234,5');
    assert.deepEqual([more['twitter:title'], more['description'], more['og:type']], [title, description, 'website']);
    const [, oembed = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
    assert.equal(oembed, `${app.url}/oembed?url=${encodeURIComponent(url ?? '')}`);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-cache');
    const again = await fetch(`${app.url}/?asset=1000&locale=de`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);

    const { 'og:image': image = '' } = more;
    assert.ok(image.startsWith(`${app.url}/asset.do?picture=1000&preset=link&version=`), image);
    const size = [more['og:image:width'], more['og:image:height']].map(Number);
    assert.deepEqual(await sizeAt(image), size);
    assert.deepEqual([more['og:image:type'], more['twitter:card']], ['image/jpeg', 'summary_large_image']);
    assert.equal(more['twitter:image'], image);
    // Drawing tells that of the damaged one there is only a placeholder.
    await (await fetch(`${app.url}/asset.do?thumb=1004`)).bytes();
    for (const id of [1006, 1004]) {
      const { 'og:image': none, 'twitter:card': card } = tagsIn((await page(`/?asset=${id}`)).html);
      assert.deepEqual([none, card], [undefined, 'summary'], `${id}`);
    }

    const ofNode = tagsIn((await page('/?node=1')).html);
    assert.deepEqual(
      [ofNode['og:title'], ofNode['og:description'], ofNode['og:url']],
      ['Archive', 'Ada', `${app.url}/?node=1`],
    );
    assert.match(ofNode['og:image'] ?? '', /picture=\d+&preset=link&/);
    assert.equal(tagsIn((await page('/?node=2&asset=1001')).html)['og:title'], 'turned.jpg');
  });

  test('is byte for byte that of an unknown one where everybody may not see it, or where nothing is asked for', async () => {
    const { html } = await page('/?asset=999999');
    assert.deepEqual([titleIn(html), tagsIn(html)['og:title']], ['Lake <b>house', undefined]);
    const others = [
      ...['', '?', '?asset=1005', '?node=6'],
      ...['?node=999', '?asset=', '?asset=1000&asset=1001', '?asset=1000&asset=1000'],
      ...['?asset=01000', '?asset=1e3', '?asset=1000%00', '?asset=%zz', '?asset=-1', '?asset=9007199254740993'],
      ...['?asset[]=1000', '?Asset=1000', '?asset=1005&node=1', `?asset=1000&x=${'x'.repeat(17_000)}`],
    ];
    for (const query of others) assert.equal((await page(`/${query}`)).html, html, query.slice(0, 40));
    const { html: hidden } = await page('/?asset=1005', { authorization: 'Bearer x', cookie: 'a=b' });
    assert.equal(hidden, html);
  });

  test('to a PIN tells its title and the number of its assets', async () => {
    for (const [base, title] of [
      ['', 'Spring "<i>'],
      ['/press', 'Spring'],
    ]) {
      const made = await fetch(`${app.url}${base}/pin.do?create=1000,1001&title=${encodeURIComponent(title ?? '')}`);
      const { link } = ((await made.json()) as { data: { link: string } }).data;
      const tags = tagsIn((await page(new URL(link).pathname)).html);
      assert.deepEqual([tags['og:title'], tags['og:description'], tags['og:url']], [title, '2 files', link]);
      assert.ok(tags['og:image']?.startsWith(`${app.url}${base}/asset.do?picture=1000&preset=link&`));
    }
    const unknown = await (await fetch(`${app.url}/pin/AAAAAAAAAAAA`)).text();
    assert.deepEqual(
      Object.keys(tagsIn(unknown)).filter((name) => /og:|twitter:/.test(name)),
      [],
    );
  });
});

describe('oEmbed', () => {
  const app = openForAll(async () => {
    using sample = sampleWithSound();
    const bases = {
      press: { serviceUser: 2 },
      widths: { picture: { allow: 'widths', widths: [100, 200, 400] } },
      presets: { picture: { allow: 'presets' } },
      titles: { asset: { nameField: 100 } },
    };
    const settings = { ABS_ENDPOINTS: JSON.stringify(bases), ABS_BRANDING_NAME: 'Lake house' };
    return await startApp({ ...settings, ABS_TRUST_PROXY: '127.0.0.1' }, sample.directory);
  });
  const ask = (url: string, { base = '', more = '', headers = {} } = {}) =>
    fetch(`${app.url}${base}/oembed?${new URLSearchParams({ url })}${more}`, { headers });
  const read = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    assert.equal(answer.status, 200, args[0]);
    assert.equal(answer.headers.get('content-type'), 'application/json');
    return (await answer.json()) as Record<string, unknown>;
  };
  const statusOf = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    const { status, code } = (await answer.json()) as { status: number; code: string };
    assert.equal(status, answer.status);
    return `${status} ${code}`;
  };

  test('tells a picture, a player or a link of every address of an asset', async () => {
    const photo = { type: 'photo', version: '1.0', title: 'dawn <b>.jpg', provider_name: 'Lake house' };
    for (const path of [
      ...['/?asset=1000', '/?asset=1000#at=3', '/#asset=1000', '/asset.do?preview=1000&big=true'],
      ...['/asset.do/preview?preview=1000'],
    ]) {
      const { url, width, height, ...told } = await read(app.url + path);
      assert.deepEqual({ ...told, ...photo }, told, path);
      const { src } = { src: String(url) };
      assert.ok(src.startsWith(`${app.url}/asset.do?preview=1000&`), src);
      assert.deepEqual(await sizeAt(src), [width, height]);
      assert.deepEqual(await sizeAt(String(told['thumbnail_url'])), [
        told['thumbnail_width'],
        told['thumbnail_height'],
      ]);
    }
    const sound = await read(`${app.url}/asset.do?play=${SOUND}`);
    assert.equal(sound['type'], 'video');
    const player = `<iframe src="${app.url}/asset.do?play=${SOUND}" title="silence.wav" width="640" height="200" `;
    assert.ok(String(sound['html']).startsWith(player), String(sound['html']));
    const text = await read(`${app.url}/?asset=1003`);
    assert.deepEqual([text['type'], /^<a href="[^"]+\/\?asset=1003">/.test(String(text['html']))], ['rich', true]);
    assert.ok(Number(text['width']) > 0 && Number(text['height']) > 0);
    assert.equal((await read(`${app.url}/?asset=1006`))['type'], 'rich');
    for (const nojs of [true, false]) {
      const page = await (await fetch(`${app.url}/asset.do?play=${SOUND}&nojs=${nojs}`)).text();
      const [, address = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(page) ?? [];
      assert.deepEqual(await (await fetch(unescaped(address))).json(), sound);
    }
  });

  test('the page of the player shows the title of what it plays, else the name of its file', async () => {
    for (const [base, name] of [
      ['', 'silence.wav'],
      ['/titles', 'Silence'],
    ] as const)
      for (const nojs of [true, false]) {
        const page = await (await fetch(`${app.url}${base}/asset.do?play=${SOUND}&nojs=${nojs}`)).text();
        assert.ok(page.includes(`<title>${name} – Lake house</title>`) && page.includes(`<h1>${name}</h1>`), base);
      }
  });

  test('keeps to the limits of the caller', async () => {
    for (const [asset, maxwidth, maxheight] of [
      [1000, 300, 300],
      [1000, 40, 9999],
      [1000, 9999, 20],
      [1003, 33, 33],
      [SOUND, 100, 50],
    ] as const) {
      const told = await read(`${app.url}/?asset=${asset}`, { more: `&maxwidth=${maxwidth}&maxheight=${maxheight}` });
      assert.ok(Number(told['width']) <= maxwidth && Number(told['height']) <= maxheight, JSON.stringify(told));
      if (told['type'] === 'photo') {
        assert.deepEqual(await sizeAt(String(told['url'])), [told['width'], told['height']]);
        assert.ok(told['width'] === maxwidth || told['height'] === maxheight, JSON.stringify(told));
      }
      assert.ok(Number(told['thumbnail_width'] ?? 0) <= maxwidth && Number(told['thumbnail_height'] ?? 0) <= maxheight);
    }
    for (const more of ['&maxwidth=0', '&maxheight=x', '&maxwidth=1&maxwidth=2', '&url=x'])
      assert.equal(await statusOf(`${app.url}/?asset=1000`, { more }), '400 parameter_invalid');
  });

  test('a photo is as large as it says, where callers may not choose sizes, too', async () => {
    for (const [base, most, expected] of [
      ['/widths', 'maxwidth=250', ['photo', 200]],
      ['/widths', 'maxwidth=250&maxheight=100', ['photo', 100]],
      ['/widths', 'maxwidth=90', ['rich', 90]],
      ['/presets', 'maxwidth=300', ['photo', 256]],
      ['/presets', 'maxwidth=200', ['rich', 200]],
    ] as const) {
      const url = `${app.url}${base}/asset.do?preview=1000`;
      const told = await read(url, { base, more: `&${most}` });
      assert.deepEqual([told['type'], told['width']], expected, `${base} ${most}`);
      if (told['type'] === 'photo')
        assert.deepEqual(await sizeAt(String(told['url'])), [told['width'], told['height']]);
      else assert.match(String(told['html']), new RegExp(`width="${told['width']}" height="${told['height']}"`));
    }
  });

  test('knows only what the caller may see at this base address, in JSON alone', async () => {
    const other = '404 asset_not_found';
    for (const url of [
      ...[`${app.url}/`, `${app.url}/?node=1`, `${app.url}/?asset=`, `${app.url}/?asset=1000&asset=1001`],
      ...[`${app.url}/?asset=9`, `${app.url}/?asset=1005`, `${app.url}/asset.do?preview=1005`],
      ...[`${app.url}/asset.do?thumb=1000`, `${app.url}/x?asset=1000`, `${app.url}/asset.do?preview=1000&play=1000`],
      ...[`${app.url}/asset.do?preview=x`, `${app.url}/asset.dox?preview=1000`, '/?asset=1000'],
      ...['https://evil.example/?asset=1000', `${app.url}.evil.example/?asset=1000`, 'javascript:alert(1)'],
      ...[...['http://a:b@', 'ftp://'].map((start) => `${app.url.replace('http://', start)}/?asset=1000`)],
      `${app.url}/press/asset.do?preview=1000`,
    ])
      assert.equal(await statusOf(url), other, url);
    assert.equal(await statusOf(`${app.url}/asset.do?preview=1000`, { base: '/press' }), other);
    const atPress = await ask(`${app.url}/press/asset.do?preview=1005`, { base: '/press' });
    assert.equal(atPress.status, 200);
    // The page of the service is at the root alone.
    assert.equal((await atPress.json()).provider_url, `${app.url}/`);
    assert.equal(await statusOf(`${app.url}/?asset=1000`, { more: '&format=xml' }), '501 not_configured');
    assert.equal(await statusOf(''), '400 parameter_missing');
  });
});

/** Width and height of the JPEG at an address. */
async function sizeAt(url: string): Promise<readonly number[]> {
  const { width, height } = await sharp(await (await fetch(url)).arrayBuffer()).metadata();
  return [width, height];
}

describe('where pictures have signed addresses alone', () => {
  const settings = {
    ABS_PICTURE_ALLOW: 'signed',
    ABS_SIGN_KEYS: '[{"id":"a","secretFile":"sign.key"}]',
    ABS_SIGN_MAX_DAYS: 3,
  };
  const endpoints = JSON.stringify({ press: { pin: { parentNode: 1 }, serviceUser: 2 } });
  const app = openForAll(() =>
    startNode({ ...settings, ABS_ENDPOINTS: endpoints }, async (data) => {
      writeFileSync(join(data, 'sign.key'), 'k'.repeat(32));
      await copySample(data);
    }),
  );

  test('that of a link is signed for the service user, to the end of the day before sign.maxDays', async () => {
    const end = Date.parse('2026-03-23T00:00:00Z') / 1000;
    const ofPage = tagsIn(await (await fetch(`${app.url}/?asset=1000`)).text())['og:image'] ?? '';
    assert.ok(ofPage.includes(`&user=1&expires=${end}&key=a&signature=`), ofPage);
    // The PIN shows the picture of an asset that its base address shows, and the main one does not.
    const made = await fetch(`${app.url}/press/pin.do?create=1005,1000`);
    const { link } = ((await made.json()) as { data: { link: string } }).data;
    const pin = await fetch(link);
    assert.equal(pin.headers.get('referrer-policy'), 'no-referrer');
    const ofPin = tagsIn(await pin.text())['og:image'] ?? '';
    assert.ok(ofPin.includes(`/press/asset.do?picture=1005&`) && ofPin.includes(`&user=2&expires=${end}&`), ofPin);
    for (const address of [ofPage, ofPin]) {
      assert.equal((await fetch(address)).headers.get('content-type'), 'image/jpeg');
      assert.equal((await fetch(address.replace(/&user=.*/, ''))).status, 403);
    }
  });
});

describe('where a token is required', () => {
  const app = appForAll({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: '[{"token":"t","user":2}]' });

  test('no link shows anything, with a token neither', async () => {
    const html = async (path: string, headers = {}) => (await fetch(app.url + path, { headers })).text();
    const plain = await html('/');
    assert.doesNotMatch(plain, /id="list"/);
    for (const path of ['/?asset=1000', '/?asset=1000&token=t', '/?node=1']) {
      assert.equal(await html(path), plain, path);
      assert.equal(await html(path, { authorization: 'Bearer t' }), plain, path);
    }
  });
});
