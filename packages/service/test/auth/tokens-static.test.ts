import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openTokenListInFolder } from '../../src/auth/token-list-folder.ts';
import { VerifierUnavailable } from '../../src/auth/token-verifier.ts';
import { openStaticTokens } from '../../src/auth/tokens-static.ts';
import { tokenVerifierContract } from './token-verifier.contract.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;
const { signal } = new AbortController();
const sha256 = (token: string) => createHash('sha256').update(token).digest();
const configured = [{ sha256: sha256('open sesame').toString('hex'), user: 1 }];

async function open(time: { now: number } = { now: NOW }) {
  const directory = newFolder();
  const list = openTokenListInFolder(directory);
  const made = { created: NOW, expires: undefined };
  await list.add({ name: 'lasting', user: 2, sha256: sha256('abs_lasting'), ...made });
  await list.add({ name: 'ending', user: 3, sha256: sha256('abs_ending'), created: NOW, expires: NOW + HOUR });
  await list.add({ name: 'over', user: 3, sha256: sha256('abs_over'), created: NOW - HOUR, expires: NOW });
  const verifier = openStaticTokens({ configured, list, report: assert.fail, now: () => time.now });
  return {
    directory,
    list,
    verifier,
    [Symbol.asyncDispose]: async () => {
      await verifier[Symbol.asyncDispose]();
      // Uses are recorded after the answers.
      await new Promise((done) => setImmediate(done));
      await list[Symbol.asyncDispose]();
    },
  };
}

tokenVerifierContract('static tokens', async () => ({
  ...(await open()),
  valid: [
    ['open sesame', { user: 1 }],
    ['abs_lasting', { user: 2 }],
    ['abs_ending', { user: 3, expires: NOW + HOUR }],
  ],
  invalid: {
    expired: 'abs_over',
    'in capitals': 'OPEN SESAME',
    'the hash itself': configured[0]?.sha256 ?? '',
    longer: 'abs_lasting ',
    shorter: 'abs_lastin',
    empty: '',
  },
}));

describe('static tokens', () => {
  test('the last use is recorded to the hour and does not change the state', async () => {
    const time = { now: NOW };
    await using sample = await open(time);
    const { verifier, list } = sample;
    const state = list.state();
    const lastUsed = async () => {
      await new Promise((done) => setImmediate(done));
      return (await list.all()).find(({ name }) => name === 'lasting')?.lastUsed;
    };
    assert.equal(await lastUsed(), undefined);
    const uses = [0, 1, HOUR - 1, HOUR, HOUR + 1];
    const noted: unknown[] = [];
    for (const use of uses) {
      time.now = NOW + use;
      await verifier.verify('abs_lasting', { signal });
      noted.push(Number(await lastUsed()) - NOW);
    }
    assert.deepEqual(noted, [0, 0, 0, HOUR, HOUR]);
    assert.equal(list.state(), state);
  });

  test('a use that cannot be recorded is reported, and the token is still accepted', async () => {
    await using sample = await open();
    const troubles: unknown[] = [];
    const list = {
      ...sample.list,
      touch: async () => {
        throw new Error('the disk is full');
      },
    };
    const verifier = openStaticTokens({
      configured,
      list,
      report: (trouble) => troubles.push(trouble),
      now: () => NOW,
    });
    assert.deepEqual(await verifier.verify('abs_lasting', { signal }), { user: 2 });
    await new Promise((done) => setImmediate(done));
    assert.match(String(troubles), /the disk is full/);
  });
});

test('while the newest state is unknown, each verification reads the list, and fails if it cannot', async () => {
  await using sample = await open();
  const { list } = sample;
  let isReadable = true;
  const cutOff = {
    ...list,
    state: () => undefined,
    all: async () => {
      if (!isReadable) throw new Error('the store does not answer');
      return await list.all();
    },
  };
  const verifier = openStaticTokens({ configured, list: cutOff, report: assert.fail, now: () => NOW });
  assert.equal(verifier.state(), undefined);
  assert.deepEqual(await verifier.verify('abs_lasting', { signal }), { user: 2 });
  await list.remove('lasting');
  assert.equal(await verifier.verify('abs_lasting', { signal }), undefined);
  isReadable = false;
  await assert.rejects(verifier.verify('abs_ending', { signal }), VerifierUnavailable);
});

test('while the newest state is unknown, a verification trusts no reading that began before it', async () => {
  await using sample = await open();
  const { list } = sample;
  const held = Promise.withResolvers<void>();
  let readings = 0;
  const slow = {
    ...list,
    state: () => undefined,
    all: async () => {
      const tokens = await list.all();
      readings += 1;
      if (readings === 1) await held.promise;
      return tokens;
    },
  };
  const verifier = openStaticTokens({ configured, list: slow, report: assert.fail, now: () => NOW });
  const early = verifier.verify('abs_lasting', { signal });
  await until(() => readings === 1);
  await list.remove('lasting');
  const late = verifier.verify('abs_lasting', { signal });
  held.resolve();
  assert.deepEqual([await early, await late], [{ user: 2 }, undefined]);
});
