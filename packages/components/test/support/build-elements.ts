import { fileURLToPath } from 'node:url';
import { build } from '../../../../scripts/build.mjs';

/** Builds the elements, unless they are built already, and returns the folder that holds them. */
export async function buildElements(): Promise<string> {
  if ((await build({ names: ['components'] })) !== 0) throw new Error('the elements cannot be built');
  return fileURLToPath(new URL('../../dist/elements', import.meta.url));
}
