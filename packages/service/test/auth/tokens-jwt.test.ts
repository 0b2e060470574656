import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newFolder, temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { canonicalToken } from '../../src/auth/canonical-token.ts';
import { VerifierUnavailable } from '../../src/auth/token-verifier.ts';
import { type JwtKey, openJwtTokens } from '../../src/auth/tokens-jwt.ts';
import { sendJson, startPeer } from '../support/http-peer.ts';
import {
  type Algorithm,
  EC_JWK,
  EC_PEM,
  EC_PRIVATE,
  issue,
  OTHER_RSA_JWK,
  OTHER_RSA_PRIVATE,
  RSA_JWK,
  RSA_PEM,
  RSA_PRIVATE,
  SECRET,
} from '../support/issuer.ts';
import { tokenVerifierContract, type VerifierSample } from './token-verifier.contract.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const SECONDS = NOW / 1000;
const NAMES = { userClaim: 'sub', groupsClaim: 'groups' };
const CLAIMS = { sub: '2', iss: 'https://id.example', aud: ['abs', 'other'], exp: SECONDS + 600 };
const IDENTITY = { user: 2, expires: (SECONDS + 600) * 1000 };
const { signal } = new AbortController();

function open(key: JwtKey, more: { issuer?: string; audience?: string; cooldownSeconds?: number } = {}) {
  const { issuer, audience, ...rest } = more;
  return openJwtTokens({ ...NAMES, key, issuer, audience, now: () => NOW, ...rest });
}

/** Writes a number as it is given, as other languages do. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** Tokens that are wrong whatever signs them. */
function faults(sign: (claims: object, header?: object) => string): Readonly<Record<string, string>> {
  const [head = '', body = '', signature = ''] = sign(CLAIMS).split('.');
  const otherClaims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: '1' })).toString('base64url');
  return {
    expired: sign({ ...CLAIMS, exp: SECONDS - 31 }),
    'not valid yet': sign({ ...CLAIMS, nbf: SECONDS + 31 }),
    ...Object.fromEntries(
      ['exp', 'nbf', 'iat'].flatMap((name) =>
        ['"never"', `"${SECONDS}"`, '1e999', '-1e999', '-1', '1e308', 'null', 'true'].map((time) => [
          `a time that is none: ${name} ${time}`,
          sign({ ...CLAIMS, [name]: rawJSON(time) }),
        ]),
      ),
    ),
    'of another issuer': sign({ ...CLAIMS, iss: 'https://evil.example' }),
    'for another audience': sign({ ...CLAIMS, aud: 'other' }),
    'without user': sign({ ...CLAIMS, sub: undefined }),
    'with a user who is no ID': sign({ ...CLAIMS, sub: 'ada' }),
    'with a header that nobody understands': sign(CLAIMS, { crit: ['x'], x: 1 }),
    'with other claims': `${head}.${otherClaims}.${signature}`,
    'without signature': `${head}.${body}.`,
    'with padding': `${head}.${body}.${signature}=`,
    'with padded claims': `${head}.${body}=.${signature}`,
    'in the alphabet of plain base64': `${head}.${body}.${signature.slice(0, -1)}/`,
    'with another spelling of the signature': `${head}.${body}.${respelt(signature)}`,
    'with half a signature': `${head}.${body}.${signature.slice(0, 20)}`,
    'unsigned by its own word': issue({ alg: 'none' }, CLAIMS),
    'unsigned in capitals': issue({ alg: 'none', typ: 'JWT' }, CLAIMS).replace(
      /^[^.]+/,
      Buffer.from('{"alg":"NONE"}').toString('base64url'),
    ),
    'claims that are a list': sign([2]),
    empty: '',
    'a mere word': 'token',
  };
}

/** The same bytes, with another bit after the last one: the next letter, because canonical ones have none. */
const respelt = (part: string) => part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1);
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const EXPECTED = { issuer: 'https://id.example', audience: 'abs' };

