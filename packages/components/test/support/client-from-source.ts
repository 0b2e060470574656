/** Lets Node import sources that use the unbuilt client: import this first, then those with `await import(…)`. */
import { registerHooks } from 'node:module';

const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@asset-browsing-service/client' ? CLIENT : specifier, context),
});
