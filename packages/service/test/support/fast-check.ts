/** fast-check whose properties draw the same values in every run; SEED gives others. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

/** Draws what fast-check's unit "binary" draws, which takes half a second to make a table of all code points. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((index) => String.fromCodePoint(index < 0xd8_00 ? index : index + 0x8_00));

export { default } from 'fast-check';
