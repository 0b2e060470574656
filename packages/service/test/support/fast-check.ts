/** fast-check whose properties draw the same values in every run; PROPERTY_SEED gives others, and `new` other ones each time. */
import fc from 'fast-check';
import { seedOf } from './seed.ts';

fc.configureGlobal({ seed: seedOf('PROPERTY_SEED') });

export { default } from 'fast-check';
