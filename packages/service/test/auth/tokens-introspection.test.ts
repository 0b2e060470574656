import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { VerifierUnavailable } from '../../src/auth/token-verifier.ts';
import { openIntrospectedTokens } from '../../src/auth/tokens-introspection.ts';
import { type Peer, sendJson, startPeer } from '../support/http-peer.ts';
import { tokenVerifierContract } from './token-verifier.contract.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const SECONDS = NOW / 1000;
const { signal } = new AbortController();
const CLIENT = { id: 'abs:1', secret: 'ä secret' };

function open(peer: Pick<Peer, 'url'>, more: { deadlineSeconds?: number; now?: () => number } = {}) {
  const names = { userClaim: 'sub', groupsClaim: 'groups' };
  return openIntrospectedTokens({ ...names, url: peer.url, client: CLIENT, now: () => NOW, ...more });
}

const KNOWN: Readonly<Record<string, object>> = {
  good: { active: true, sub: '2', exp: SECONDS + 60 },
  grouped: { active: true, sub: 2, groups: ['2', 3] },
  'good in text': { active: true, sub: '2', exp: String(SECONDS + 60), nbf: null },
  over: { active: false, sub: '2' },
  expired: { active: true, sub: '2', exp: SECONDS - 31 },
  early: { active: true, sub: '2', nbf: SECONDS + 31 },
  'expired in text': { active: true, sub: '2', exp: String(SECONDS - 31) },
  'early in text': { active: true, sub: '2', nbf: String(SECONDS + 31) },
  'of an end that nobody can read': { active: true, sub: '2', exp: 'tomorrow' },
  'of an end that is no time': { active: true, sub: '2', exp: [SECONDS + 60] },
  'of an empty end': { active: true, sub: '2', exp: '' },
  'of an end beyond all times': { active: true, sub: '2', exp: 1e308 },
  'of an end before all times': { active: true, sub: '2', exp: -1 },
  nobody: { active: true },
  'somebody else': { active: true, sub: 'ada' },
};

const startServer = () =>
  startPeer((body, response) => {
    const token = new URLSearchParams(body).get('token') ?? '';
    sendJson(response, Object.hasOwn(KNOWN, token) ? KNOWN[token] : { active: false });
  });

tokenVerifierContract('introspection', async () => {
  const peer = await startServer();
  const verifier = open(peer);
  const { good: _good, grouped: _grouped, 'good in text': _text, ...invalid } = KNOWN;
  return {
    verifier,
    valid: [
      ['good', { user: 2, expires: (SECONDS + 60) * 1000 }],
      ['good in text', { user: 2, expires: (SECONDS + 60) * 1000 }],
      ['grouped', { user: 2, groups: [2, 3] }],
    ],
    invalid: Object.fromEntries(Object.keys(invalid).map((token) => [token, token])),
    cutOff: peer.close,
    [Symbol.asyncDispose]: async () => {
      await verifier[Symbol.asyncDispose]();
      await peer.close();
    },
  };
});

describe('introspection', () => {
  test('requests follow RFC 7662, with the name and secret of the client', async () => {
    await using peer = await startServer();
    await open(peer).verify('a b&c', { signal });
    const [request] = peer.asked;
    assert.equal(request?.body, 'token=a+b%26c&token_type_hint=access_token');
    assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
    const [scheme, credentials = ''] = String(request?.headers.authorization).split(' ');
    assert.deepEqual([scheme, Buffer.from(credentials, 'base64').toString()], ['Basic', 'abs%3A1:%C3%A4+secret']);
  });

  test('a refusal is cached for its time and no longer', async () => {
    await using peer = await startServer();
    let now = NOW;
    const verifier = open(peer, { now: () => now });
    for (let n = 0; n < 3; n += 1) assert.equal(await verifier.verify('unknown', { signal }), undefined);
    assert.equal(peer.asked.length, 1);
    now += 10_000;
    assert.deepEqual([await verifier.verify('unknown', { signal }), peer.asked.length], [undefined, 2]);
  });

  test('a caller who hangs up does not end the request of the others', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    await using peer = await startPeer((_body, response) => arrived.resolve(response));
    const verifier = open(peer);
    const stopper = new AbortController();
    const gone = verifier.verify('good', { signal: stopper.signal });
    const waiting = verifier.verify('good', { signal });
    const response = await arrived.promise;
    stopper.abort(new Error('hung up'));
    await assert.rejects(gone, /hung up/);
    sendJson(response, KNOWN['good']);
    assert.equal((await waiting)?.user, 2);
  });

  const FAULTS: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'an error': (response) => sendJson(response, KNOWN['good'], 500),
    'that the client is unknown': (response) => sendJson(response, { error: 'invalid_client' }, 401),
    'no JSON': (response) => response.end('<html>'),
    'no object': (response) => sendJson(response, [KNOWN['good']]),
    'nothing of activity': (response) => sendJson(response, { sub: 2 }),
    'activity in words': (response) => sendJson(response, { active: 'true', sub: 2 }),
    'more than is read': (response) => sendJson(response, { ...KNOWN['good'], more: 'x'.repeat(70_000) }),
    'the half of it': (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"active": true');
      response.destroy();
    },
    nothing: () => {},
  };
  for (const [fault, answer] of Object.entries(FAULTS)) {
    test(`a server that answers ${fault} counts as an outage, and no token is accepted`, async () => {
      await using peer = await startPeer((_body, response) => answer(response));
      await using verifier = open(peer, { deadlineSeconds: fault === 'nothing' ? 0.2 : 20 });
      await assert.rejects(verifier.verify('good', { signal }), VerifierUnavailable);
    });
  }

  test('token and secret are sent to no other server', async () => {
    await using other = await startServer();
    await using peer = await startPeer((_body, response) => response.writeHead(307, { location: other.url }).end());
    await assert.rejects(open(peer).verify('good', { signal }), VerifierUnavailable);
    assert.equal(other.asked.length, 0);
  });

  test('the number of running requests is limited', async () => {
    await using peer = await startPeer(() => {});
    const verifier = open(peer, { deadlineSeconds: 60 });
    const many = Array.from({ length: 257 }, (_, n) => verifier.verify(`token ${n}`, { signal }));
    await assert.rejects(many[256] ?? Promise.resolve(), /too many tokens/);
    await verifier[Symbol.asyncDispose]();
    const ends = await Promise.allSettled(many);
    assert.ok(ends.every(({ status }) => status === 'rejected'));
  });
});
