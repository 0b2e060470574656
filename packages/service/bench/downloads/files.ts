import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../service.ts';

export const BIG_BYTES = 1_000_000_000;
const PARTS = 100;
/** ID of the one large asset; those of the ZIP follow. */
export const BIG = 1;
export const PART_IDS = Array.from({ length: PARTS }, (_, n) => BIG + 1 + n);

export interface Files {
  /** Holds `big.bin`, and the folder `parts` with 100 files, each side 1 GB of noise. */
  readonly bundle: string;
  /** The data folder with these files imported. */
  readonly data: string;
}

/** Makes them once; later runs use them again. */
export async function makeFiles(folder: string): Promise<Files> {
  const bundle = join(folder, 'bundle');
  const data = join(folder, 'data');
  const done = join(folder, 'done');
  if (existsSync(done)) return { bundle, data };
  mkdirSync(join(bundle, 'parts'), { recursive: true });
  writeNoise(join(bundle, 'big.bin'), BIG_BYTES);
  const parts = PART_IDS.map((id) => ({ id, file: `parts/part${String(id).padStart(3, '0')}.bin` }));
  for (const { file } of parts) writeNoise(join(bundle, file), BIG_BYTES / PARTS);
  const assets = [{ id: BIG, file: 'big.bin' }, ...parts];
  writeFileSync(
    join(bundle, 'catalogue.json'),
    JSON.stringify({ languages: ['en'], users: [{ id: 1, name: 'Service', service: true }], assets }),
  );
  await runCommand(['import', bundle, '--data', data]);
  writeFileSync(done, '');
  return { bundle, data };
}

/** Writes a file of random bytes; their number is a multiple of a million. */
export function writeNoise(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const buffer = Buffer.alloc(1_000_000);
  for (let left = bytes; left > 0; left -= buffer.length) writeSync(file, randomFillSync(buffer));
  closeSync(file);
}
