import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { CannotMake } from '../../../src/media/derived/cannot-make.ts';
import { findMediaTools } from '../../../src/media/ffmpeg/tools.ts';
import { openExtractor } from '../../../src/media/inspect/extractor.ts';
import { fitInside } from '../../../src/media/pictures/plan.ts';
import { previewSize } from '../../../src/media/pictures/preview-size.ts';
import type { Rendered } from '../../../src/media/pictures/renderer.ts';
import { drawPage } from '../../../src/media/pictures/renditions.ts';
import { corpus, hasCorpus } from '../../support/corpus.ts';
import references from './document-references.json' with { type: 'json' };
import {
  distance,
  greyGrid,
  gridDistance,
  isNear,
  middle,
  patiently,
  planFor,
  sourceAt,
  useRenderer,
} from './pictures.ts';

const DOCUMENTS = 'documents/';
const FILE = { sha256: '', size: 0, crc32: 0 };

suite('real files', { skip: hasCorpus ? false : 'the sample files are absent' }, async () => {
  const { renderer } = useRenderer(2, await findMediaTools());

  const draw = (file: string, request = {}): Promise<Rendered> =>
    renderer.render(planFor(request), sourceAt(corpus(file)), patiently());

  // File, thumb, preview, big preview, and pages of documents.
  const sizes: [string, string, string, string, number?][] = [
    ['formats/2569067123_aca715a2ee_o.jpg', '256x209', '1024x836', '2725x2225'],
    ['formats/Channel_digital_image_CMYK_color.jpg', '256x170', '500x333', '500x333'],
    ['formats/Flag_of_the_Netherlands-16bit.png', '256x171', '900x600', '900x600'],
    ['formats/G31D.TIF', '194x256', '777x1024', '2276x3000'],
    ['formats/cielab-dagams.tiff', '256x170', '400x266', '400x266'],
    ['formats/pitm.avif', '256x50', '1024x200', '3000x586'],
    ['formats/Crash_test.gif', '256x171', '800x533', '800x533'],
    ['formats/struct-image-04-t.svg', '256x192', '1024x768', '3000x2250'],
    ['formats/giant-image.jpg', '256x179', '1024x717', '3000x2100'],
    ['formats/relax.jp2', '256x192', '320x240', '320x240'],
    ['photos/heic/mobile/iphone_13_pro_max.HEIC', '192x256', '768x1024', '2250x3000'],
    [`${DOCUMENTS}001-trivial__minimal-document.pdf`, '181x256', '724x1024', '2121x3000', 1],
    [`${DOCUMENTS}007-imagemagick-images__imagemagick-images.pdf`, '256x256', '1024x1024', '3000x3000', 6],
    [`${DOCUMENTS}009-pdflatex-geotopo__GeoTopo-komprimiert.pdf`, '181x256', '724x1024', '2121x3000', 117],
    [`${DOCUMENTS}015-arabic__habibi-rotated.pdf`, '256x181', '1024x724', '3000x2121', 4],
  ];
  for (const [file, thumb, preview, big, pages = 1] of sizes) {
    test(`${file} has its size as thumb, preview and big preview`, async () => {
      const drawn = await Promise.all([
        draw(file),
        draw(file, { kind: 'preview' }),
        draw(file, { kind: 'preview', big: true }),
      ]);
      assert.deepEqual(
        drawn.map(({ width, height }) => `${width}x${height}`),
        [thumb, preview, big],
      );
      assert.ok(drawn.every((each) => each.pages === pages));
    });
  }

  test('every readable picture has exactly the size planned from its properties', async () => {
    const files = globSync(['{formats,photos}/**/*.{jpg,jpeg,png,tif,tiff,webp,gif,TIF}'], { cwd: corpus() });
    assert.ok(files.length > 150);
    const refused: string[] = [];
    await Promise.all(
      files.map(async (file) => {
        const source = sourceAt(corpus(file));
        const seen = await sharp(source.path, { limitInputPixels: false })
          .metadata()
          .then(({ autoOrient }) => autoOrient)
          .catch(() => undefined);
        for (const kind of ['thumb', 'preview'] as const) {
          const plan = planFor({ kind });
          try {
            const { width, height } = await renderer.render(plan, source, patiently());
            assert.deepEqual({ width, height }, fitInside(seen?.width ?? 0, seen?.height ?? 0, plan.box), file);
          } catch (error) {
            if (!(error instanceof CannotMake)) throw error;
            refused.push(`${kind} ${file} ${error.reason}`);
          }
        }
      }),
    );
    assert.deepEqual(refused.sort(), [
      'preview formats/65536-uint32-limit.png too_large',
      'preview formats/corrupt-header.jpg corrupt',
      'preview formats/truncated.jpg corrupt',
      'preview formats/truncated.png corrupt',
      'preview photos/jpg/corrupted.jpg corrupt',
      'thumb formats/65536-uint32-limit.png too_large',
      'thumb formats/corrupt-header.jpg corrupt',
      'thumb formats/truncated.jpg corrupt',
      'thumb formats/truncated.png corrupt',
      'thumb photos/jpg/corrupted.jpg corrupt',
    ]);
  });

  test('a phone photograph is drawn from its own thumbnail if that is large enough, and looks the same', async () => {
    const file = 'photos/heic/mobile/iphone_13_pro_max.HEIC';
    const [thumb, preview] = await Promise.all([draw(file), draw(file, { kind: 'preview' })]);
    assert.deepEqual([thumb.width, thumb.height], [192, 256]);
    const far = await distance(thumb.bytes, preview.bytes);
    assert.ok(far < 4, `differs by ${far}`);
  });

  for (const picture of ['Landscape', 'Portrait']) {
    test(`${picture} is upright in all eight orientations`, async () => {
      const { bytes: upright, width, height } = await draw(`formats/${picture}_1.jpg`);
      for (let orientation = 2; orientation <= 8; orientation++) {
        const turned = await draw(`formats/${picture}_${orientation}.jpg`);
        assert.deepEqual([turned.width, turned.height], [width, height]);
        // Each picture has its number drawn into it; a wrong rotation differs by more than 40.
        const far = await distance(upright, turned.bytes);
        assert.ok(far < 10, `orientation ${orientation} differs by ${far}`);
      }
    });
  }

  test('CMYK and wide-gamut colours become the matching sRGB', async () => {
    // Full magenta and yellow on coated paper (FOGRA39).
    assert.ok(isNear(await middle((await draw('formats/fogra-0-100-100-0.tif')).bytes), [226, 0, 26], 8));
    // 131, 141, 192 in ProPhoto, by its matrix and gamma.
    assert.ok(isNear(await middle((await draw('formats/prophoto.png')).bytes), [117, 160, 210], 3));
    // 241, 0, 0 in Display P3 is beyond sRGB.
    assert.ok(isNear(await middle((await draw('formats/p3.png')).bytes), [255, 0, 0], 3));
  });

  test('each page of a TIFF is a picture, and pages are counted', async () => {
    const [first, second] = await Promise.all([
      draw('formats/G31D_MULTI.TIF'),
      draw('formats/G31D_MULTI.TIF', { page: 1 }),
    ]);
    assert.deepEqual([first.pages, second.pages], [2, 2]);
    assert.ok((await distance(first.bytes, second.bytes)) > 1);
    await assert.rejects(draw('formats/G31D_MULTI.TIF', { page: 2 }), { reason: 'no_such_page' });
  });

  test('frames of an animation are not pages', async () => {
    assert.equal((await draw('formats/animated-loop-3.gif')).pages, 1);
    assert.equal((await draw('formats/rotating-squares.webp')).pages, 1);
  });

  for (const { file, page, grid } of references) {
    test(`page ${page} of ${file} looks as another library draws it`, async () => {
      const { bytes } = await draw(file, { kind: 'preview', page });
      const far = gridDistance(await greyGrid(bytes), [...Buffer.from(grid, 'hex')]);
      assert.ok(far < 4, `differs by ${far}`);
    });
  }

  test('a PDF that needs a password is refused', async () => {
    const file = `${DOCUMENTS}005-libreoffice-writer-password__libreoffice-writer-password.pdf`;
    await assert.rejects(draw(file), { name: 'CannotMake', reason: 'unsupported' });
  });

  test('the preview sizes in lists equal the drawn size of every file, or are absent if only drawing can tell', async () => {
    await using extractor = openExtractor({ processes: 2, secondsPerFile: 120 });
    const files = globSync('*/**/*.*', { cwd: corpus() }).filter((file) => !file.endsWith('.txt'));
    assert.ok(files.length > 200);
    const unknown: string[] = [];
    const wrong: string[] = [];
    await Promise.all(
      files.map(async (file) => {
        const path = corpus(file);
        const { signal } = patiently();
        const { properties } = await extractor.extract(path, { name: basename(file), metadata: false, signal });
        const told = previewSize({ file: FILE, properties }, 1024);
        const toPdf = () => renderer.toPdf({ path, properties }, { signal }).catch(() => undefined);
        const drawn = await drawPage(
          renderer,
          planFor({ kind: 'preview' }),
          { path, properties },
          { signal, toPdf },
        ).catch((error: unknown) => {
          if (!(error instanceof CannotMake)) throw error;
          return { width: 1024, height: 1024, isPlaceholder: true };
        });
        if (told.width === 0) unknown.push(file);
        else if (told.width !== drawn.width || told.height !== drawn.height) {
          const as = 'isPlaceholder' in drawn ? 'a placeholder' : `${drawn.width}x${drawn.height}`;
          wrong.push(`${file}: ${told.width}x${told.height}, drawn as ${as}`);
        }
      }),
    );
    // Office files, and files that can't be opened.
    assert.deepEqual(unknown.sort(), [
      'documents/002-trivial-libre-office-writer__source.odt',
      'documents/005-libreoffice-writer-password__libreoffice-writer-password.pdf',
      'documents/005-libreoffice-writer-password__source.odt',
      'documents/012-libreoffice-form__libreoffice-form.odt',
      'documents/017-unreadable-meta-data__unreadablemetadata.pdf',
      'formats/corrupt-header.jpg',
      'office/document-example.odt',
    ]);
    // Their beginnings are intact.
    assert.deepEqual(wrong.sort(), [
      'formats/truncated.jpg: 1024x836, drawn as a placeholder',
      'formats/truncated.png: 294x240, drawn as a placeholder',
      'photos/jpg/corrupted.jpg: 1024x768, drawn as a placeholder',
    ]);
  });
});
