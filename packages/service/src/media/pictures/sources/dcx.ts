import { open } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { DCX_HEAD_BYTES, dcxPlaces } from '../../inspect/dcx-places.ts';
import { readExactly } from './bytes.ts';
import type { OpenSource } from './picture.ts';
import { openStillAt } from './still.ts';

/** Opens a page of a DCX file, a fax format. */
export const openDcx: OpenSource = async ({ path, page }) => {
  await using file = await open(path);
  const { size } = await file.stat();
  const places = dcxPlaces(await readExactly(file, 0, Math.min(size, DCX_HEAD_BYTES)));
  const from = places[page];
  if (places.length === 0) throw new CannotMake('corrupt', 'a fax without pages');
  if (from === undefined) throw new CannotMake('no_such_page', `page ${page} of ${places.length}`);
  return { ...(await openStillAt({ path, decoder: 'pcx', from })), pages: places.length };
};
