import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '../../demo/bundle.ts';
import { makeDemo } from '../../demo/make.ts';

/** The day that the demos of these tests are made on. */
export const TODAY = new Date('2026-11-21T15:00:00Z');

/** A demo with few and tiny pictures, in a folder of its own. */
export interface SmallDemo extends AsyncDisposable {
  readonly directory: string;
  readonly bundle: Bundle;
}

export async function makeSmallDemo(): Promise<SmallDemo> {
  const directory = await mkdtemp(join(tmpdir(), 'abs-demo-test-'));
  await makeDemo(directory, { signal: new AbortController().signal, today: TODAY, scale: 0.04 });
  const bundle = JSON.parse(await readFile(join(directory, 'catalogue.json'), 'utf8')) as Bundle;
  return { directory, bundle, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

/** Files by their path inside a folder. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/'),
    );
}
