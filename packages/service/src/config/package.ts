import { existsSync, readFileSync } from 'node:fs';

/** The folder of the package, from the sources and from the build, which is two folders deeper than they are. */
export const PACKAGE = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../../', import.meta.url);

const manifest = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { readonly version: string };

/** The version of the package, as in `0.1.0`. */
export const RELEASE_VERSION: string = manifest.version;

/**
 * The version of this program (`platformVersion` in interface decisions 6), in a build with the day and the hash of its commit, as
 * in `0.1.0+2026-11-29.1524a34e`.
 */
export const PROGRAM_VERSION: string = stamped() ?? RELEASE_VERSION;

/** What `scripts/build.mjs` has written into the build; undefined in the sources, and where it knew no commit. */
function stamped(): string | undefined {
  const file = new URL('dist/version.txt', PACKAGE);
  return import.meta.url.endsWith('.ts') || !existsSync(file) ? undefined : readFileSync(file, 'utf8');
}
