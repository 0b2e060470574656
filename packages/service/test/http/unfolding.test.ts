/** What other programs show of links to pages, and that nobody learns from it of what everybody may not see. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { unfoldingTags, unfoldingTitle } from '../../src/api/pages/unfolding.ts';
import { appForAll } from '../support/app.ts';

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

    const ofNode = tagsIn((await page('/?node=1')).html);
    assert.deepEqual(
      [ofNode['og:title'], ofNode['og:description'], ofNode['og:url']],
      ['Archive', 'Ada', `${app.url}/?node=1`],
    );
    assert.equal(tagsIn((await page('/?node=2&asset=1001')).html)['og:title'], 'turned.jpg');
  });

  test('is byte for byte that of an unknown one where everybody may not see it, or where nothing is asked for', async () => {
    const { html } = await page('/?asset=999999');
    assert.deepEqual([titleIn(html), tagsIn(html)['og:title']], ['Catalogue', undefined]);
    const others = [
      ...[
        '',
        '?',
        '?asset=1005',
        '?node=6',
        '?node=999',
        '?asset=',
        '?asset=1000&asset=1001',
        '?asset=1000&asset=1000',
      ],
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
    }
    const unknown = await (await fetch(`${app.url}/pin/AAAAAAAAAAAA`)).text();
    assert.deepEqual(
      Object.keys(tagsIn(unknown)).filter((name) => /og:|twitter:/.test(name)),
      [],
    );
  });
});

describe('where a token is required', () => {
  const app = appForAll({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: '[{"token":"t","user":2}]' });

  test('no link shows anything, with a token neither', async () => {
    const html = async (path: string, headers = {}) => (await fetch(app.url + path, { headers })).text();
    const plain = await html('/');
    for (const path of ['/?asset=1000', '/?asset=1000&token=t', '/?node=1']) {
      assert.equal(await html(path), plain, path);
      assert.equal(await html(path, { authorization: 'Bearer t' }), plain, path);
    }
  });
});
