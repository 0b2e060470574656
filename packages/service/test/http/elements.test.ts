/** The elements at /elements/ and the pages made of them: how they are cached, compressed, shared with other sites and branded. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { sourceHash } from '../../src/api/pages/html.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Answer, Request } from '../../src/http/answer.ts';
import { openBrowserPages } from '../../src/http/pages/browser-page.ts';
import { openElements } from '../../src/http/pages/elements.ts';
import { appForAll, startApp } from '../support/app.ts';

const folder = newFolder();
const MODULE = `import "./shared/lit-1234.js"; ${'export const text = 1;'.repeat(200)}`;
mkdirSync(join(folder, 'shared'));
writeFileSync(join(folder, 'page.js'), MODULE);
writeFileSync(join(folder, 'shared/lit-1234.js'), 'export {}');
writeFileSync(join(folder, 'imports.json'), '{"page.js": ["shared/lit-1234.js"]}');
writeFileSync(join(folder, 'page.css'), 'body{margin:0}');
const elements = openElements(pathToFileURL(`${folder}/`));

function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  answer: (request: Request) => Promise<Answer | undefined> = elements.answer,
): Promise<Answer | undefined> {
  const { signal } = new AbortController();
  return answer({
    ...{ id: 'r', method: 'GET', address: '', origin: undefined, prefix: '', path, query: '', headers, signal },
    onEnd: () => {},
  } satisfies Request);
}

test('modules are compressed and revalidated, and chunks with a hash in their name are kept for ever', async () => {
  const module = await ask('/elements/page.js', { 'accept-encoding': 'br' });
  assert.equal(module?.headers['content-type'], 'text/javascript; charset=UTF-8');
  assert.match(module?.headers['cache-control'] ?? '', /max-age=0/);
  assert.equal(brotliDecompressSync(module?.body as Uint8Array).toString(), MODULE);
  const again = await ask('/elements/page.js', {
    'accept-encoding': 'br',
    'if-none-match': module?.headers['etag'] ?? '',
  });
  assert.deepEqual([again?.status, again?.body], [304, undefined]);
  const chunk = await ask('/elements/shared/lit-1234.js');
  assert.match(chunk?.headers['cache-control'] ?? '', /immutable/);
});

test('a page allows the style sheet that is in it, also after a build that changes nothing else', async () => {
  const data = newFolder();
  const environment = { ABS_PICKER_ORIGINS: 'https://cms.example' };
  const config = loadConfig({ options: { data }, environment, directory: data });
  const answer = openBrowserPages(
    config,
    elements,
    async () => undefined,
    undefined,
    async () => undefined,
  );
  const tags = new Set<string | undefined>();
  for (const sheet of ['body{margin:0}', 'body{margin:10px}']) {
    writeFileSync(join(folder, 'page.css'), sheet);
    for (const path of ['/', '/picker']) {
      const page = await ask(path, {}, answer);
      const text = Buffer.from(page?.body as Uint8Array).toString();
      assert.ok(text.includes(`<style>${sheet}</style>`), path);
      assert.equal(text.includes('href="elements/shared/lit-1234.js"'), path === '/');
      assert.ok(page?.headers['content-security-policy']?.includes(`style-src 'self' ${sourceHash(sheet)};`), path);
      tags.add(page?.headers['etag']);
    }
    assert.equal(await elements.build(), await elements.build());
  }
  assert.equal(tags.size, 4);
});

test('nothing else is at /elements/', async () => {
  for (const path of ['/elements', '/elements/', '/elements/x.js', '/elements/../package.json', '/elements/shared'])
    assert.equal(await ask(path), undefined, path);
});

describe('the pages of elements', () => {
  const texts = join(folder, 'texts.json');
  const logo = join(folder, 'logo.svg');
  const logoDark = join(folder, 'dark.png');
  writeFileSync(texts, '{"de": {"browse.all": "Alles </script>"}}');
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(logoDark, 'dark');
  const app = appForAll({
    ABS_BRANDING_NAME: 'Museum </script><script>alert(1)</script>',
    ABS_BRANDING_LOGO: logo,
    ABS_BRANDING_LOGO_DARK: logoDark,
    ABS_BRANDING_TEXTS: texts,
    ABS_TOKEN_LOGIN_URL: 'https://login.example/in?to=media',
    ABS_BRANDING_COLOURS: '{"accent":"#a00"}',
  });

  test('they run nothing inline, and carry their style sheet and what the operator has configured', async () => {
    const response = await fetch(`${app.url}/`);
    const text = await response.text();
    const [, sheet = 'none'] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`script-src 'self'; style-src 'self' ${sourceHash(sheet)};`), policy);
    assert.doesNotMatch(text, /<script(?![^>]* (?:src=|type="application\/json"))|rel="stylesheet"|\sstyle=|\son\w+=/);
    const [, data = ''] = /<script type="application\/json" id="settings">(.*)<\/script>/.exec(text) ?? [];
    assert.deepEqual(JSON.parse(data), {
      name: 'Museum </script><script>alert(1)</script>',
      logo: 'logo',
      logoDark: 'logo-dark',
      signIn: null,
      loginUrl: 'https://login.example/in?to=media',
      colours: { accent: '#a00' },
      texts: { de: { 'browse.all': 'Alles </script>' } },
    });
    const [, list = ''] = /<script type="application\/json" id="list">(.*)<\/script>/.exec(text) ?? [];
    const { data: about } = (await (await fetch(`${app.url}/node.do?about=true`)).json()) as { data: object };
    const { first, ...listed } = JSON.parse(list);
    assert.deepEqual({ ...about, ...listed }, about);
    // What everybody may see, in the order of the list.
    const shown = `search=&paginate=100&extended=true&pictures=128,192,288,432,640,960,1440&sort_order=${listed.assetNameField ? `info_${listed.assetNameField},name` : 'name'}`;
    const { data: assets } = (await (await fetch(`${app.url}/node.do?${shown}`)).json()) as { data: { id: number }[] };
    assert.deepEqual(
      first.assets.map(({ id }: { id: number }) => id),
      assets.map(({ id }) => id),
    );
    assert.match(JSON.stringify(first.assets), /asset\.do\?picture=/);
    const icons = [...text.matchAll(/<link rel="icon" href="([^"]+)" media="\(prefers-color-scheme: (\w+)\)">/g)];
    const drawn = icons.map(([, address, theme]) => `${theme} ${address}`);
    assert.deepEqual(drawn, ['light logo', 'dark logo-dark']);
    for (const [address, mediaType] of Object.entries({ logo: 'image/svg+xml', 'logo-dark': 'image/png' })) {
      const { headers } = await fetch(`${app.url}/${address}`);
      assert.equal(headers.get('content-type'), mediaType);
      // The tab and the heading show it.
      assert.equal(headers.get('cache-control'), 'public, max-age=300');
    }
    const again = await fetch(`${app.url}/`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  });

  test('a person at an unknown address reads a page with a way to the catalogue, and a program the refusal', async () => {
    const open = (path: string, accept: string) =>
      fetch(app.url + path, { headers: { accept, 'accept-language': 'de-AT,de;q=0.9' } });
    for (const path of ['/old/link', '/elements/none.js', '/asset.do?play=424242', '/asset.do/play?play=424242']) {
      const response = await open(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
      const text = await response.text();
      assert.deepEqual(
        [response.status, response.headers.get('content-type')],
        [404, 'text/html; charset=UTF-8'],
        path,
      );
      assert.match(text, /<html lang="de">[\s\S]*Museum &#60;[\s\S]*<h1>Unter dieser Adresse ist nichts<\/h1>/, path);
      const [, onward = ''] = /<a href="([^"]*)"[^>]*>Zum Katalog</.exec(text) ?? [];
      assert.equal(new URL(onward, app.url + path).href, `${app.url}/`);
      assert.doesNotMatch(text, /<script|\sstyle=|\son\w+=/);
      const [, sheet = 'none'] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.ok(policy.startsWith(`default-src 'none'; style-src ${sourceHash(sheet)};`), policy);
    }
    for (const [path, accept] of [
      ['/old/link', '*/*'],
      ['/asset.do?play=424242', 'application/json'],
      ['/asset.do?play=424242&callback=f', 'text/html'],
      ['/node.do?tree=424242', 'text/html'],
    ] as const)
      assert.doesNotMatch(await (await open(path, accept)).text(), /<html/, path);
  });

  test('without sites in picker.origins there is no picker', async () => {
    const response = await fetch(`${app.url}/picker`);
    assert.equal(response.status, 501);
    assert.match(await response.text(), /the setting picker.origins lists no site that may open the picker/);
  });

  test('only listed sites may show the picker in a frame, and a script learns that its site is not listed', async () => {
    await using listed = await startApp({ ABS_PICKER_ORIGINS: 'https://cms.example,https://www.example.org' });
    const ask = async (origin?: string) => {
      const response = await fetch(`${listed.url}/picker`, { headers: origin === undefined ? {} : { origin } });
      const policy = response.headers.get('content-security-policy') ?? '';
      const text = await response.text();
      return { status: response.status, text, frames: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
    };
    const { status, text, frames } = await ask();
    assert.deepEqual([status, frames], [200, 'https://cms.example https://www.example.org']);
    assert.match(text, /"origins":\["https:\/\/cms.example","https:\/\/www.example.org"\]/);
    assert.equal((await ask('https://cms.example')).status, 200);
    const stranger = await ask('https://evil.example');
    assert.equal(stranger.status, 403);
    assert.match(stranger.text, /picker.origins does not list \\"https:\/\/evil.example\\"/);
  });
});
