const asked = process.env['SEED'] || undefined;

/**
 * Where random tests begin: 1, so that each run of the gate is the same, or the number in SEED, which `.ci/full` draws afresh. A
 * test that fails prints it.
 */
export const SEED = Number(asked ?? 1);
if (!Number.isSafeInteger(SEED)) throw new Error(`SEED must be a whole number, not ${asked}.`);
