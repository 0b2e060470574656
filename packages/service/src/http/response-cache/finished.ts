import type { DataReply } from '../../api/operation.ts';
import { wrappedBytes } from '../envelope.ts';
import { tagOf } from '../headers.ts';
import { ownMemory } from '../own-memory.ts';
import type { KeptResult } from './result-cache.ts';

/** The bytes of a JSON result, ready to be sent, in memory of their own. */
export interface Finished extends KeptResult {
  /** Seconds that callers may keep it, where that is less than the configured time. */
  readonly maxAgeSeconds?: number;
}

/** The envelope of a successful JSON operation, without a callback. */
export function finish({ data, total, facets, maxAgeSeconds, location }: DataReply<unknown>): Finished {
  const siblings = { ...(total === undefined ? {} : { total }), ...(facets === undefined ? {} : { facets }) };
  const body = wrappedBytes({ version: 2, status: location === undefined ? 200 : 302, data, ...siblings });
  return {
    body,
    etag: tagOf(body),
    ...(total === undefined ? {} : { total }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  };
}

/** The same as a call of a function (interface: JSONP). Another body, hence another tag. */
export function called(result: Finished, callback: string): Finished {
  const body = ownMemory(Buffer.concat([Buffer.from(`/**/${callback}(`), result.body, Buffer.from(');')]));
  return { ...result, body, etag: tagOf(body) };
}
