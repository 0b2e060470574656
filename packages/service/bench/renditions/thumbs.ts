/** Photographs of 24 megapixels to thumbnails and pictures of every format: the renderer and its store beside its peers. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { PictureFormat } from '../../../core/src/domain/picture-values.ts';
import { EFFORT } from '../../../media/src/pictures/encode.ts';
import { planRequested } from '../../../media/src/pictures/plan.ts';
import type { Plan } from '../../../media/src/pictures/renderer.ts';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { Renditions } from '../../../media/src/pictures/renditions.ts';
import { originalsAt } from '../../../media/test/support/local-originals.ts';
import { median, time } from '../report.ts';
import { figure, notMeasured } from './figures.ts';
import { makePhotos } from './photos.ts';
import { isInstalled, run } from './programs.ts';

/** What is made: thumbnails as `thumb` makes them, and pictures as `picture` does. */
const TARGETS: readonly Target[] = [
  { side: 256, format: 'jpg' },
  { side: 800, format: 'jpg' },
  { side: 800, format: 'webp' },
  { side: 800, format: 'avif' },
];
const WIDTH = 6000;
const HEIGHT = 4000;
const ASKED_SHARE = 0.9;
const IPX = 'ipx@3.1.1';
/** As ipx and vipsthumbnail call it. */
const NAMES: Readonly<Record<PictureFormat, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif' };
const CORES = availableParallelism();

interface Target {
  readonly side: number;
  readonly format: PictureFormat;
}

/** The plan of the service for a target. */
function planOf({ side, format }: Target): Plan {
  const frame = { width: side, height: side, fit: 'inside' as const };
  return planRequested({ page: 0, frame, format, background: '#ffffff' }, undefined);
}

export async function benchThumbs(folder: string, { rounds, count }: { rounds: number; count: number }): Promise<void> {
  const paths = await makePhotos(join(folder, 'photos'), { count, width: WIDTH, height: HEIGHT });
  await using renderer = new SharpRenderer({ processes: 0, seconds: 60, megabytes: 1024, queue: 1000 });
  for (const target of TARGETS) await benchTarget(folder, { rounds, paths, renderer, target });
}

async function benchTarget(
  folder: string,
  {
    rounds,
    paths,
    renderer,
    target,
  }: {
    readonly rounds: number;
    readonly paths: readonly string[];
    readonly renderer: SharpRenderer;
    readonly target: Target;
  },
): Promise<void> {
  const { side, format } = target;
  const cases: [name: string, work: () => Promise<void>][] = [
    ['own', () => own(renderer, paths, target)],
    ['sharp', () => plainSharp(paths, target)],
  ];
  const out = join(folder, 'out');
  mkdirSync(out, { recursive: true });
  const [first = ''] = paths;
  if (!isInstalled('vipsthumbnail', '--version')) notMeasured('vipsthumbnail', 'it is not installed');
  else if (await isDone(vipsthumbnail([first], out, target)))
    cases.push(['vipsthumbnail', () => vipsthumbnail(paths, out, target)]);
  else notMeasured('vipsthumbnail', `it writes no ${format}`);
  if (format !== 'jpg') notMeasured('convert', 'it is measured with JPEG alone');
  else if (isInstalled('convert', '-version')) cases.push(['convert', () => convert(paths, out, target)]);
  else notMeasured('convert', 'ImageMagick is not installed');
  const ipx = await prepareIpx(folder).catch((error: unknown) => notMeasured('ipx', String(error)));
  if (ipx) cases.push(['ipx', () => runIpx(ipx, paths, target)]);

  const times = new Map(cases.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, work] of cases) {
      const milliseconds = await time(work);
      // The first round is a warm-up.
      if (round > 0) times.get(name)?.push(milliseconds);
    }
  }
  const perSecond = (name: string) => (paths.length * 1000) / median(times.get(name) ?? []);
  const ownRate = perSecond('own');
  for (const [name] of cases.slice(1)) {
    const asked = name === 'sharp' ? ASKED_SHARE : 1;
    const share = ownRate / perSecond(name);
    figure({
      name: `24 megapixels to ${side} px as ${format}, beside ${name === 'sharp' ? 'sharp alone in a loop' : name}`,
      asked: name === 'sharp' ? `at least ${ASKED_SHARE}` : 'more than 1',
      measured: `${share.toFixed(2)} (${ownRate.toFixed(1)}/s)`,
      peer: `${perSecond(name).toFixed(1)}/s`,
      isReached: name === 'sharp' ? share >= asked : share > asked,
    });
  }
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** As the service does it: in render processes, stored in a cache that is empty at the start of each round. */
async function own(renderer: SharpRenderer, paths: readonly string[], target: Target): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'abs-bench-store-'));
  const pathOf = new Map(paths.map((path) => [basename(path), path]));
  const originals = originalsAt((key) => pathOf.get(key));
  {
    await using renditions = new Renditions({ directory, renderer, originals, storeMegabytes: 100 });
    const properties = {
      category: 1,
      extension: 'jpg',
      mediaType: 'image/jpeg',
      width: WIDTH,
      height: HEIGHT,
      pages: 1,
      durationSeconds: 0,
      colorSpace: '',
      colorProfile: '',
      dpi: 0,
      bitDepth: 8,
    } as const;
    const plan = planOf(target);
    await atOnce(CORES * 2, paths, async (path) => {
      const order = { plan, source: { properties, sha256: basename(path) }, category: 1 } as const;
      const rendition = await renditions.get(order, { signal: new AbortController().signal });
      if (rendition.kind !== 'picture' || rendition.isPlaceholder) throw new Error(`${path} has no picture`);
    });
  }
  rmSync(directory, { recursive: true });
}

