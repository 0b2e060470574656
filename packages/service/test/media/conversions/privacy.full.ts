/** All pairs of formats, of which `privacy.test.ts` tests those that begin with a JPEG. */
import { describe } from 'node:test';
import { openForAll } from '../../support/open-for-all.ts';
import { openSecrets, SOURCES, TARGETS, testConversion, testSource } from './secrets.ts';
import { withoutPerl } from './sources.ts';

describe('converted files', { skip: withoutPerl }, () => {
  const secrets = openForAll(openSecrets);

  for (const from of SOURCES) {
    testSource(from, () => secrets);
    for (const to of TARGETS) {
      for (const metadata of ['strip', 'keep'] as const)
        testConversion({ from, to, metadata, dpi: 300 }, () => secrets);
    }
  }
});
