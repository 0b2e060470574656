/** All pairs of formats, of which `privacy.test.ts` tests those that begin with a JPEG. */
import { after, before, describe } from 'node:test';
import { openSecrets, type Secrets, SOURCES, TARGETS, testConversion, testSource } from './secrets.ts';
import { withoutPerl } from './sources.ts';

describe('converted files', { skip: withoutPerl }, () => {
  let secrets: Secrets;
  before(async () => {
    secrets = await openSecrets();
  });
  after(() => secrets?.[Symbol.dispose]());

  for (const from of SOURCES) {
    testSource(from, () => secrets);
    for (const to of TARGETS) {
      for (const metadata of ['strip', 'keep'] as const)
        testConversion({ from, to, metadata, dpi: 300 }, () => secrets);
    }
  }
});
