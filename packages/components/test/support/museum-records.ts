import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE } from '../../../service/test/support/sample.ts';

/** IDs of the portraits of women among `RECORDS`, which are like those of a museum: the title is in a field. */
export const PORTRAITS = [3001, 3002, 3003];

const RECORDS = [
  [3001, '81.20.12_Portrait-of-a-Woman.jpg', 'Portrait of a Woman'],
  [3002, '81.21.7_Portrait-of-a-Woman-with-a-Comb.jpg', 'Portrait of a Woman with a Comb'],
  [3003, '06.1.jpg', 'Woman in White, a portrait of the wife of the artist'],
  [3004, '06.2_Portrait-of-a-Boy.jpg', 'Portrait of a Boy'],
  [3005, '71.4_Woman-at-a-Window.jpg', 'Woman at a Window'],
  [3006, '30.1_View-of-a-Bridge.jpg', 'View of a Bridge'],
  [3007, '19.8.jpg', 'A portrait'],
] as const;

/** Makes a bundle of the sample and these records, which have no files. */
export function makeMuseum(): Disposable & { readonly directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'museum-'));
  cpSync(SAMPLE, directory, { recursive: true });
  const catalogue = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  for (const [id, name, title] of RECORDS)
    catalogue.assets.push({ id, name, extension: 'jpg', nodes: [2], infofields: { 100: { en: title } } });
  writeFileSync(join(directory, 'catalogue.json'), JSON.stringify(catalogue));
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
