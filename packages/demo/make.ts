import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { beginningOf } from './catalogue/beginning.ts';
import { planBundle, planEntries } from './catalogue/catalogue.ts';
import { daysBefore } from './catalogue/days.ts';
import type { Plan } from './catalogue/entry.ts';
import { makeNodes } from './catalogue/nodes.ts';
import { makePlates, type Plates } from './documents/plates.ts';
import { makePictures } from './files/make-pictures.ts';
import { FORMAT_ICONS } from './story/formats.ts';

/** Options for making the demo. */
export interface DemoOptions {
  readonly signal: AbortSignal;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
  /** The day from which all dates count back; default now. The same day produces the same bundle. */
  readonly today?: Date;
  /** Share of the pictures and of their edge lengths, 0 to 1; default 1. Tests use small values. */
  readonly scale?: number;
  /** True to make only the pictures with which the demo begins. A second call without it adds all else. */
  readonly isBeginning?: boolean;
}

/**
 * Writes the demo catalogue as a bundle into the directory: about 190 assets of the region of Velmara, all drawn,
 * composed and written by this code. Files that are there already are kept. `catalogue.json` is written last, so that an
 * interrupted run leaves no bundle, or that of the beginning.
 */
export async function makeDemo(directory: string, options: DemoOptions): Promise<void> {
  const { signal, onProgress, today = new Date(), scale = 1, isBeginning = false } = options;
  const stopper = new AbortController();
  const either = AbortSignal.any([signal, stopper.signal]);
  let drawn: Promise<Plates> | undefined;
  const plates = (): Promise<Plates> => {
    drawn ??= makePlates(Math.max(120, 1000 * scale), either);
    return drawn;
  };
  const plan: Plan = { scale, days: daysBefore(today), nodes: makeNodes(), plates };
  const all = planEntries(plan);
  const entries = isBeginning ? beginningOf(all) : all;
  const isMissing = ({ path }: { readonly path: string }): boolean => !existsSync(join(directory, path));
  const jobs = entries
    .flatMap(({ picture = [], older = [] }) => [older.map((each) => each.picture), picture].flat())
    .filter(isMissing);
  const contents = [
    ...entries.flatMap(({ path, content }) => (path && content ? [{ path, content }] : [])),
    ...FORMAT_ICONS.map(([path, svg]) => ({ path, content: () => Buffer.from(svg) })),
  ].filter(isMissing);
  const total = jobs.length + contents.length + 1;
  let done = 0;
  const onDone = (): void => onProgress?.(++done, total);
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
    onDone();
  };
  const writeContents = async (): Promise<void> => {
    for (const { path, content } of contents) {
      either.throwIfAborted();
      await write(path, await content());
    }
  };
  const work = [makePictures(jobs, directory, either, onDone), writeContents()];
  for (const part of work) part.catch((error: unknown) => stopper.abort(error));
  await Promise.allSettled(work);
  either.throwIfAborted();
  const bundle = planBundle(all, entries, plan);
  await write('catalogue.json', Buffer.from(`${JSON.stringify(bundle, null, 1)}\n`));
}

if (import.meta.main) {
  const [directory, part] = process.argv.slice(2);
  if (directory === undefined) {
    process.stderr.write('usage: node demo/make.ts DIR [beginning]\n');
    process.exitCode = 1;
  } else {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort(new Error('interrupted')));
    await makeDemo(directory, { signal: stop.signal, isBeginning: part === 'beginning' }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
      process.exitCode = 128 + constants.signals.SIGINT;
    });
  }
}
