import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { coarsePixels, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

const XI = 'xmlns:xi="http://www.w3.org/2001/XInclude"';

suite('an SVG file', () => {
  const { renderer, folder, at, draw } = useRenderer();
  const calls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url);
    response.end();
  });
  let secretUrl: string;
  let httpUrl: string;
  let secretData: string;

  before(async () => {
    const secret = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await writeFile(at('secret.png'), secret);
    await writeFile(at('secret.svg'), svg('<rect id="r" width="64" height="64" fill="red"/>'));
    await writeFile(at('secret.css'), 'rect{fill:red}');
    await writeFile(at('secret.txt'), 'MMMMMMMMMMMM');
    secretUrl = `${pathToFileURL(folder)}/secret`;
    secretData = `data:image/png;base64,${secret.toString('base64')}`;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    httpUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
  });
  after(() => server.close());

  test('shows the pictures that it embeds', async () => {
    const { bytes } = await render(svg(`<image width="64" height="64" href="${secretData}"/>`));
    assert.ok(!(await isWhite(bytes)));
  });

  const references: [string, (base: string) => string][] = [
    ['an image', (base) => svg(`<image width="64" height="64" href="${base}.png"/>`)],
    ['an image, old style', (base) => svg(`<image width="64" height="64" xlink:href="${base}.png"/>`)],
    ['an SVG as image', (base) => svg(`<image width="64" height="64" href="${base}.svg"/>`)],
    ['a shape elsewhere', (base) => svg(`<use href="${base}.svg#r"/>`)],
    ['a filter', (base) => svg(`<filter id="f"><feImage href="${base}.png"/></filter>${white('filter="url(#f)"')}`)],
    ['a style sheet', (base) => `<?xml-stylesheet href="${base}.css" type="text/css"?>${svg(white())}`],
    ['an imported style', (base) => svg(`<style>@import url("${base}.css");</style>${white()}`)],
    [
      'an inclusion',
      (base) => svg(`<text y="40" font-size="40"><xi:include ${XI} parse="text" href="${base}.txt"/></text>`),
    ],
    [
      'an entity',
      (base) => `<!DOCTYPE svg [<!ENTITY e SYSTEM "${base}.txt">]>${svg('<text y="40" font-size="40">&e;</text>')}`,
    ],
    ['a parameter entity', (base) => `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${base}.txt"> %p;]>${svg('')}`],
    ['a document type', (base) => `<!DOCTYPE svg SYSTEM "${base}.txt">${svg('')}`],
    [
      'foreign content',
      (base) =>
        svg(
          `<foreignObject width="64" height="64"><img xmlns="http://www.w3.org/1999/xhtml" src="${base}.png"/></foreignObject>`,
        ),
    ],
  ];
  test('cannot reach a file or the network', async () => {
    for (const [what, make] of references) {
      for (const base of [secretUrl, at('secret'), 'secret', './secret', httpUrl]) {
        // Refusing the whole file leaks nothing either.
        const drawn = await render(make(base)).catch((error: unknown) => {
          assert.equal(error instanceof Error && error.name, 'CannotMake');
        });
        if (drawn) assert.ok(await isWhite(drawn.bytes), `${what}: ${base}`);
      }
      assert.deepEqual(calls, [], what);
    }
  });

  test('cannot reach other files by posing as a PNG', async () => {
    const path = at('posing.png');
    await writeFile(path, svg('<image width="64" height="64" href="secret.png"/>'));
    await assert.rejects(renderer.render(planFor(), sourceAt(path), patiently()), { reason: 'corrupt' });
  });

  test('with entities that multiply is refused', async () => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]>${svg('<text>&e20;</text>')}`;
    await assert.rejects(render(bomb), { name: 'CannotMake', reason: 'corrupt' });
  });

  test('that unpacks to more than the limit is refused', async () => {
    const bomb = gzipSync(svg(' '.repeat(40 * 2 ** 20)));
    await assert.rejects(render(bomb), { name: 'CannotMake', reason: 'too_large' });
  });

  test('may be gzipped', async () => {
    const { width } = await render(gzipSync(svg('<rect width="9" height="9"/>')));
    assert.equal(width, 256);
  });

  test('of 100,000 x 50,000 pixels is drawn in the requested size', async () => {
    const { width, height } = await render(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="50000"><rect width="50" height="50"/></svg>',
    );
    assert.deepEqual([width, height], [256, 128]);
  });

  function white(attributes = ''): string {
    return `<rect width="64" height="64" fill="#fff" ${attributes}/>`;
  }

  function svg(content: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">${content}</svg>`;
  }

  function render(content: string | Buffer): Promise<Rendered> {
    return draw('tested.svg', content);
  }

  async function isWhite(bytes: Uint8Array): Promise<boolean> {
    return (await coarsePixels(bytes)).every((value) => value > 250);
  }
});