async function plainSharp(paths: readonly string[], target: Target): Promise<void> {
  const { side, format } = target;
  const { quality } = planOf(target);
  const settings = {
    jpg: { progressive: false, optimiseCoding: false },
    png: {},
    webp: { effort: EFFORT.webp },
    avif: { effort: EFFORT.avif, chromaSubsampling: '4:2:0' },
  }[format];
  sharp.concurrency(1);
  sharp.cache(false);
  await atOnce(CORES, paths, async (path) => {
    await sharp(path, { failOn: 'none', limitInputPixels: false })
      .autoOrient()
      .resize({ width: side, height: Math.round((side * HEIGHT) / WIDTH), fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .toFormat(NAMES[format] as 'jpeg', { quality, ...settings })
      .toBuffer();
  });
}

/** One call for each core, so that starting costs little. */
async function vipsthumbnail(paths: readonly string[], out: string, target: Target): Promise<void> {
  const { side, format } = target;
  const settings = { jpg: '', png: '', webp: `,effort=${EFFORT.webp}`, avif: `,effort=${EFFORT.avif}` }[format];
  const file = `%s.${format}[Q=${planOf(target).quality}${settings},strip]`;
  const shares = Array.from({ length: CORES }, (_, core) => paths.filter((_path, n) => n % CORES === core));
  await Promise.all(
    shares.map((share) => run('vipsthumbnail', ['--size', `${side}x${side}`, '-o', join(out, file), ...share])),
  );
}

async function convert(paths: readonly string[], out: string, target: Target): Promise<void> {
  const { side } = target;
  await atOnce(CORES, paths, async (path) => {
    const size = `${side}x${side}`;
    // The hint lets its decoder skip most of the work.
    const hint = ['-define', `jpeg:size=${side * 2}x${side * 2}`];
    await run('convert', [
      ...hint,
      path,
      '-auto-orient',
      '-thumbnail',
      size,
      '-quality',
      String(planOf(target).quality),
      join(out, 'magick.jpg'),
    ]);
  });
}

/** A folder of its own keeps a peer out of the project's packages. */
async function prepareIpx(folder: string): Promise<string> {
  const home = join(folder, 'ipx');
  mkdirSync(home, { recursive: true });
  const script = join(home, 'loop.mjs');
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(
    script,
    `import { createIPX, ipxFSStorage } from 'ipx';
const [dir, inFlight, width, format, quality, ...names] = process.argv.slice(2);
const ipx = createIPX({ storage: ipxFSStorage({ dir }) });
await Promise.all(Array.from({ length: Number(inFlight) }, async () => {
  for (let name = names.pop(); name; name = names.pop()) {
    const { data } = await ipx(name, { width, quality, format }).process();
    if (data.length < 1000) throw new Error('no picture');
  }
}));
`,
  );
  if (!existsSync(join(home, 'node_modules', 'ipx')))
    await run('npm', ['install', '--silent', '--no-fund', '--no-audit', IPX], home);
  return script;
}

/** Its efforts can't be set. */
async function runIpx(script: string, paths: readonly string[], target: Target): Promise<void> {
  const [first = ''] = paths;
  const how = [String(target.side), NAMES[target.format], String(planOf(target).quality)];
  await run(process.execPath, [
    script,
    join(first, '..'),
    String(CORES),
    ...how,
    ...paths.map((path) => basename(path)),
  ]);
}

async function atOnce<Item>(count: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
