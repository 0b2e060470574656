import { extname } from 'node:path';

/**
 * Returns the address of a module in the folder of the module `from`, to start a thread or process with: with `.ts` in
 * the sources and `.js` in the build. The compiler rewrites imports, but not addresses.
 */
export function entryModule(name: string, from: string): URL {
  return new URL(`${name}${extname(from)}`, from);
}
