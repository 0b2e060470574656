import { createHash } from 'node:crypto';
import type { KeyedSource } from '../pictures/key.ts';
import type { ConversionPlan } from './plan.ts';

/**
 * Names a converted file by all that decides its bytes: 32 hexadecimal digits. `converter` changes whenever files are to be
 * converted anew.
 */
export function conversionKey({ sha256, facts }: KeyedSource, plan: ConversionPlan, converter: string): string {
  const { mediaType, width, height, pages } = facts;
  return createHash('sha256')
    .update(JSON.stringify([converter, sha256, mediaType, width, height, pages, sorted(plan)]))
    .digest('hex')
    .slice(0, 32);
}

/** Equal plans read alike, however they were put together. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}
