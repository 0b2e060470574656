import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import PDFDocument from 'pdfkit';
import { planPicture } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { infoOf, withPdf } from '../../src/ffmpeg/pdfium.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { pdfPageSizes } from '../../src/pictures/sources/pdf.ts';
import { isNear, middle, sourceAt, useRenderer } from './pictures.ts';

suite('a PDF page', () => {
  const { draw, at } = useRenderer();

  test('of 200,000 points, of one point, and of extreme shape fits the box', async () => {
    assert.deepEqual(await sizeOf([200_000, 100_000]), [256, 128]);
    assert.deepEqual(await sizeOf([1, 1]), [256, 256]);
    assert.deepEqual(await sizeOf([200_000, 3]), [256, 1]);
  });

  test('is white where nothing is drawn, and behind half transparent content', async () => {
    assert.ok(isNear(await middle((await render(await make(() => {}))).bytes), [255, 255, 255], 0));
    const glass = await make((page) => page.fillOpacity(0.5).rect(0, 0, 400, 400).fill('#ff0000'));
    assert.ok(isNear(await middle((await render(glass)).bytes), [255, 127, 127], 4));
  });

  test('is the requested one, of as many as the file has', async () => {
    const two = await make((page) => page.addPage().rect(0, 0, 400, 400).fill('#0000ff'));
    const [first, second] = [await render(two), await render(two, 'made.pdf', 1)];
    assert.deepEqual([first.pages, second.pages], [2, 2]);
    assert.ok(isNear(await middle(first.bytes), [255, 255, 255], 0));
    assert.ok(isNear(await middle(second.bytes), [0, 0, 255], 3));
    await assert.rejects(render(two, 'made.pdf', 2), { name: 'CannotMake', reason: 'no_such_page' });
  });

  test('opens with an owner password, and is refused with a user password', async () => {
    const red = (page: PDFKit.PDFDocument) => page.rect(0, 0, 400, 400).fill('#ff0000');
    const owned = await make(red, { ownerPassword: 'owner', permissions: { copying: false } });
    assert.ok(isNear(await middle((await render(owned)).bytes), [255, 0, 0], 3));
    const secret = await make(red, { userPassword: 'user', ownerPassword: 'owner' });
    await assert.rejects(render(secret), { name: 'CannotMake', reason: 'unsupported' });
  });

  test('of an Illustrator file is drawn, too, and becomes a page of the same size', async () => {
    const bytes = await make((page) => page.rect(0, 0, 400, 400).fill('#00ff00'));
    const drawn = await render(bytes, 'drawing.ai');
    assert.ok(isNear(await middle(drawn.bytes), [0, 255, 0], 3));
    const source = sourceAt(at('two.ai'), { mediaType: 'application/vnd.adobe.illustrator', pages: 2 });
    writeFileSync(source.path, await make((page) => page.addPage({ size: [300, 800] })));
    await convertPicture(source, planPicture({ to: 'pdf', dpi: 72 }, source.properties, {}), at('two.pdf'));
    const sizes = [400, 400, 300, 800];
    assert.deepEqual(
      (await pdfPageSizes(at('two.pdf'))).flatMap(({ width, height }) => [width, height]),
      sizes,
    );
  });

  test('of a file that is not a PDF is refused', async () => {
    for (const text of ['', '%PDF-1.7', '%PDF-1.7\n%%EOF', 'not a document'])
      await assert.rejects(render(Buffer.from(text)), { name: 'CannotMake', reason: 'corrupt' });
  });

  test('tells no endless text about its document', async () => {
    const told = await make(() => {}, { info: { Title: 'ž'.repeat(40_000), Subject: 'x'.repeat(2 ** 20 + 9) } });
    const { Title, Subject } = await withPdf(told, async (document) => infoOf(document));
    assert.deepEqual([Title.length, Subject.length], [40_000, 0]);
  });

  async function sizeOf(size: [number, number]): Promise<number[]> {
    const { width, height } = await render(await make(() => {}, { size }));
    return [width, height];
  }

  function render(bytes: Buffer, name = 'made.pdf', page = 0): Promise<Rendered> {
    return draw(name, bytes, { mediaType: 'application/pdf' }, { page });
  }
});

async function make(
  drawPage: (page: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: [400, 400], margin: 0, ...options });
  drawPage(document);
  document.end();
  return await buffer(document);
}
