/** What one may not see doesn't exist, in random worlds beside a model. PERMISSIONS_ROUNDS gives more, SEED others. */
import { test } from 'node:test';
import { SEED } from '../../../core/test/support/seed.ts';
import { openForAll } from '../support/open-for-all.ts';
import { playRound } from './rounds.ts';
import { openService } from './world-service.ts';

const ROUNDS = Number(process.env['PERMISSIONS_ROUNDS'] || 10);
const LARGEST = 14;

const service = openForAll(openService);

test(`every operation answers by the rules, in ${ROUNDS} random worlds`, async () => {
  for (let seed = SEED; seed < SEED + ROUNDS; seed++) {
    try {
      await playRound(service, seed, LARGEST);
    } catch (error) {
      throw await smallest(seed, error);
    }
  }
});

/** The failure of the smallest world of that seed that fails. */
async function smallest(seed: number, failure: unknown): Promise<unknown> {
  for (let size = 1; size < LARGEST; size++) {
    try {
      await playRound(service, seed, size);
    } catch (error) {
      return told(seed, error);
    }
  }
  return told(seed, failure);
}

function told(seed: number, cause: unknown): Error {
  return new Error(`SEED=${seed} repeats it. ${cause instanceof Error ? cause.message : cause}`, { cause });
}
