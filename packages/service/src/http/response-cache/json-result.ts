import type { DataReply } from '../../api/replies.ts';
import { wrappedBytes } from '../envelope.ts';
import { tagOf } from '../headers.ts';
import { ownBuffer } from '../own-buffer.ts';
import type { CachedResult } from './result-cache.ts';

/** The bytes of a JSON result, ready to send, in a buffer of their own. */
export interface JsonResult extends CachedResult {
  /** How long callers may keep it, if that is shorter than the configured time. */
  readonly maxAgeSeconds?: number;
}

/** Makes the envelope of a successful JSON operation, without a callback. */
export function jsonResult({ data, total, facets, maxAgeSeconds, location }: DataReply<unknown>): JsonResult {
  const siblings = { ...(total === undefined ? {} : { total }), ...(facets === undefined ? {} : { facets }) };
  const body = wrappedBytes({ version: 2, status: location === undefined ? 200 : 302, data, ...siblings });
  return {
    body,
    etag: tagOf(body),
    ...(total === undefined ? {} : { total }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  };
}

/** Wraps a result in a function call (interface: JSONP). The body differs, so the entity tag does, too. */
export function withCallback(result: JsonResult, callback: string): JsonResult {
  const body = ownBuffer(Buffer.concat([Buffer.from(`/**/${callback}(`), result.body, Buffer.from(');')]));
  return { ...result, body, etag: tagOf(body) };
}
