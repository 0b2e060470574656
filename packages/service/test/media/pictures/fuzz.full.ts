import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { suite, test } from 'node:test';
import { WorkerDied, WorkerTimeout } from '../../../../core/src/concurrency/failures.ts';
import { corpus, hasCorpus } from '../../../../core/test/support/corpus.ts';
import { SEED } from '../../../../core/test/support/seed.ts';
import { CannotMake } from '../../../../media/src/derived/cannot-make.ts';
import { detect, HEAD_BYTES } from '../../../../media/src/inspect/detect.ts';
import { pdfOf, pdfStream } from '../../../../media/src/pictures/write-pdf.ts';
import { compress, gltfCube, obj, stl } from '../../../../media/test/pictures/models.ts';
import {
  patiently,
  planFor,
  type SourceFile,
  sourceAt,
  useRenderer,
} from '../../../../media/test/pictures/pictures.ts';
import { FILES } from '../../../../media/test/pictures/sources-of-drawing.ts';
import { makeRecordings, media } from '../playback/recordings.ts';

/** With FUZZ=all, as in `.ci/full fuzz`, the test damages every sample file in many ways, without it a few in a few ways. */
const isLong = process.env['FUZZ'] === 'all';
const TRUNCATIONS = isLong ? 10 : 1;
const FLIPS = isLong ? 1000 : 60;

/** One for each decoder, for the short run. */
const SHORT =
  `progressive.jpg interlaced.png lzw.tiff plain.webp plain.avif moving.gif rle8.bmp 16.bmp bitmap.ico drawing.jp2
  srgb.jp2 wide.jxl rgb-1.psd rgb16-3.psd lab.psd camera.nef camera.cr3`.split(/\s+/);

interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

suite('damaged files', { timeout: isLong ? 3_600_000 : 600_000 }, () => {
  const random = randomFrom(SEED);
  const { renderer, at } = useRenderer(2, media);
  const counts = new Map<string, number>();

  test(`SEED=${SEED}: whole, truncated and flipped files each get an answer in time`, async (context) => {
    const samples = await readSamples();
    const jobs: (() => Sample)[] = [];
    for (const sample of samples) {
      jobs.push(() => sample);
      for (let cut = 0; cut < TRUNCATIONS; cut++) {
        const length = random(sample.bytes.length);
        jobs.push(() => ({ name: sample.name, bytes: sample.bytes.subarray(0, length) }));
      }
    }
    for (let flip = 0; flip < FLIPS; flip++) {
      const sample = samples[random(samples.length)];
      if (sample === undefined) throw new Error('no samples');
      // Headers matter most; half of the flips are there.
      const at = random(2) === 0 ? random(Math.min(256, sample.bytes.length)) : random(sample.bytes.length);
      const bits = 1 + random(255);
      jobs.push(() => {
        const bytes = Buffer.from(sample.bytes);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        return { name: sample.name, bytes };
      });
    }
    await inTurns(jobs, 2);
    context.diagnostic(`${jobs.length} files: ${JSON.stringify(Object.fromEntries(counts))}`);
    const answered = [...counts.values()].reduce((sum, count) => sum + count, 0);
    assert.equal(answered, jobs.length);
    assert.ok((counts.get('drawn') ?? 0) > jobs.length / 10);
    // A decoder may crash on a file, but not on many.
    assert.ok((counts.get('lost') ?? 0) <= jobs.length / 50);
  });

  test('afterwards the render processes draw correctly', async () => {
    await writeFile(at('whole.jpg'), (await FILES[0]?.make()) ?? '');
    const source = sourceAt(at('whole.jpg'));
    const drawn = await Promise.all([1, 2, 3, 4].map(() => renderer.render(planFor(), source, patiently())));
    assert.ok(drawn.every(({ width }) => width === 256));
  });

  async function inTurns(jobs: readonly (() => Sample)[], queues: number): Promise<void> {
    let next = 0;
    const queue = async (number: number) => {
      for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await answer(job(), at(`queue-${number}`));
    };
    await Promise.all(Array.from({ length: queues }, (_, number) => queue(number)));
  }

  async function answer({ name, bytes }: Sample, queue: string): Promise<void> {
    const path = queue + extname(name);
    await writeFile(path, bytes);
    const kind = await renderer.render(planFor(), await described(path, bytes), patiently()).then(
      () => 'drawn',
      (error: unknown) => {
        if (error instanceof CannotMake) return error.reason;
        if (error instanceof WorkerDied || error instanceof WorkerTimeout) return 'lost';
        throw new Error(`SEED=${SEED}: ${name}`, { cause: error });
      },
    );
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  /** As an import describes it, without its size; if not even the type is recognised, that of the file name. */
  async function described(path: string, bytes: Buffer): Promise<SourceFile> {
    const extension = extname(path).slice(1).toLowerCase();
    const { mediaType } = await detect(path, bytes.subarray(0, HEAD_BYTES), bytes.length, extension);
    return sourceAt(path, mediaType === 'application/octet-stream' ? {} : { mediaType });
  }
});

const EPS = `%!PS-Adobe-3.0 EPSF-3.0\n%%BeginPreview: 8 4 8 4\n${'% FFFFFFFF00000000\n'.repeat(4)}%%EndPreview\n%%EOF\n`;
const PAGE = [
  ['<</Type/Catalog/Pages 2 0 R>>'],
  ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
  ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>'],
  pdfStream('', Buffer.from('0 0 m 200 100 l S '.repeat(20))),
];

async function draco(): Promise<Buffer> {
  const cube = gltfCube();
  compress(cube.document, 'draco');
  return await cube.glb();
}

async function readSamples(): Promise<readonly Sample[]> {
  const wanted = FILES.filter(({ name }) => isLong || SHORT.includes(name));
  const made = await Promise.all(wanted.map(async ({ name, make }) => ({ name, bytes: await make() })));
  made.push({ name: 'a.stl', bytes: stl() }, { name: 'a.obj', bytes: Buffer.from(obj()) });
  made.push({ name: 'a.gltf', bytes: Buffer.from(await gltfCube().gltf()) }, { name: 'a.glb', bytes: await draco() });
  made.push({ name: 'a.eps', bytes: Buffer.from(EPS) }, { name: 'a.pdf', bytes: pdfOf(PAGE) });
  for (const name of media ? ['film.mp4', 'old.avi', 'sound.mp3'] : []) {
    using recordings = makeRecordings([name]);
    made.push({ name, bytes: readFileSync(recordings.path(name)) });
  }
  if (!isLong || !hasCorpus) return made;
  const paths = readdirSync(corpus(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size > 0)
    .sort();
  return [...made, ...paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) }))];
}

/** Whole numbers below a bound, the same for the same seed. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
