import manifest from '../../../../package.json' with { type: 'json' };

/** The version of this program (`platformVersion` in decisions 6). */
export const PROGRAM_VERSION: string = manifest.version;
