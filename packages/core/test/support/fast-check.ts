/** fast-check whose properties draw the same values in every run; SEED gives others. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

/** Draws what fast-check's unit "binary" draws, which takes half a second to make a table of all code points. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((index) => String.fromCodePoint(index < 0xd8_00 ? index : index + 0x8_00));

type Arbitraries<Values extends [unknown, ...unknown[]]> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };
type Outcome = ReturnType<Parameters<typeof fc.property<[unknown]>>[1]>;
type Given<Values extends [unknown, ...unknown[]], Result> = [...Arbitraries<Values>, (...given: Values) => Result];

/** Asserts that a property holds for a number of values that its arbitraries draw. */
export const forRuns = <Values extends [unknown, ...unknown[]]>(numRuns: number, ...given: Given<Values, Outcome>) =>
  fc.assert(fc.property<Values>(...given), { numRuns });

/** The same for 100 values. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...given: Given<Values, Outcome>) =>
  forRuns<Values>(100, ...given);

/** `forRuns` of a property that takes its time. */
export const forRunsAsync = <Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: Given<Values, Promise<Outcome>>
) => fc.assert(fc.asyncProperty<Values>(...given), { numRuns });

/** The same for 100 values. */
export const forAllAsync = <Values extends [unknown, ...unknown[]]>(...given: Given<Values, Promise<Outcome>>) =>
  forRunsAsync<Values>(100, ...given);

export { default } from 'fast-check';
