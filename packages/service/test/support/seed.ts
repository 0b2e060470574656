import { randomInt } from 'node:crypto';

/**
 * The seed that an environment variable gives to a random test: a number, or `new` for another one each time; 1 if it is not set,
 * so that daily runs are all the same. A seed that was asked for is printed with how to repeat the run.
 */
export function seedOf(variable: string): number {
  const asked = process.env[variable] || undefined;
  if (asked === undefined) return 1;
  const seed = asked === 'new' ? randomInt(1, 2 ** 31) : Number(asked);
  if (!Number.isSafeInteger(seed)) throw new Error(`${variable}: ${asked} is neither a number nor new`);
  console.log(`${variable}=${seed} repeats this run`);
  return seed;
}
