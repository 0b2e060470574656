import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openTokenList } from '../../src/auth/token-list.ts';
import { openStaticTokens } from '../../src/auth/tokens-static.ts';
import { tokenVerifierContract } from './token-verifier.contract.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;
const { signal } = new AbortController();
const sha256 = (token: string) => createHash('sha256').update(token).digest();
const configured = [{ sha256: sha256('open sesame').toString('hex'), user: 1 }];

function open(time: { now: number } = { now: NOW }) {
  const directory = mkdtempSync(join(tmpdir(), 'abs-tokens-'));
  const list = openTokenList(directory);
  const made = { created: NOW, expires: undefined };
  list.add({ name: 'lasting', user: 2, sha256: sha256('abs_lasting'), ...made });
  list.add({ name: 'ending', user: 3, sha256: sha256('abs_ending'), created: NOW, expires: NOW + HOUR });
  list.add({ name: 'over', user: 3, sha256: sha256('abs_over'), created: NOW - HOUR, expires: NOW });
  const verifier = openStaticTokens({ configured, list, report: assert.fail, now: () => time.now });
  return {
    directory,
    list,
    verifier,
    [Symbol.asyncDispose]: async () => {
      await verifier[Symbol.asyncDispose]();
      // Uses are recorded after the answers.
      await new Promise((done) => setImmediate(done));
      list[Symbol.dispose]();
      rmSync(directory, { recursive: true });
    },
  };
}

tokenVerifierContract('static tokens', async () => ({
  ...open(),
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
  test('tokens added and revoked by another process take effect at once and change the state', async () => {
    await using sample = open();
    const { verifier, directory } = sample;
    using other = openTokenList(directory);
    const before = verifier.state();
    const added = { name: 'added', user: 4, sha256: sha256('abs_added'), created: NOW, expires: undefined };
    assert.equal(other.add(added), true);
    assert.notEqual(verifier.state(), before);
    assert.deepEqual(await verifier.verify('abs_added', { signal }), { user: 4 });
    const between = verifier.state();
    assert.equal(other.remove('added')?.user, 4);
    assert.notEqual(verifier.state(), between);
    assert.equal(await verifier.verify('abs_added', { signal }), undefined);
  });

  test('the last use is recorded to the hour and does not change the state', async () => {
    const time = { now: NOW };
    await using sample = open(time);
    const { verifier, list } = sample;
    const state = list.state();
    const lastUsed = async () => {
      await new Promise((done) => setImmediate(done));
      return list.all().find(({ name }) => name === 'lasting')?.lastUsed;
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
    await using sample = open();
    const troubles: unknown[] = [];
    const list = {
      ...sample.list,
      touch: () => {
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

describe('a list of tokens', () => {
  test('names are unique, tokens are returned as they were made, and only their hash is stored', async () => {
    await using sample = open();
    const { list } = sample;
    const token = { name: 'ending', user: 9, sha256: randomBytes(32), created: NOW, expires: undefined };
    assert.equal(list.add(token), false);
    assert.equal(list.remove('nobody'), undefined);
    assert.deepEqual(
      list.all().map(({ name, user, created, expires }) => [name, user, created, expires]),
      [
        ['ending', 3, NOW, NOW + HOUR],
        ['lasting', 2, NOW, undefined],
        ['over', 3, NOW - HOUR, NOW],
      ],
    );
  });

  test('several processes may open a new folder at once, and all their changes are stored', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'abs-tokens-'));
    try {
      const lists = Array.from({ length: 4 }, () => openTokenList(directory));
      const states = new Set(lists.map((list) => list.state()));
      for (const [n, list] of lists.entries()) {
        list.add({ name: `token ${n}`, user: n, sha256: randomBytes(32), created: NOW, expires: undefined });
        states.add(lists[0]?.state() ?? 0);
      }
      assert.equal(states.size, 5);
      for (const list of lists) assert.equal(list.all().length, 4);
      for (const list of lists) list[Symbol.dispose]();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
