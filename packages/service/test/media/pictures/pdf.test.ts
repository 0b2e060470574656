import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { WorkerDied, WorkerTimeout } from '../../../src/concurrency/failures.ts';
import { CannotMake } from '../../../src/media/derived/cannot-make.ts';
import type { Rendered } from '../../../src/media/pictures/renderer.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { corpus, hasCorpus } from '../../support/corpus.ts';
import references from './document-references.json' with { type: 'json' };
import { greyGrid, gridDistance, isNear, middle, patiently, planFor, sourceAt } from './pictures.ts';

const renderer = openSharpRenderer({ processes: 2, seconds: 120, megabytes: 1024, queue: 1000 });
after(() => renderer[Symbol.asyncDispose]());

suite('real PDF files', { skip: hasCorpus ? false : 'the sample files are absent' }, () => {
  const draw = (file: string, request = {}): Promise<Rendered> =>
    renderer.render(planFor(request), sourceAt(corpus(`documents/${file}`)), patiently());

  // File, thumb, preview, big preview, pages.
  const sizes: [string, string, string, string, number][] = [
    ['001-trivial__minimal-document.pdf', '181x256', '724x1024', '2121x3000', 1],
    ['004-pdflatex-4-pages__pdflatex-4-pages.pdf', '181x256', '724x1024', '2121x3000', 4],
    ['007-imagemagick-images__imagemagick-images.pdf', '256x256', '1024x1024', '3000x3000', 6],
    ['009-pdflatex-geotopo__GeoTopo-komprimiert.pdf', '181x256', '724x1024', '2121x3000', 117],
    ['010-pdflatex-forms__pdflatex-forms.pdf', '198x256', '791x1024', '2318x3000', 1],
    ['015-arabic__habibi-rotated.pdf', '256x181', '1024x724', '3000x2121', 4],
    ['019-grayscale-image__grayscale-image.pdf', '184x256', '737x1024', '2160x3000', 1],
    ['026-latex-multicolumn__multicolumn.pdf', '181x256', '724x1024', '2121x3000', 3],
  ];
  for (const [file, thumb, preview, big, pages] of sizes) {
    test(`${file} has its size and pages as thumb, preview and big preview`, async () => {
      const drawn = await Promise.all([
        draw(file),
        draw(file, { kind: 'preview' }),
        draw(file, { kind: 'preview', big: true }),
      ]);
      assert.deepEqual(
        drawn.map(({ width, height }) => `${width}x${height}`),
        [thumb, preview, big],
      );
      assert.deepEqual(new Set(drawn.map((each) => each.pages)), new Set([pages]));
    });
  }

  for (const { file, page, grid } of references) {
    test(`page ${page} of ${file} looks as another library draws it`, async () => {
      const { bytes } = await renderer.render(planFor({ kind: 'preview', page }), sourceAt(corpus(file)), patiently());
      const far = gridDistance(await greyGrid(bytes), [...Buffer.from(grid, 'hex')]);
      assert.ok(far < 4, `differs by ${far}`);
    });
  }

  test('the reference pictures of pages differ', () => {
    for (const one of references) {
      for (const other of references) {
        if (one === other) continue;
        assert.ok(gridDistance([...Buffer.from(one.grid, 'hex')], [...Buffer.from(other.grid, 'hex')]) > 4);
      }
    }
  });

  test('a page that does not exist is refused', async () => {
    await assert.rejects(draw('004-pdflatex-4-pages__pdflatex-4-pages.pdf', { page: 4 }), { reason: 'no_such_page' });
  });

  test('a file that needs a password is refused', async () => {
    const file = '005-libreoffice-writer-password__libreoffice-writer-password.pdf';
    await assert.rejects(draw(file), { name: 'CannotMake', reason: 'unsupported' });
  });

  test('truncated and flipped files are drawn or refused, and the next one is drawn', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
    const whole = await readFile(corpus('documents/024-annotations__annotated_pdf.pdf'));
    const harm = fc.record({
      length: fc.integer({ min: 0, max: whole.length }),
      flips: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(harm, async ({ length, flips }) => {
        const bytes = Buffer.from(whole);
        for (const [at, bits] of flips) bytes[at] = (bytes[at] ?? 0) ^ bits;
        const path = join(folder, 'harmed.pdf');
        await writeFile(path, bytes.subarray(0, length));
        await renderer.render(planFor(), sourceAt(path), patiently()).catch(onlyRefused);
      }),
      { numRuns: 60 },
    );
    assert.equal((await draw('001-trivial__minimal-document.pdf')).width, 181);
    await rm(folder, { recursive: true });
  });
});

suite('a PDF page', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  });
  after(() => rm(folder, { recursive: true }));

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

  test('opens with an owner password, and is refused with a user password', async () => {
    const red = (page: PDFKit.PDFDocument) => page.rect(0, 0, 400, 400).fill('#ff0000');
    const owned = await make(red, { ownerPassword: 'owner', permissions: { copying: false } });
    assert.ok(isNear(await middle((await render(owned)).bytes), [255, 0, 0], 3));
    const secret = await make(red, { userPassword: 'user', ownerPassword: 'owner' });
    await assert.rejects(render(secret), { name: 'CannotMake', reason: 'unsupported' });
  });

  test('of an Illustrator file is drawn, too', async () => {
    const bytes = await make((page) => page.rect(0, 0, 400, 400).fill('#00ff00'));
    const drawn = await render(bytes, 'drawing.ai');
    assert.ok(isNear(await middle(drawn.bytes), [0, 255, 0], 3));
  });

  test('of a file that is not a PDF is refused', async () => {
    for (const text of ['', '%PDF-1.7', '%PDF-1.7\n%%EOF', 'not a document']) {
      await assert.rejects(render(Buffer.from(text)), { name: 'CannotMake', reason: 'corrupt' });
    }
  });

  async function sizeOf(size: [number, number]): Promise<number[]> {
    const { width, height } = await render(await make(() => {}, { size }));
    return [width, height];
  }

  async function render(bytes: Buffer, name = 'made.pdf'): Promise<Rendered> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return await renderer.render(planFor(), sourceAt(path, { mediaType: 'application/pdf' }), patiently());
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

function onlyRefused(error: unknown): void {
  if (!(error instanceof CannotMake || error instanceof WorkerDied || error instanceof WorkerTimeout)) throw error;
}
