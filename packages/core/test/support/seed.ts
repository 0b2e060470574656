const asked = process.env['SEED'] || undefined;

/** Where random tests begin: 1, or SEED, which `.ci/full` draws afresh and a failed test prints. */
export const SEED = Number(asked ?? 1);
if (!Number.isSafeInteger(SEED)) throw new Error(`SEED must be a whole number, not ${asked}.`);
