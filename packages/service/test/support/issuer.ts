/** An issuer of JSON Web Tokens with real keys, and its key set. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const pem = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));

/** RSA keys are slow to make; these serve a whole test file. */
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

export type Algorithm = 'HS256' | 'HS512' | 'RS256' | 'RS512' | 'ES256' | 'none';
type Json = Readonly<Record<string, unknown>>;

export const SECRET = 'a secret of the tests, with more than 32 bytes';
export const RSA_PEM = pem(RSA.publicKey);
export const EC_PEM = pem(EC.publicKey);
export const RSA_PRIVATE = RSA.privateKey;
export const OTHER_RSA_PRIVATE = OTHER_RSA.privateKey;
export const EC_PRIVATE = EC.privateKey;

export const RSA_JWK = { ...RSA.publicKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' };
export const OTHER_RSA_JWK = { ...OTHER_RSA.publicKey.export({ format: 'jwk' }), kid: 'other', use: 'sig' };
export const EC_JWK = { ...EC.publicKey.export({ format: 'jwk' }), kid: 'ec', use: 'sig' };

/** A token by RFC 7519, signed as `header.alg` says; made by hand, so that invalid ones can be made, too. */
export function issue(header: Json & { readonly alg: Algorithm }, claims: Json, key: KeyObject | string = ''): string {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signatureOf(header.alg, signed, key).toString('base64url')}`;
}

function signatureOf(alg: Algorithm, text: string, key: KeyObject | string): Buffer {
  if (alg === 'none') return Buffer.alloc(0);
  if (alg === 'HS256' || alg === 'HS512')
    return createHmac(`sha${alg.slice(2)}`, key)
      .update(text)
      .digest();
  return sign(`sha${alg.slice(2)}`, Buffer.from(text), { key: key as KeyObject, dsaEncoding: 'ieee-p1363' });
}
