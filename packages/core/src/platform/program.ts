import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../service/package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The version of this program (`platformVersion` in interface decisions 6). */
export const PROGRAM_VERSION: string = manifest.version;
