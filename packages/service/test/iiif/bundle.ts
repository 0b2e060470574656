import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { SAMPLE } from '../support/sample.ts';

interface More {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly assets: readonly { readonly id: number; readonly [key: string]: unknown }[];
  readonly nodes?: readonly object[];
}

/** A copy of the sample with further files, by their names in `files/`, and assets; returns its folder. */
export function sampleWith({ files, assets, nodes = [] }: More): string {
  const directory = newFolder();
  cpSync(SAMPLE, directory, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, 'files', name), bytes);
  const path = join(directory, 'catalogue.json');
  const catalogue = JSON.parse(readFileSync(path, 'utf8'));
  catalogue.assets.push(...assets);
  catalogue.nodes.push(...nodes);
  writeFileSync(path, JSON.stringify(catalogue));
  return directory;
}
