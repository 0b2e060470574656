import { availableParallelism } from 'node:os';

/** `SO_REUSEPORT` spreads connections over threads on Linux alone; elsewhere one thread answers. */
const CAN_SHARE_PORT = process.platform === 'linux';

/** HTTP threads that a setting stands for: 0 is one per core. */
export function threadCount(setting: number): number {
  return CAN_SHARE_PORT ? setting || availableParallelism() : 1;
}
