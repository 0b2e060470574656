import { certificateProblem } from '../../../../core/src/platform/certificate-problem.ts';

/** The server can't be reached or does not answer in time. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable';
}

/** The address of a server as messages may show it: without user and password. */
function addressOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** What is wrong, by the beginning of a reply or the code of a system error. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:WRONGPASS|NOAUTH)/, 'refuses the user or the password (coordination.passwordFile, or in the URL)'],
  [/^ERR AUTH|without any password configured/, 'expects no password, but one is set'],
  [/^NOPROTO|^ERR unknown command.*HELLO/i, 'is older than Redis 6, or a proxy that does not pass HELLO on'],
  [/^NOPERM/, 'gives this user too few rights'],
  [/^ERR DB index|^ERR invalid DB/, 'has no database of the number in the URL'],
  [/^(?:OOM|MISCONF|READONLY|LOADING|MASTERDOWN)/, 'takes no writes now'],
  [/ENOTFOUND|EAI_AGAIN/, 'is not a known host name'],
  [/ECONNREFUSED/, 'is an address where nothing listens'],
  [/EHOSTUNREACH|ENETUNREACH/, 'is an address that no route leads to'],
  [/wrong version number|packet length too long|ERR_SSL/i, 'does not speak TLS as rediss:// requires'],
  [/Unknown RESP type/, 'is a server of another kind'],
  [/Socket closed|ECONNRESET|EPIPE/i, 'closes the connection (a server with TLS needs rediss://)'],
  [/ETIMEDOUT|timeout/i, 'does not answer in time'],
];

/**
 * Returns an error that says in one sentence what is wrong with the server at `url`. It holds neither the user nor the
 * password, and neither does its cause.
 */
export function redisFailure(error: unknown, url: string): Error {
  const address = `coordination.url: ${addressOf(url)}`;
  if (error instanceof RedisUnreachable) return new Error(`${address} does not answer in time (${error.message})`);
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const text = `${message}`;
  const certificate = certificateProblem(`${code}`, 'caFile');
  if (certificate !== undefined) return new Error(`${address} shows a certificate that ${certificate} (${code})`);
  const [, reason = 'answers with an error'] =
    REASONS.find(([pattern]) => pattern.test(text) || pattern.test(`${code}`)) ?? [];
  // A reply may quote the command that it refuses, password included; its first word is the kind of the error.
  const [kind] = /^[A-Z_]+(?= )/.exec(text) ?? [];
  const detail = typeof code === 'string' ? code : kind;
  return new Error(detail === undefined ? `${address} ${reason}` : `${address} ${reason} (${detail})`);
}
