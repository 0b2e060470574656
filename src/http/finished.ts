import type { DataReply } from '../api/operation.ts';
import type { KeptResult } from '../ports/result-cache.ts';
import { wrap } from './envelope.ts';
import { tagOf } from './headers.ts';

/** The bytes of a JSON result, ready to be sent. */
export interface Finished extends KeptResult {
  /** Seconds that callers may keep it, where that is less than the configured time. */
  readonly maxAgeSeconds?: number;
}

/** The envelope of a successful JSON operation, without a callback. */
export function finish({ data, total, facets, maxAgeSeconds, location }: DataReply<unknown>): Finished {
  const siblings = { ...(total === undefined ? {} : { total }), ...(facets === undefined ? {} : { facets }) };
  const body = Buffer.from(wrap({ version: 2, status: location === undefined ? 200 : 302, data, ...siblings }));
  return {
    body,
    etag: tagOf(body),
    ...(total === undefined ? {} : { total }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  };
}

/** The same as a call of a function (interface: JSONP). Another body, hence another tag. */
export function called(result: Finished, callback: string): Finished {
  const body = Buffer.concat([Buffer.from(`/**/${callback}(`), result.body, Buffer.from(');')]);
  return { ...result, body, etag: tagOf(body) };
}
