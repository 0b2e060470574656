import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, beforeEach, suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { QueueFull, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { SLOW_SVG } from '../../../core/test/support/slow-svg.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { renditionKey } from '../../src/pictures/key.ts';
import type { Plan, Renderer } from '../../src/pictures/renderer.ts';
import { SharpRenderer } from '../../src/pictures/renderer-sharp.ts';
import { type PictureRendition, type RenditionOrder, Renditions } from '../../src/pictures/renditions.ts';
import { pdfOf } from '../../src/pictures/write-pdf.ts';
import { originalsAt } from '../support/local-originals.ts';
import { distance, patiently, planFor, sourceAt } from './pictures.ts';

const SIZES = [{}, { kind: 'preview' }, { kind: 'preview', big: true }] as const;

/** Paths of the files that were asked for, by key. */
const paths = new Map<string, string>();
const originals = originalsAt((key) => paths.get(key));

suite('renditions', () => {
  const limits = { seconds: 120, megabytes: 512, queue: 100 };
  const sharpRenderer = new SharpRenderer({ processes: 2, ...limits });
  /** Gives up after five seconds. A placeholder takes far less, and the slow file far longer. */
  const hasty = new SharpRenderer({ processes: 1, ...limits, seconds: 5 });
  after(async () => {
    await sharpRenderer[Symbol.asyncDispose]();
    await hasty[Symbol.asyncDispose]();
  });

  let renderer: Renderer;
  /** Plans of the renderings that started, in order. */
  let begun: Plan[];
  let folder: string;
  let directory: string;
  /** Path of a picture. */
  let photo: string;
  let now: number;
  let reports: Error[];
  let renditions: Renditions;
  beforeEach(async () => {
    folder = newFolder();
    directory = join(folder, 'store');
    photo = await photoOf('teal', 600, 400);
    begun = [];
    reports = [];
    now = 0;
    renderer = counted(sharpRenderer);
    renditions = open();
  });
  afterEach(async () => {
    await renditions[Symbol.asyncDispose]();
  });

  function open(drawing = renderer): Renditions {
    return new Renditions({
      directory,
      renderer: drawing,
      originals,
      storeMegabytes: 10,
      report: (trouble) => reports.push(trouble),
      now: () => now,
    });
  }

  function counted(inner: Renderer): Renderer {
    return {
      version: inner.version,
      render(plan, source, options) {
        begun.push(plan);
        return inner.render(plan, source, options);
      },
      features: (rendered, options) => inner.features(rendered, options),
      toPdf: (source, options) => inner.toPdf(source, options),
      pageSizes: (source, options) => inner.pageSizes(source, options),
      pageWords: (source, wanted, options) => inner.pageWords(source, wanted, options),
      toWholePdf: (source, options) => inner.toWholePdf(source, options),
      [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
    };
  }

  function order(path: string, properties = {}, request = {}): RenditionOrder {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    paths.set(sha256, path);
    const source = { properties: sourceAt(path, properties).properties, sha256 };
    return { plan: planFor(request), source, category: 1 };
  }

  /** Boxes of the files that started, without the placeholders. */
  function begunFiles(): readonly number[] {
    return begun.filter(({ background }) => background === '#ffffff').map(({ box }) => box);
  }

  async function photoOf(background: string, width = 60, height = 40): Promise<string> {
    const path = join(folder, `${background}.jpg`);
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toFile(path);
    return path;
  }

  /** Resolves when a rendering has started. */
  async function untilBegun(): Promise<void> {
    while (begun.length === 0) await setImmediate();
  }

  async function slowFile(): Promise<string> {
    const path = join(folder, 'slow.svg');
    await writeFile(path, SLOW_SVG);
    return path;
  }

  test('an Office file that becomes no PDF is damaged, though the picture that it carries is drawn', async () => {
    const path = join(folder, 'slides.pptx');
    await writeFile(path, zipOf({ 'docProps/thumbnail.jpeg': readFileSync(photo) }));
    const mediaType = [...OFFICE_TYPES].find(([, extension]) => extension === 'pptx')?.[0] ?? '';
    for (const reason of ['corrupt', 'unsupported'] as const) {
      const toPdf = () => Promise.reject(new CannotMake(reason, 'no slides'));
      await using own = open({ ...renderer, version: reason, toPdf });
      const found = await own.features(order(path, { mediaType, category: 2 }), patiently());
      assert.ok(found !== undefined && found !== 'later' && found.features !== NO_FEATURES);
      assert.equal(found.isDamaged, reason === 'corrupt' ? true : undefined);
    }
  });

  test('a picture that is drawn from another rendition needs no file once that is stored', async () => {
    const preview = order(photo, {}, { kind: 'preview' });
    const again = { ...preview, plan: { ...planFor(), from: preview.plan } };
    await pictureOf(renditions, preview);
    paths.clear();
    const { width, isPlaceholder, etag } = await pictureOf(renditions, again);
    assert.deepEqual([width, isPlaceholder, begunFiles().length], [256, false, 2]);
    await using restarted = open();
    assert.equal((await pictureOf(restarted, again)).etag, etag);
    assert.equal(begunFiles().length, 2);
    const broken = join(folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    const { plan: from, ...rest } = order(broken);
    assert.ok((await pictureOf(renditions, { ...rest, plan: { ...planFor(), from } })).isPlaceholder);
  });

  test('what is drawn from a rendition that takes too long comes from a smaller one, until that can be drawn', async () => {
    let isBusy = true;
    const busy: Renderer = {
      ...renderer,
      async render(plan, source, options) {
        if (isBusy && plan.box > 500 && plan.background === '#ffffff') throw new WorkerTimeout('busy');
        return await renderer.render(plan, source, options);
      },
    };
    await using own = open(busy);
    const large = order(photo, {}, { kind: 'preview' });
    const from = (box: number) => ({ ...planFor(), from: { ...large.plan, box } });
    const again = { ...large, plan: from(large.plan.box), otherwise: from(100) };
    const seen = async (asked: RenditionOrder) => {
      const { width, isPlaceholder, isForNow = false } = await pictureOf(own, asked);
      return [isPlaceholder ? 'placeholder' : width, isForNow];
    };
    const { otherwise: _, ...alone } = again;
    assert.deepEqual(
      [await seen(large), await seen(alone), await seen(again)],
      [
        ['placeholder', true],
        ['placeholder', true],
        [100, true],
      ],
    );
    isBusy = false;
    now += 60_000;
    assert.deepEqual(await seen(again), [256, false]);
    const broken = join(folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    assert.deepEqual(await seen(order(broken)), ['placeholder', false]);
  });

  test('a picture is drawn once and then comes from the cache, also after a restart', async () => {
    const first = await pictureOf(renditions, order(photo));
    const second = await pictureOf(renditions, order(photo));
    await using restarted = open();
    const third = await pictureOf(restarted, order(photo));
    assert.deepEqual([first.width, first.height, first.pages, first.isPlaceholder], [256, 171, 1, false]);
    const { source, plan } = order(photo);
    assert.ok(source);
    assert.equal(first.etag, renditionKey(source, plan, renderer.version));
    assert.deepEqual(structure(second), structure(first));
    assert.deepEqual(structure(third), structure(first));
    assert.equal(begun.length, 1);
  });

  test('64 concurrent callers cause one rendering, and callers that leave do not affect the others', async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: 64 }, (_, n) =>
      renditions.get(order(photo), n % 2 === 0 ? patiently() : { signal: leaving.signal }),
    );
    leaving.abort(new Error('gone'));
    const answers = await Promise.allSettled(asked);
    const outcomes = new Set(answers.map(({ status }, n) => `${status} ${n % 2}`));
    assert.deepEqual(outcomes, new Set(['fulfilled 0', 'rejected 1']));
    assert.equal(begun.length, 1);
  });

  test('a started picture is finished and stored even if all callers have left', async () => {
    const leaving = new AbortController();
    const left = renditions.get(order(photo), { signal: leaving.signal });
    await untilBegun();
    leaving.abort(new Error('gone'));
    await assert.rejects(left, { message: 'gone' });
    while (globSync('**/*.rendition', { cwd: directory }).length === 0) await setImmediate();
    assert.deepEqual([(await pictureOf(renditions, order(photo))).isPlaceholder, begun.length], [false, 1]);
  });

  test('a record without a file has a placeholder of its category', async () => {
    const drawn = await Promise.all(
      Object.values(FILE_CATEGORIES).map((category) => pictureOf(renditions, { plan: planFor(), category })),
    );
    for (const { isPlaceholder, width, height, pages } of drawn) {
      const result = { isPlaceholder, width, height, pages };
      assert.deepEqual(result, { isPlaceholder: true, width: 256, height: 256, pages: 0 });
    }
    assert.equal(new Set(drawn.map(({ etag }) => etag)).size, 7);
    for (const [n, one] of drawn.entries()) {
      for (const other of drawn.slice(n + 1)) assert.ok((await distance(one.bytes, other.bytes)) > 1);
    }
    const big = { plan: planFor({ kind: 'preview', big: true }), category: 3 } as const;
    const before = begun.length;
    for (let n = 0; n < 3; n++) assert.equal((await pictureOf(renditions, big)).width, 1024);
    assert.equal(begun.length, before + 1);
  });

  test('a corrupt file has a placeholder, and is not tried again for a minute', async () => {
    const broken = join(folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    const asked = order(broken, { pages: 3 });
    const first = await pictureOf(renditions, asked);
    assert.deepEqual([first.isPlaceholder, first.pages], [true, 3]);
    assert.equal(begun.length, 2); // the file, the placeholder
    now = 59_999;
    assert.deepEqual([(await pictureOf(renditions, asked)).isPlaceholder, begun.length], [true, 2]);
    now = 60_000;
    assert.deepEqual([(await pictureOf(renditions, asked)).isPlaceholder, begun.length], [true, 3]);
    assert.deepEqual(reports, []);
  });

  test('a page that does not exist is refused without a placeholder, and is not tried again', async () => {
    const pages = join(folder, 'one-page.eps');
    await writeFile(pages, '%!PS-Adobe-3.0 EPSF-3.0');
    const asked = order(pages, { mediaType: 'application/postscript' }, { page: 1 });
    for (let n = 0; n < 2; n++) {
      assert.deepEqual(await renditions.get(asked, patiently()), { kind: 'no-such-page' });
      assert.deepEqual(begun, [asked.plan]);
    }
  });

  test('a page of PostScript that exists has a placeholder, and the first one tells of it', async () => {
    const path = join(folder, 'pages.ps');
    await writeFile(path, '%!PS-Adobe-3.0\n%%Pages: 2\n%%BeginPreview: 8 1 1 1\n%0F\n%%EndPreview\n');
    const asked = (page: number) => order(path, { mediaType: 'application/postscript', pages: 2 }, { page });
    const [first, second] = [await pictureOf(renditions, asked(0)), await pictureOf(renditions, asked(1))];
    assert.deepEqual([first.isPlaceholder, first.pages, second.isPlaceholder, second.pages], [false, 2, true, 2]);
    assert.deepEqual(await renditions.get(asked(2), patiently()), { kind: 'no-such-page' });
  });

  test('a file that exceeds the time limit has a placeholder, and is reported', async () => {
    await using own = open(counted(hasty));
    assert.equal((await pictureOf(own, order(await slowFile()))).isPlaceholder, true);
    const names = reports.map(({ name }) => name);
    assert.deepEqual(names, ['WorkerTimeout']);
    assert.equal((await pictureOf(renditions, order(photo))).isPlaceholder, false);
  });

  test('a document that took too long to convert leaves nothing behind, and is drawn once its PDF is there', async () => {
    const path = join(folder, 'pages.odt');
    const thumbnail = await sharp({ create: { width: 181, height: 256, channels: 3, background: 'lime' } })
      .png()
      .toBuffer();
    await writeFile(path, zipOf({ 'Thumbnails/thumbnail.png': thumbnail }));
    const page = (length: number) => [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 ${length}]>>`];
    const pages = ['<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>'];
    const bytes = pdfOf([['<</Type/Catalog/Pages 2 0 R>>'], pages, page(400), page(200)]);
    await using own = open({
      ...renderer,
      toPdf: () => Promise.reject(new CannotMake('too_slow', 'took more than 8 s')),
      toWholePdf: async () => ({ bytes, pages: 2 }),
    });
    const asked = (request = {}) =>
      order(path, { mediaType: 'application/vnd.oasis.opendocument.text', category: 2 }, request);
    const { source } = asked();
    assert.ok(source);
    assert.equal((await pictureOf(own, asked())).isPlaceholder, true);
    assert.deepEqual(await own.documents.pageSizes({ source }, patiently()), 'later');
    assert.deepEqual(await own.documents.pdf({ source, pages: 'shown' }, patiently()), 'later');
    assert.deepEqual(await own.looks([source]), [undefined]);
    assert.deepEqual(globSync('**/*.rendition', { cwd: directory }), []);

    const pdf = await own.documents.pdf({ source, pages: 'all' }, patiently());
    assert.ok(pdf && pdf !== 'later' && pdf.pages === 2);
    assert.equal((await own.documents.pageSizes({ source }, patiently()))?.length, 2);
    now = 60_000;
    const [first, second] = [
      await pictureOf(own, asked({ kind: 'preview' })),
      await pictureOf(own, asked({ page: 1 })),
    ];
    assert.deepEqual([first.width, first.height, second.width, second.height], [256, 1024, 128, 256]);
    assert.deepEqual(await own.get(asked({ page: 2 }), patiently()), { kind: 'no-such-page' });
  });

  test('a full queue rejects the caller, and no failure is recorded', async () => {
    await using narrow = new SharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 0 });
    await using own = new Renditions({ directory, renderer: narrow, originals, storeMegabytes: 10 });
    const one = order(photo);
    const other = order(await photoOf('navy'));
    const answers = await Promise.allSettled([own.get(one, patiently()), own.get(other, patiently())]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.reason instanceof QueueFull);
    for (const asked of [one, other]) assert.equal((await pictureOf(own, asked)).isPlaceholder, false);
  });

  test('a failure of one size applies to the others: a corrupt file costs one job', async () => {
    const broken = join(folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    const sizes = SIZES.map((request) => order(broken, {}, request));
    const answers = await Promise.all(sizes.map((asked) => pictureOf(renditions, asked)));
    for (const { isPlaceholder } of answers) assert.equal(isPlaceholder, true);
    // The first one to finish its lookup in the cache.
    assert.equal(begunFiles().length, 1);
    assert.equal((await pictureOf(renditions, order(broken, {}, { page: 1 }))).isPlaceholder, true);
    assert.equal(begunFiles().length, 2);
  });

  test('a cached picture is served although its file is missing and another size has failed', async () => {
    const stored = await pictureOf(renditions, order(photo));
    const [thumb, preview] = SIZES.map((request) => order(photo, {}, request));
    assert.ok(thumb && preview);
    await rm(photo);
    assert.equal((await pictureOf(renditions, preview)).isPlaceholder, true);
    assert.deepEqual(structure(await pictureOf(renditions, thumb)), structure(stored));
  });
});

function structure({ bytes, ...rest }: { readonly bytes: Uint8Array }): unknown {
  return { ...rest, bytes: Buffer.from(bytes).toString('hex') };
}

async function pictureOf(renditions: Renditions, order: RenditionOrder): Promise<PictureRendition> {
  const rendition = await renditions.get(order, patiently());
  assert.ok(rendition.kind === 'picture');
  return rendition;
}
