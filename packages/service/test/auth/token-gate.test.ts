import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import type { AuditEntry } from '../../src/auth/audit-log.ts';
import { openTokenGate } from '../../src/auth/token-gate.ts';
import type { TokenList } from '../../src/auth/token-list.ts';
import { openTokenListInFolder } from '../../src/auth/token-list-folder.ts';
import { openTokenVerifier } from '../../src/auth/token-verifiers.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { TokenSettings } from '../../src/config/verifiers.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { sendJson, startPeer } from '../support/http-peer.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const { signal } = new AbortController();
const HOME = '192.0.2.1';
const AWAY = '192.0.2.2';

async function open(
  environment: Readonly<Record<string, string>>,
  endpoints: Readonly<Record<string, Partial<TokenSettings>>> = {},
  bounds: { readonly maxWaiting?: number } = {},
) {
  const data = newFolder();
  const { token } = loadConfig({ environment, directory: data });
  const time = { now: NOW };
  const entries: AuditEntry[] = [];
  const troubles: unknown[] = [];
  let opened = 0;
  const tokens = openTokenListInFolder(data);
  let frozen: number | undefined;
  /** The list as a thread knows it that hasn't looked at the store of all nodes for a moment. */
  const followed: TokenList = { ...tokens, state: () => frozen ?? tokens.state() };
  const tokenGate = await openTokenGate({
    settings: new Map([
      ['', token],
      ...Object.entries(endpoints).map(([name, own]) => [name, { ...token, ...own }] as const),
    ]),
    open: (settings) => {
      opened += 1;
      return openTokenVerifier(settings, { listedTokens: () => followed, report: assert.fail, now: () => time.now });
    },
    audit: { record: (entry) => entries.push(entry) },
    limiter: openExactRateLimiter(() => BigInt(time.now) * 1_000_000n),
    report: (trouble) => troubles.push(trouble),
    now: () => time.now,
    ...bounds,
  });
  return {
    time,
    entries,
    troubles,
    opened,
    tokens,
    /** From now on the sign-in doesn't notice changes of the list by itself. */
    freeze: () => {
      frozen = tokens.state();
    },
    ask: async (token: string, address = HOME, endpoint = '') => {
      const outcome = await tokenGate.attempt({ endpoint, token, address }, { signal });
      return outcome.kind === 'identity' ? outcome.identity.user : outcome.kind;
    },
    attempt: tokenGate.attempt,
    [Symbol.asyncDispose]: async () => {
      await tokenGate[Symbol.asyncDispose]();
      // Uses are recorded after the answers.
      await new Promise((done) => setImmediate(done));
      await tokens[Symbol.asyncDispose]();
    },
  };
}

const TOKENS = JSON.stringify([
  { token: 'good', user: 2 },
  { token: 'better', user: 3 },
]);
const STATIC = { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: TOKENS };

