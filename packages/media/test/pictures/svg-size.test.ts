import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { distance, useRenderer } from './pictures.ts';

suite('the size of an SVG', () => {
  const { draw } = useRenderer();

  // Attributes, size in its properties, size of the preview.
  const cases: [string, [number, number], [number, number]][] = [
    ['width="100" height="50"', [100, 50], [1024, 512]],
    ['width="30%" height="1cm" viewBox="0 0 30 20"', [57, 38], [1024, 683]],
    ['data-was="width=\'3\'" width="3" height="4" viewBox="0 0 9 12"', [3, 4], [768, 1024]],
    ['width="210mm" height="297mm"', [794, 1123], [724, 1024]],
    ['width="12pc" height="7pt"', [192, 9], [1024, 50]],
    ['viewBox="0 0 2000 500"', [2000, 500], [1024, 256]],
    ['', [0, 0], [1024, 1024]],
  ];
  test('is that of the box, in the declared aspect ratio', async () => {
    for (const [attributes, [width, height], expected] of cases) {
      const drawn = await render(attributes, { width, height });
      assert.deepEqual([drawn.width, drawn.height], expected, attributes);
    }
  });

  test('is its own if the properties have another aspect ratio', async () => {
    const drawn = await render('width="100" height="50"', { width: 300, height: 300 });
    assert.deepEqual([drawn.width, drawn.height], [1024, 512]);
  });

  test('is that of its first element, whatever a comment before it says', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';
    const comment = '<!-- <svg width="10" height="20"> -->';
    const drawn = await draw('commented.svg', comment + svg, {}, { kind: 'preview' });
    assert.deepEqual([drawn.width, drawn.height], [1024, 512]);
  });

  test('is drawn whatever the prefix of its elements', async () => {
    const svg = (prefix: string, size: string) =>
      `<${prefix}svg xmlns${prefix && `:${prefix.slice(0, -1)}`}="http://www.w3.org/2000/svg" ${size}>
        <${prefix}rect width="20" height="5" fill="#0f0"/><${prefix}text y="9" font-size="4">Text</${prefix}text></${prefix}svg>`;
    for (const size of ['width="20" height="10"', '']) {
      const expected = (await draw('plain.svg', svg('', size), {}, { kind: 'preview' })).bytes;
      for (const start of ['', '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n', `<!--${'x'.repeat(2000)}-->`]) {
        for (const prefix of ['svg:', 's:', 'Of-A.1:']) {
          const drawn = await draw('prefixed.svg', start + svg(prefix, size), {}, { kind: 'preview' });
          assert.equal(await distance(drawn.bytes, expected), 0, `${prefix} ${start.slice(0, 9)} ${size}`);
        }
      }
    }
  });

  test('is read, and what it shows drawn, in the encoding that the text has', async () => {
    const svg = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
        <text y="9" font-size="9">П\u0444</text></svg>`;
    const expected = (await draw('utf-8.svg', svg('UTF-8'), {}, { kind: 'preview' })).bytes;
    const wide = Buffer.from(svg('UTF-16'), 'utf16le');
    const cyrillic = Buffer.from(svg('windows-1251').replace('П\u0444', '\xcf\xf4'), 'latin1');
    for (const [name, bytes] of Object.entries({
      wide,
      marked: Buffer.concat([Buffer.from('\ufeff', 'utf16le'), wide]),
      cyrillic,
    })) {
      const drawn = await draw(`${name}.svg`, bytes, {}, { kind: 'preview' });
      assert.equal(await distance(drawn.bytes, expected), 0, name);
    }
  });

  test('is no larger than needed to show it', async () => {
    const none = { width: 0, height: 0 };
    for (const [attributes, properties, across, down] of [
      ['width="1000000000" height="500000000"', none, 1e9, 5e8],
      ['viewBox="0 0 1000000000 500000000"', none, 1e9, 5e8],
      ['width="1e9" height="5e8" viewBox="0 0 100 50"', none, 100, 50],
      ["height='500000' width='1000000px'", { width: 1_000_000, height: 500_000 }, 1_000_000, 500_000],
      ['width="1e7in" viewBox="0 0 100 50"', none, 100, 50],
    ] as const) {
      const half = `<rect width="${across}" height="${down}" fill="red"/><rect width="${across / 2}" height="${down}" fill="blue"/>`;
      const drawn = await render(attributes, properties, half);
      assert.deepEqual([drawn.width, drawn.height], [1024, 512], attributes);
      assert.ok((await distance(drawn.bytes, await halves())) < 4, attributes);
    }
  });

  async function halves(): Promise<Buffer> {
    const blue = { create: { width: 512, height: 512, channels: 3, background: 'blue' } } as const;
    return await sharp(blue).extend({ right: 512, background: 'red' }).jpeg().toBuffer();
  }

  async function render(
    attributes: string,
    properties: { width: number; height: number },
    shapes = '<circle cx="9" cy="9" r="9"/>',
  ) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${shapes}</svg>`;
    return await draw('tested.svg', svg, properties, { kind: 'preview' });
  }
});
