/** fast-check with the same samples in each run, because a change must not be refused by luck. `FC_SEED=…` takes other ones. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] || 1) });

export { default } from 'fast-check';
