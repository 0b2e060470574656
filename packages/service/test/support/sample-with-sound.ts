import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { SAMPLE } from './sample.ts';

/** ID of the sound: the largest that there may be, so that whatever reads IDs is tried with it. */
export const SOUND = Number.MAX_SAFE_INTEGER;

/** The sample catalogue in a folder of its own, with one sound more. */
export function sampleWithSound(): Disposable & { readonly directory: string } {
  const directory = newFolder();
  cpSync(SAMPLE, directory, { recursive: true });
  const catalogue = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  const titled = { infofields: { 100: { en: 'Silence', de: 'Stille' } } };
  catalogue.assets.push({
    id: SOUND,
    file: 'files/silence.wav',
    name: 'silence.wav',
    type: 'photo',
    nodes: [2],
    ...titled,
  });
  writeFileSync(join(directory, 'catalogue.json'), JSON.stringify(catalogue));
  writeFileSync(join(directory, 'files/silence.wav'), wavFile(new Float32Array(800)));
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
