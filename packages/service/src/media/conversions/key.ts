import { derivedKey } from '../derived/derived-files.ts';
import type { KeyedSource } from '../pictures/key.ts';
import type { ConversionPlan } from './plan.ts';

/**
 * Hashes everything that determines the bytes of a converted file: 32 hexadecimal digits. `converter` must change
 * whenever files have to be converted again.
 */
export function conversionKey({ sha256, properties }: KeyedSource, plan: ConversionPlan, converter: string): string {
  const { mediaType, width, height, pages } = properties;
  return derivedKey([converter, sha256, mediaType, width, height, pages, sorted(plan)]);
}

/** Sorts properties, so that equal plans give equal JSON regardless of their order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}
