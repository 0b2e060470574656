/** The service below a path of a site, behind nginx, behind HAProxy, and behind Varnish with HAProxy in front for TLS. */
import { build } from '../../../scripts/build.mjs';
import { testBelowPath } from './support/below-path.ts';
import { test } from './support/test.ts';

test.beforeAll(async () => {
  // With the documentation.
  if ((await build({ names: ['service'] })) !== 0) throw new Error('the service cannot be built');
});

for (const name of ['nginx', 'HAProxy', 'Varnish'] as const) testBelowPath(name, true);