function sample(key: JwtKey, alg: Algorithm, privateKey: Parameters<typeof issue>[2], kid?: string): VerifierSample {
  const verifier = open(key, EXPECTED);
  const sign = (claims: object, header: object = {}) =>
    issue({ alg, ...(kid === undefined ? {} : { kid }), ...header }, claims as Record<string, unknown>, privateKey);
  return {
    verifier,
    valid: [
      [sign(CLAIMS), IDENTITY],
      [sign({ ...CLAIMS, sub: 2, groups: [2, '3', 'staff', -1, null, 2] }), { ...IDENTITY, groups: [2, 3] }],
      [sign({ ...CLAIMS, groups: 7 }), { ...IDENTITY, groups: [7] }],
      [sign({ ...CLAIMS, groups: [] }), { ...IDENTITY, groups: [] }],
      // Clocks differ a little.
      [sign({ ...CLAIMS, nbf: SECONDS + 29 }), IDENTITY],
      [sign({ ...CLAIMS, exp: SECONDS - 29 }), { user: 2, expires: (SECONDS - 29) * 1000 }],
      [sign({ ...CLAIMS, exp: undefined }), { user: 2 }],
    ],
    invalid: {
      ...faults(sign),
      'signed by somebody else': issue({ alg: 'RS256' }, CLAIMS, OTHER_RSA_PRIVATE),
      'signed with another secret': issue({ alg: 'HS256' }, CLAIMS, `${SECRET}!`),
      'with another algorithm of the same key':
        alg === 'HS256' ? issue({ alg: 'HS512' }, CLAIMS, SECRET) : issue({ alg: 'RS512' }, CLAIMS, RSA_PRIVATE),
      'signed with the public key as if it were a secret': issue({ alg: 'HS256' }, CLAIMS, RSA_PEM),
      'the same without the last line end': issue({ alg: 'HS256' }, CLAIMS, RSA_PEM.trim()),
      'with the modulus as if it were a secret': issue({ alg: 'HS256', kid: 'rsa' }, CLAIMS, String(RSA_JWK.n)),
      'with a key of its own': issue({ alg: 'RS256', jwk: OTHER_RSA_JWK }, CLAIMS, OTHER_RSA_PRIVATE),
      'with a key from elsewhere': issue(
        { alg: 'RS256', jku: 'https://evil.example/', kid: 'other' },
        CLAIMS,
        OTHER_RSA_PRIVATE,
      ),
    },
    [Symbol.asyncDispose]: () => verifier[Symbol.asyncDispose](),
  };
}

tokenVerifierContract('HS256', async () => sample({ kind: 'secret', secret: SECRET }, 'HS256', SECRET));
tokenVerifierContract('RS256', async () => sample({ kind: 'public', pem: RSA_PEM }, 'RS256', RSA_PRIVATE));
tokenVerifierContract('ES256', async () => sample({ kind: 'public', pem: EC_PEM }, 'ES256', EC_PRIVATE));

tokenVerifierContract('a key set on the web', async () => {
  const peer = await startPeer((_body, response) => sendJson(response, { keys: [RSA_JWK, EC_JWK] }));
  return {
    ...sample({ kind: 'set', at: peer.url }, 'RS256', RSA_PRIVATE, 'rsa'),
    cutOff: peer.close,
    [Symbol.asyncDispose]: peer.close,
  };
});