describe('sign-in', () => {
  test('refused tokens of an address are limited, and cached ones still pass', async () => {
    await using gate = await open({ ...STATIC, ABS_TOKEN_FAILURES_PER_MINUTE: '3' });
    assert.equal(await gate.ask('good'), 2);
    for (let n = 0; n < 3; n += 1) assert.equal(await gate.ask(`bad ${n}`), 'refused');
    // Further guesses reveal nothing, even a right one.
    assert.equal(await gate.ask('bad'), 'limited');
    assert.equal(await gate.ask('better'), 'limited');
    assert.equal(await gate.ask('good'), 2);
    assert.equal(await gate.ask('better', AWAY), 3);
    const limited = await gate.attempt({ endpoint: '', token: 'bad', address: HOME }, { signal });
    assert.deepEqual(limited, { kind: 'limited', retryAfterSeconds: 20 });
    const entry = { address: HOME, endpoint: '' };
    const events = ['sign_in_failed', 'sign_in_failed', 'sign_in_failed', 'sign_in_limited'];
    const expected = events.map((event) => ({ event, ...entry }));
    assert.deepEqual(gate.entries, expected);
    gate.time.now += 60_000;
    assert.equal(await gate.ask('better'), 3);
  });

  test('base addresses with the same settings share a verifier and its limit, others do not', async () => {
    await using gate = await open(
      { ...STATIC, ABS_TOKEN_FAILURES_PER_MINUTE: '1' },
      { same: {}, other: { failuresPerMinute: 2 }, open: { verifier: 'none' } },
    );
    assert.deepEqual([gate.opened, await gate.ask('bad')], [3, 'refused']);
    assert.equal(await gate.ask('bad', HOME, 'same'), 'limited');
    assert.equal(await gate.ask('bad', HOME, 'other'), 'refused');
    // No token is requested there, and none would be valid.
    assert.equal(await gate.ask('good', HOME, 'open'), 'refused');
    assert.equal(await gate.ask('good', HOME, 'nowhere'), 'refused');
  });

  test('an identity is valid for a minute and no longer, wherever it is cached', async () => {
    let isActive = true;
    await using peer = await startPeer((_body, response) => sendJson(response, { active: isActive, sub: 2 }));
    const url = { ABS_TOKEN_INTROSPECTION_URL: peer.url };
    await using gate = await open({ ABS_TOKEN_VERIFIER: 'introspection', ...url });
    const expires = async () => {
      const outcome = await gate.attempt({ endpoint: '', token: 'x', address: HOME }, { signal });
      return outcome.kind === 'identity' ? outcome.identity.expires : outcome.kind;
    };
    assert.equal(await expires(), NOW + 60_000);
    isActive = false;
    gate.time.now += 59_999;
    assert.equal(await expires(), NOW + 60_000);
    gate.time.now += 1;
    assert.deepEqual([await expires(), peer.asked.length], ['refused', 2]);
  });

  test('during an outage new tokens are refused, no failure is counted, and reports are rare', async () => {
    const peer = await startPeer((_body, response) => sendJson(response, { active: true, sub: 2 }));
    await using gate = await open({
      ABS_TOKEN_VERIFIER: 'introspection',
      ABS_TOKEN_INTROSPECTION_URL: peer.url,
      ABS_TOKEN_FAILURES_PER_MINUTE: '1',
    });
    assert.equal(await gate.ask('known'), 2);
    await peer.close();
    for (const token of ['a', 'b', 'c']) assert.equal(await gate.ask(token), 'unavailable');
    assert.deepEqual([await gate.ask('known'), gate.troubles.length], [2, 1]);
    gate.time.now += 10_000;
    await gate.ask('d');
    assert.equal(gate.troubles.length, 2);
    assert.deepEqual(gate.entries, []);
  });

  test('a limited number of tokens wait for verification; others are refused at once, and cached tokens pass', async () => {
    const held: Parameters<typeof sendJson>[0][] = [];
    await using peer = await startPeer((body, response) => {
      if (body.includes('known')) sendJson(response, { active: true, sub: 2 });
      else held.push(response);
    });
    const settings = { ABS_TOKEN_VERIFIER: 'introspection', ABS_TOKEN_INTROSPECTION_URL: peer.url };
    // Three are verified, and two wait for their outcome.
    await using gate = await open({ ...settings, ABS_TOKEN_FAILURES_PER_MINUTE: '3' }, {}, { maxWaiting: 5 });
    assert.equal(await gate.ask('known'), 2);
    const waiting = ['a', 'b', 'c', 'd', 'e'].map((token) => gate.ask(token));
    assert.equal(await gate.ask('f'), 'overloaded');
    assert.equal(await gate.ask('g', AWAY), 'overloaded');
    assert.equal(await gate.ask('known'), 2);
    await until(() => held.length === 3);
    for (const response of held) sendJson(response, { active: false });
    assert.deepEqual(await Promise.all(waiting), ['refused', 'refused', 'refused', 'limited', 'limited']);
    assert.equal(await gate.ask('known', AWAY), 2);
    assert.deepEqual(gate.troubles, []);
  });

  test('a caller who hangs up does not count as a failure', async () => {
    await using peer = await startPeer(() => {});
    await using gate = await open({ ABS_TOKEN_VERIFIER: 'introspection', ABS_TOKEN_INTROSPECTION_URL: peer.url });
    const stopper = new AbortController();
    const asked = gate.attempt({ endpoint: '', token: 'x', address: HOME }, { signal: stopper.signal });
    stopper.abort(new Error('hung up'));
    await assert.rejects(asked, /hung up/);
    assert.deepEqual([gate.entries, gate.troubles], [[], []]);
  });

  test('a thread that has seen a token revoked or made gets an answer that is at least as new', async () => {
    await using gate = await open(STATIC);
    const { tokens } = gate;
    const add = (name: string) =>
      tokens.add({
        name,
        user: 7,
        sha256: createHash('sha256').update(`abs_${name}`).digest(),
        created: NOW,
        expires: undefined,
      });
    const kindOf = async (name: string, tokenState: number | undefined) =>
      (await gate.attempt({ endpoint: '', token: `abs_${name}`, address: HOME, tokenState }, { signal })).kind;
    await add('short');
    await add('long');
    gate.freeze();
    const before = tokens.state();
    for (const name of ['short', 'long']) assert.equal(await kindOf(name, before), 'identity');

    await tokens.remove('short');
    const after = tokens.state();
    assert.deepEqual([await kindOf('short', after), await kindOf('long', after)], ['refused', 'identity']);
    await add('late');
    assert.equal(await kindOf('late', tokens.state()), 'identity');
    // A thread that hasn't noticed yet learns nothing newer than it knows, and brings nothing back for the others.
    await kindOf('short', before);
    assert.equal(await kindOf('short', tokens.state()), 'refused');
  });
});
