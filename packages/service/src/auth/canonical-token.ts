/** Order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Returns one spelling of all those of a JSON Web Token that a verifier may accept, so that they count as the same token:
 * without padding, without bits that belong to no byte, and of the two signatures of ES256 that anybody can make of each
 * other, the one with the smaller number. Other tokens have one spelling.
 */
export function canonicalToken(token: string): string {
  const [head, claims, signature, ...more] = token.split('.');
  if (!signature || !head || !claims || more.length > 0) return token;
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length === 64) lessen(bytes.subarray(32));
  return [head, claims, bytes.toString('base64url')].join('.');
}

function lessen(bytes: Buffer): void {
  const other = ORDER - BigInt(`0x${bytes.toString('hex')}`);
  const text = other > 0n ? other.toString(16).padStart(64, '0') : '';
  if (text !== '' && text < bytes.toString('hex')) bytes.write(text, 'hex');
}
