/**
 * Lets tests in Node import sources that use the client, which is not built then. Import it first, and those sources with
 * `await import(…)`, because imports at the top are resolved before this runs.
 */
import { registerHooks } from 'node:module';

const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@asset-browsing-service/client' ? CLIENT : specifier, context),
});
