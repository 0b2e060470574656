import { availableParallelism } from 'node:os';

/** `SO_REUSEPORT` spreads connections over threads only on Linux; elsewhere, a single thread answers all requests. */
const CAN_SHARE_PORT = process.platform === 'linux';

/** Number of HTTP threads for a setting; 0 means one per core. */
export function threadCount(setting: number): number {
  return CAN_SHARE_PORT ? setting || availableParallelism() : 1;
}
