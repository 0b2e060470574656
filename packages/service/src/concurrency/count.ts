import { availableParallelism } from 'node:os';

/** Only on Linux does `SO_REUSEPORT` spread connections over threads; elsewhere, one thread answers all of them. */
const CAN_SHARE_PORT = process.platform === 'linux';

/** Number of HTTP threads for a setting; 0 means one per core. */
export function threadCount(setting: number): number {
  return CAN_SHARE_PORT ? setting || availableParallelism() : 1;
}
