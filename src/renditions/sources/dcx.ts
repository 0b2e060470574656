import { open } from 'node:fs/promises';
import { CannotRender } from '../../ports/renderer.ts';
import { readExactly } from './bytes.ts';
import type { OpenSource } from './picture.ts';
import { openStillAt } from './still.ts';

const MAX_PAGES = 1023;

/** Opens a page of a fax: a list of places in the file, at each of which a PCX picture begins. */
export const openDcx: OpenSource = async ({ path, page }) => {
  await using file = await open(path);
  const { size } = await file.stat();
  const head = await readExactly(file, 0, Math.min(size - (size % 4), 4 * (MAX_PAGES + 2)));
  const places: number[] = [];
  for (let at = 4; at < head.length && head.readUInt32LE(at) !== 0; at += 4) places.push(head.readUInt32LE(at));
  const from = places[page];
  if (places.length === 0) throw new CannotRender('corrupt', 'a fax without pages');
  if (from === undefined) throw new CannotRender('no_such_page', `page ${page} of ${places.length}`);
  return { ...(await openStillAt({ path, decoder: 'pcx', from })), pages: places.length };
};
