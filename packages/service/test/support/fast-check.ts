/** fast-check whose properties draw the same values in every run; SEED gives others. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

export { default } from 'fast-check';
