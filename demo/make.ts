import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planBundle, planEntries } from './catalogue/catalogue.ts';
import { daysBefore } from './catalogue/days.ts';
import type { Entry, Plan } from './catalogue/entry.ts';
import { makeNodes } from './catalogue/nodes.ts';
import { makePlates, type Plates } from './documents/plates.ts';
import { makePictures } from './files/make-pictures.ts';
import { FILM, makeFilm } from './film/make-film.ts';
import { FORMAT_ICONS } from './story/formats.ts';

/** How the demo is made. */
export interface DemoOptions {
  readonly signal: AbortSignal;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
  /** The day that all dates are counted back from; default now. With the same day the same bundle comes out. */
  readonly today?: Date;
  /** Share of the pictures and of their edge lengths, 0 to 1; default 1. Small ones are for tests. */
  readonly scale?: number;
}

/** Height of the film in pixels. */
const FILM_HEIGHT = 540;

/** Longer side of the pictures in documents, in pixels. */
const PLATE_EDGE = 1000;

/**
 * Writes the demo catalogue as a bundle (catalogue: a bundle) into the directory: about 240 assets of the region of Velmara,
 * all drawn, composed and written here. `catalogue.json` comes last, so that what was interrupted is no bundle.
 */
export async function makeDemo(directory: string, options: DemoOptions): Promise<void> {
  const { signal, onProgress, today = new Date(), scale = 1 } = options;
  let drawn: Promise<Plates> | undefined;
  const plates = (): Promise<Plates> => {
    drawn ??= makePlates(Math.max(120, Math.round(PLATE_EDGE * scale)), signal);
    return drawn;
  };
  const plan: Plan = { scale, days: daysBefore(today), nodes: makeNodes(), plates };
  const entries = planEntries(plan);
  const jobs = entries.flatMap(({ picture, older = [] }) => [
    ...older.map((version) => version.picture),
    ...(picture === undefined ? [] : [picture]),
  ]);
  const written = entries.filter(({ content }) => content !== undefined);
  const total = jobs.length + written.length + FORMAT_ICONS.length + 2;
  let done = 0;
  const onDone = (): void => {
    done += 1;
    onProgress?.(done, total);
  };

  signal.throwIfAborted();
  await mkdir(directory, { recursive: true });
  const stopper = new AbortController();
  const either = AbortSignal.any([signal, stopper.signal]);
  const work = [
    makePictures(jobs, directory, either, onDone),
    writeContents(written, directory, either, onDone),
    makeFilm(directory, Math.max(90, Math.round((FILM_HEIGHT * scale) / 2) * 2), either).finally(onDone),
  ] as const;
  const settled = await Promise.allSettled(
    work.map((part) =>
      part.catch((error: unknown) => {
        stopper.abort(error);
        throw error;
      }),
    ),
  );
  for (const part of settled) if (part.status === 'rejected') throw stopper.signal.reason ?? part.reason;
  for (const [path, svg] of FORMAT_ICONS) {
    await writeBelow(directory, path, Buffer.from(svg, 'utf8'));
    onDone();
  }
  const hasFilm = await work[2];
  const bundle = planBundle(hasFilm ? [...entries, FILM] : entries, plan);
  await writeBelow(directory, 'catalogue.json', Buffer.from(`${JSON.stringify(bundle, null, 1)}\n`, 'utf8'));
  onDone();
}

async function writeContents(
  entries: readonly Entry[],
  directory: string,
  signal: AbortSignal,
  onDone: () => void,
): Promise<void> {
  for (const { path, content } of entries) {
    signal.throwIfAborted();
    if (path === undefined || content === undefined) continue;
    await writeBelow(directory, path, await content());
    onDone();
  }
}

async function writeBelow(directory: string, path: string, bytes: Uint8Array): Promise<void> {
  const target = join(directory, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) {
    process.stderr.write('usage: node demo/make.ts DIR\n');
    process.exitCode = 1;
  } else {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort(new Error('interrupted')));
    const started = performance.now();
    const onProgress = (done: number, total: number): void => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total} files`);
    };
    await makeDemo(directory, { signal: stop.signal, onProgress });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}demo catalogue written to ${directory} in ${seconds} s\n`);
  }
}
