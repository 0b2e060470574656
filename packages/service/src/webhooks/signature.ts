import { createHmac } from 'node:crypto';

/** Headers of a message (Standard Webhooks 1.0). */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Signs a message with each secret, in Base64, at a time in seconds since 1970. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  seconds: number,
): SignedHeaders {
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
