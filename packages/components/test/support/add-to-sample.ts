import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE } from '../../../service/test/support/sample.ts';

/** Copies the sample to a folder and adds files, by the IDs of their assets. */
export async function addToSample(folder: string, files: Readonly<Record<number, Uint8Array>>): Promise<void> {
  await cp(SAMPLE, folder, { recursive: true });
  const catalogue = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8'));
  for (const [id, bytes] of Object.entries(files)) {
    catalogue.assets.push({ id: Number(id), file: `files/${id}.bin`, nodes: [5] });
    await writeFile(join(folder, `files/${id}.bin`), bytes);
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
}
