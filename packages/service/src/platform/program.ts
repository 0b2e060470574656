import manifest from '../../../../package.json' with { type: 'json' };

/** The program's own version (decisions 6: platformVersion). */
export const PROGRAM_VERSION: string = manifest.version;
