import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { SAMPLE } from './sample.ts';

/** GIFs by their assets: one that is red and blue in turn, the same where it may only be viewed, and one with a single frame. */
export const GIFS = { moving: 3000, viewOnly: 3001, still: 3002 } as const;

/** Makes a GIF with a frame of each colour, which it shows for a tenth of a second each, again and again. */
export async function gifOf(...colours: readonly string[]): Promise<Buffer> {
  const frameOf = (background: string) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(colours.map(frameOf));
  // A single picture cannot be joined.
  const [only] = frames.length === 1 ? frames : [];
  return await sharp(only ?? frames, only ? {} : { join: { animated: true } })
    .gif({ delay: 100, loop: 0 })
    .toBuffer();
}

/** Adds the GIFs to a copy of the sample. */
export async function makeGifBundle(): Promise<Disposable & { readonly directory: string; readonly moving: Buffer }> {
  const directory = newFolder();
  cpSync(SAMPLE, directory, { recursive: true });
  const moving = await gifOf('#f00', '#00f');
  writeFileSync(join(directory, 'files/moving.gif'), moving);
  writeFileSync(join(directory, 'files/still.gif'), await gifOf('#f00'));
  const path = join(directory, 'catalogue.json');
  const catalogue = JSON.parse(readFileSync(path, 'utf8'));
  catalogue.assets.push(
    { id: GIFS.moving, file: 'files/moving.gif', name: 'moving.gif', nodes: [2] },
    { id: GIFS.viewOnly, file: 'files/moving.gif', name: 'view only.gif', nodes: [8] },
    { id: GIFS.still, file: 'files/still.gif', name: 'still.gif', nodes: [2] },
  );
  writeFileSync(path, JSON.stringify(catalogue));
  return { directory, moving, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
