import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { zipOf } from '../../../core/test/support/zip.ts';
import { missingTools } from '../../src/inspect/perl.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { propertiesOf } from '../support/extracting.ts';
import { greyGrid, isNear, middle, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';

const plain = (background: string) => sharp({ create: { width: 600, height: 400, channels: 3, background } });

const EPS = 'application/eps';
const EPUB = 'application/epub+zip';
const INDESIGN = 'application/x-indesign';
const needsPerl = missingTools().length > 0 && 'needs perl';

suite('the embedded picture', () => {
  const desk = useRenderer(2);
  let red: Buffer;
  let blue: Buffer;
  before(async () => {
    red = await plain('red').jpeg().toBuffer();
    blue = await plain('blue').jpeg().toBuffer();
  });

  test('of an EPS file is the TIFF after its DOS header', async () =>
    assert.ok(await isColour(await draw(await fixture('dos.eps'), EPS), [255, 0, 0], '256x171')));

  test('of an EPS file is the preview in its text, of any depth', async () => {
    for (const [depth, digits] of [
      [1, 'F0'],
      [2, 'FF00'],
      [4, 'FFFF0000'],
      [8, 'FFFFFFFF00000000'],
    ] as const) {
      const lines = `% ${digits}\n`.repeat(4);
      const text = `%!PS-Adobe-3.0 EPSF-3.0\n%%BeginPreview: 8 4 ${depth} 4\n${lines}%%EndPreview\n%%EOF\n`;
      const drawn = await draw(text, EPS);
      assert.deepEqual([drawn.width, drawn.height, drawn.pages], [8, 4, 1]);
      const grid = await greyGrid(drawn.bytes);
      assert.ok((grid[0] ?? 255) < 30 && (grid[15] ?? 0) > 225, `depth ${depth}`);
    }
  });

  test('of an EPS file is the thumbnail in its metadata', { skip: needsPerl }, async () =>
    assert.ok(await isColour(await draw(await fixture('metadata.eps'), EPS), [255, 0, 0], '256x171')),
  );

  test('of an InDesign file is that of the requested page', { skip: needsPerl }, async () => {
    const file = await fixture('two-pages.indd');
    const first = await draw(file, INDESIGN);
    assert.ok(await isColour(first, [255, 0, 0], '256x171'));
    await writeFile(desk.at('two.indd'), file);
    assert.deepEqual([first.pages, (await propertiesOf(desk.at('two.indd'))).pages], [2, 2]);
    assert.ok(await isColour(await draw(file, INDESIGN, 1), [0, 0, 255], '256x171'));
    await assert.rejects(draw(file, INDESIGN, 2), { reason: 'no_such_page' });
  });

  const manifest = (item: string) => `<package><metadata/><manifest>${item}</manifest></package>`;
  const meta = (name: string) => `<!-- <meta name="cover" content="x"/> --><meta name="cover" content="${name}"/>`;
  const books: [string, string, Record<string, string>?][] = [
    ['as its cover', manifest('<item id="a" href="images/the%20cover.jpg" properties="svg cover-image"/>')],
    ['by ID', manifest(`${meta('a')}<item id="a" href="images/the%20cover.jpg"/>`)],
    ['by its address', manifest(`${meta('images/the cover.jpg')}<item id="b" href="images/the%20cover.jpg"/>`)],
    ['by its address in the archive', manifest(meta('OPS/Images/the%20cover.jpg'))],
    ['by its media type', manifest(`${meta('a')}<item id="a" href="front" media-type="image/jpeg"/>`)],
    ['in its guide', manifest('<guide><reference type="cover" href="images/the%20cover.jpg"/></guide>')],
    [
      'on a page',
      manifest('').replace('</package>', '<guide><reference type="cover" href="cover.xhtml"/></guide></package>'),
      { 'OPS/cover.xhtml': '<html><body><svg><image xlink:href="images/the%20cover.jpg"/></svg></body></html>' },
    ],
  ];
  for (const [how, content, more = {}] of books) {
    test(`of a book is the one that its contents name ${how}`, async () =>
      assert.ok(await isColour(await draw(epub(content, more), EPUB), [255, 0, 0], '256x171')));
  }

  test('is missing from files without one', async () => {
    const none: [string | Buffer, string][] = [
      ['%!PS-Adobe-3.0 EPSF-3.0\n%%EOF\n', EPS],
      ['%!PS-Adobe-3.0 EPSF-3.0\n%%BeginPreview: 800 400 8 4\n% 00\n%%EndPreview\n', EPS],
      [await fixture('without-picture.indd'), INDESIGN],
      [zipOf({ 'META-INF/container.xml': '<container/>' }), EPUB],
    ];
    for (const [bytes, type] of none) await assert.rejects(draw(bytes, type), { reason: 'unsupported' }, type);
  });

  function draw(content: string | Buffer, mediaType: string, page = 0): Promise<Rendered> {
    return desk.draw('file', content, { mediaType, category: 2 }, { page });
  }

  function epub(book: string, more: Record<string, string> = {}): Buffer {
    return zipOf({
      mimetype: EPUB,
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf': book,
      'OPS/images/the cover.jpg': red,
      'OPS/front': red,
      'OPS/images/other.jpg': blue,
      ...more,
    });
  }
});

async function isColour(drawn: Rendered, colour: readonly number[], size: string): Promise<boolean> {
  assert.equal(`${drawn.width}x${drawn.height}`, size);
  return isNear(await middle(drawn.bytes), colour, 5);
}
