import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openAuthentication } from '../../src/auth/authentication.ts';
import { openTokenGate } from '../../src/auth/token-gate.ts';
import { openTokenListInFolder } from '../../src/auth/token-list-folder.ts';
import { openTokenVerifier } from '../../src/auth/token-verifiers.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';

test('a revoked token is refused by a thread that notices the revocation before the main thread does', async () => {
  await using stack = new AsyncDisposableStack();
  const data = newFolder();
  const config = loadConfig({ environment: { ABS_TOKEN_VERIFIER: 'static' }, options: { data }, directory: data });
  const list = stack.use(openTokenListInFolder(data));
  // Uses are recorded after the answers.
  stack.defer(() => new Promise((done) => setImmediate(done)));
  const audit = { record: () => {} };
  const sha256 = createHash('sha256').update('abs_short').digest();
  await list.add({ name: 'short', user: 7, sha256, created: 0, expires: undefined });

  const stateOfMain = list.state();
  const tokenGate = stack.use(
    await openTokenGate({
      settings: new Map([['', config.token]]),
      open: (settings) =>
        openTokenVerifier(settings, {
          listedTokens: () => ({ ...list, state: () => stateOfMain }),
          report: assert.fail,
          now: Date.now,
        }),
      audit,
      limiter: openExactRateLimiter(),
      report: assert.fail,
      now: Date.now,
    }),
  );
  const authentication = openAuthentication({ tokenGate, audit, tokenState: list.state, now: Date.now });
  const sender = { address: '192.0.2.1', endpoint: '' };
  const identify = () => authentication.identify('abs_short', sender, new AbortController().signal);

  assert.equal((await identify()).user, 7);
  await list.remove('short');
  // Twice, because the answer to the first is cached.
  await assert.rejects(identify, { code: 'token_invalid' });
  await assert.rejects(identify, { code: 'token_invalid' });
});
