import { readFileSync } from 'node:fs';

/** The folder of the package, from the sources and from the build, which is two folders deeper than they are. */
export const PACKAGE = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../../', import.meta.url);

const manifest = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { readonly version: string };

/** The version of this program (`platformVersion` in interface decisions 6). */
export const PROGRAM_VERSION: string = manifest.version;
