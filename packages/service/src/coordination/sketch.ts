/**
 * Memory of fixed size that all threads share for numbers by key. Each key has one slot in each row, which it may share
 * with other keys (a count-min sketch): its own number is the lowest of its slots, or less. With ten thousand keys at
 * the same time, one in a thousand shares all its slots.
 */
import { hash, randomBytes } from 'node:crypto';

const ROWS = 4;
const SLOTS = 65_536;

/** Plain data that threads pass to each other. */
export interface Sketch {
  readonly slots: SharedArrayBuffer;
  /** Keeps the slots of a key secret, so that nobody can fill the slots of others. */
  readonly salt: string;
}

/** Allocates a sketch of zeros. */
export function newSketch(bytesPerSlot: number): Sketch {
  return { slots: new SharedArrayBuffer(ROWS * SLOTS * bytesPerSlot), salt: randomBytes(16).toString('hex') };
}

/** Returns the slots of a key, one per row. */
export function slotsOf({ salt }: Sketch, key: string): readonly number[] {
  const digest = hash('sha256', salt + key, 'buffer');
  return Array.from({ length: ROWS }, (_, row) => row * SLOTS + digest.readUInt16LE(2 * row));
}
