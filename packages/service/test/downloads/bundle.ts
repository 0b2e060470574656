import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { type RunningApp, startApp } from '../support/app.ts';

/** A file that is imported under a name of its own. */
export interface SampleFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The service over these files; their IDs count from 1. */
export async function startAppWith(
  files: readonly SampleFile[],
  settings: Record<string, unknown> = {},
  haste?: Parameters<typeof startApp>[2],
): Promise<RunningApp> {
  const bundle = newFolder();
  mkdirSync(join(bundle, 'files'));
  for (const [place, { content }] of files.entries()) writeFileSync(join(bundle, 'files', String(place)), content);
  const assets = files.map(({ name }, place) => ({ id: place + 1, name, file: `files/${place}` }));
  const users = [{ id: 1, name: 'Service', service: true }];
  writeFileSync(join(bundle, 'catalogue.json'), JSON.stringify({ languages: ['en'], users, assets }));
  return await startApp(settings, bundle, haste);
}