tokenVerifierContract('a key set in a file', async () => {
  const folder = newFolder();
  const path = join(folder, 'keys.json');
  writeFileSync(path, JSON.stringify({ keys: [RSA_JWK, EC_JWK] }));
  return {
    ...sample({ kind: 'set', at: path }, 'ES256', EC_PRIVATE, 'ec'),
    cutOff: async () => rmSync(path),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
});

describe('JSON Web Tokens', () => {
  test('all spellings of a token count as one', () => {
    for (const alg of ['HS256', 'RS256', 'ES256'] as const) {
      const key = { HS256: SECRET, RS256: RSA_PRIVATE, ES256: EC_PRIVATE }[alg];
      const token = issue({ alg }, CLAIMS, key);
      const [head, body, signature = ''] = token.split('.');
      const bytes = Buffer.from(signature, 'base64url');
      const s = bytes.subarray(32);
      if (alg === 'ES256')
        s.write((P256_ORDER - BigInt(`0x${s.toString('hex')}`)).toString(16).padStart(64, '0'), 'hex');
      const spellings = [`${signature}=`, respelt(signature), bytes.toString('base64url')];
      for (const each of spellings) assert.equal(canonicalToken(`${head}.${body}.${each}`), canonicalToken(token), alg);
      assert.notEqual(canonicalToken(issue({ alg }, { ...CLAIMS, sub: '3' }, key)), canonicalToken(token));
    }
    for (const token of ['a', 'a.b', 'a.b.c.d', 'a.b.', '..', '...x']) assert.equal(canonicalToken(token), token);
  });

  test('without issuer and audience in the settings, those of the token are not checked', async () => {
    const verifier = open({ kind: 'secret', secret: SECRET });
    const identity = await verifier.verify(issue({ alg: 'HS256' }, { sub: 2, iss: 'x', aud: 'y' }, SECRET), { signal });
    assert.deepEqual(identity, { user: 2 });
  });

  test('tokens of weak or broken keys are invalid, and the other keys of the set still work', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weakKey = weak.publicKey.export({ format: 'jwk' });
    const strong = issue({ alg: 'RS256', kid: 'rsa' }, CLAIMS, RSA_PRIVATE);
    const useless = {
      weak: weakKey,
      broken: { kty: 'RSA', n: '!', e: 'AQAB' },
      empty: { kty: 'RSA' },
      numbers: { kty: 'RSA', n: 1, e: 1 },
      'off the curve': { ...EC_JWK, x: EC_JWK.y },
      'another curve': {
        ...generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey.export({ format: 'jwk' }),
      },
    };
    for (const [kid, key] of Object.entries(useless)) {
      await using peer = await startPeer((_body, response) => sendJson(response, { keys: [{ ...key, kid }, RSA_JWK] }));
      const verifier = open({ kind: 'set', at: peer.url });
      for (const [alg, signer] of [
        ['RS256', weak.privateKey],
        ['ES256', EC_PRIVATE],
      ] as const) {
        assert.equal(await verifier.verify(issue({ alg, kid }, CLAIMS, signer), { signal }), undefined, kid);
      }
      assert.deepEqual(await verifier.verify(strong, { signal }), IDENTITY);
    }
    await using peer = await startPeer((_body, response) => sendJson(response, { keys: [weakKey, RSA_JWK] }));
    const unnamed = issue({ alg: 'RS256' }, CLAIMS, RSA_PRIVATE);
    assert.deepEqual(await open({ kind: 'set', at: peer.url }).verify(unnamed, { signal }), IDENTITY);
  });

  test('rotated keys are fetched, and cached keys are not fetched again', async () => {
    let keys = [RSA_JWK as object];
    await using peer = await startPeer((_body, response) => sendJson(response, { keys }));
    const verifier = open({ kind: 'set', at: peer.url }, { cooldownSeconds: 0 });
    const first = issue({ alg: 'RS256', kid: 'rsa' }, CLAIMS, RSA_PRIVATE);
    const second = issue({ alg: 'RS256', kid: 'other' }, CLAIMS, OTHER_RSA_PRIVATE);
    assert.deepEqual(await verifier.verify(first, { signal }), IDENTITY);
    assert.deepEqual(await verifier.verify(first, { signal }), IDENTITY);
    assert.deepEqual([peer.asked.length, await verifier.verify(second, { signal })], [1, undefined]);
    keys = [OTHER_RSA_JWK];
    assert.deepEqual(await verifier.verify(second, { signal }), IDENTITY);
    assert.equal(await verifier.verify(first, { signal }), undefined);
  });

  test('a server that answers no key set counts as an outage', async () => {
    for (const [status, value] of [
      [500, { keys: [RSA_JWK] }],
      [200, { keys: 'none' }],
      [200, 'keys'],
    ] as const) {
      await using peer = await startPeer((_body, response) => sendJson(response, value, status));
      const token = issue({ alg: 'RS256', kid: 'rsa' }, CLAIMS, RSA_PRIVATE);
      await assert.rejects(open({ kind: 'set', at: peer.url }).verify(token, { signal }), VerifierUnavailable);
    }
  });

  test('a key set in a file is read again when the file changes, which changes the state', async () => {
    using folder = temporaryFolder();
    const path = folder.file('keys.json');
    writeFileSync(path, JSON.stringify({ keys: [RSA_JWK] }));
    const verifier = open({ kind: 'set', at: path });
    const token = issue({ alg: 'RS256', kid: 'rsa' }, CLAIMS, RSA_PRIVATE);
    const before = verifier.state();
    assert.deepEqual(await verifier.verify(token, { signal }), IDENTITY);
    writeFileSync(`${path}.new`, JSON.stringify({ keys: [EC_JWK] }));
    renameSync(`${path}.new`, path);
    assert.notEqual(verifier.state(), before);
    assert.equal(await verifier.verify(token, { signal }), undefined);
    writeFileSync(path, '{"keys":');
    await assert.rejects(verifier.verify(token, { signal }), VerifierUnavailable);
    assert.throws(() => open({ kind: 'set', at: folder.file('none.json') }), VerifierUnavailable);
  });

  test('a weak, unsuitable or missing key prevents the start', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const other = generateKeyPairSync('ed25519').publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
    for (const key of [weak, other, curve]) {
      const pem = String(key.export({ type: 'spki', format: 'pem' }));
      assert.throws(() => open({ kind: 'public', pem }), /token\.jwt\.publicKeyFile: the key is neither RSA/);
    }
    const problem = /token\.jwt\.publicKeyFile: the file holds no public key/;
    assert.throws(() => open({ kind: 'public', pem: 'KEY' }), problem);
  });
});
