import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemo } from '../../../demo/make.ts';

/** The day on which the demos of these tests are made. */
export const TODAY = new Date('2026-11-21T15:00:00Z');

/** The part of `catalogue.json` that the tests read. */
interface Bundle {
  readonly languages: readonly string[];
  readonly default_language: string;
  readonly info_fields: readonly { readonly id: number; readonly type: string; readonly on: readonly string[] }[];
  readonly download_formats: readonly { readonly icon: string }[];
  readonly nodes: readonly {
    readonly id: number;
    readonly type: number;
    readonly parent: number | null;
    readonly infofields?: object;
  }[];
  readonly assets: readonly {
    readonly file?: string;
    readonly infofields: object;
    readonly versions?: readonly { readonly file: string }[];
    readonly downloads?: readonly { readonly date: string }[];
  }[];
  readonly reviews: readonly object[];
}

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
