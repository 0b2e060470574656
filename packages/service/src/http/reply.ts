/**
 * Makes status, envelope and headers of operation results and of every refusal. `site.ts` and `cors.ts` make those of
 * the service's other answers.
 */

import { ApiError } from '../../../core/src/domain/errors.ts';
import type { ByteRange } from '../../../core/src/platform/byte-reader.ts';
import type { FileReply } from '../api/replies.ts';
import { DamagedFile, isWhole } from '../downloads/checked-reader.ts';
import type { Answer, Request } from './answer.ts';
import { notModifiedOf, requestHeader } from './answer.ts';
import { namesTag, namesTagStrongly, readRange } from './conditions.ts';
import type { Encoding } from './encoding.ts';
import { envelopeText, inCall } from './envelope.ts';
import { contentDisposition } from './headers.ts';
import { type Caching, cacheControl, NO_STORE } from './response-cache/cache-policy.ts';
import { type JsonResult, withCallback } from './response-cache/results.ts';

/** Media type of envelopes at the four addresses of the interface, and where the address is not known. */
export const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';
/** Media type of envelopes where the path names the operation. */
export const JSON_TYPE = 'application/json; charset=UTF-8';

/**
 * Returns the media type of an envelope: as the interface says at its four addresses. Where the path names the operation,
 * it is that of JSON, without which generated clients don't read it as JSON.
 */
export function envelopeType(path: string, callback: string | undefined): string {
  return callback === undefined && /\.do\/[^/]/.test(path) ? JSON_TYPE : SCRIPT_TYPE;
}

/** Makes the answer of a finished result, for callers who don't have it. */
export function resultAnswer(
  result: JsonResult,
  { encoding, caching, mediaType }: { encoding: Encoding; caching: Caching; mediaType: string },
): Answer {
  const { body, etag, total, isPrivate = caching.isPrivate } = result;
  const browserSeconds = result.isRevalidated ? 0 : caching.browserSeconds;
  const headers = {
    etag: `"${etag}"`,
    'cache-control': cacheControl({ ...caching, browserSeconds, isPrivate }, result.maxAgeSeconds),
    vary: 'Accept-Encoding',
    ...(total === undefined ? {} : { 'x-total-count': String(total) }),
  };
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return {
    status: 200,
    headers: { 'content-type': mediaType, 'content-length': String(body.length), ...coding, ...headers },
    body,
  };
}

/** Makes it 304 if the caller already has the answer. */
export function unlessKnown(request: Request, answer: Answer): Answer {
  const condition = requestHeader(request, 'if-none-match');
  const isKnown = condition !== undefined && namesTag(condition, (answer.headers['etag'] ?? '').slice(1, -1));
  return isKnown ? notModifiedOf(answer) : answer;
}

/**
 * Redirects the caller (302); with a JSONP callback it answers 200, and the page reads the address (interface decisions
 * 1).
 */
export function redirectAnswer(
  result: JsonResult,
  location: string,
  { callback, mediaType }: { readonly callback: string | undefined; readonly mediaType: string },
): Answer {
  const headers = { 'content-type': mediaType, 'cache-control': cacheControl(NO_STORE) };
  if (callback !== undefined) return { status: 200, headers, body: withCallback(result, callback).body };
  return { status: 302, headers: { ...headers, location }, body: result.body };
}

/** Makes the envelope of an error. With a callback the HTTP status is 200 (interface: errors). */
export function errorAnswer(error: ApiError, callback?: string, mediaType: string = SCRIPT_TYPE): Answer {
  const { status, data, message, code } = error;
  return {
    status: callback === undefined ? status : 200,
    headers: { 'content-type': mediaType, 'cache-control': 'no-store', ...headersOf(error) },
    body: inCall(envelopeText({ version: 2, status, data, message, code }), callback),
    ...(error.cause instanceof DamagedFile ? { sawDamage: true } : {}),
  };
}

/** Code of JSON-RPC for what fails before the protocol is spoken. */
const RPC_SERVER_ERROR = -32_000;

/** True for the address of assistants, below any base address. */
const IS_MCP = /^(?:\/[\w-]+)?\/mcp$/;

/** Makes the refusal of a request by its address: an error of JSON-RPC for assistants, an envelope for all others. */
export function refusalAnswer(
  error: ApiError,
  { path, callback }: { path: string; callback: string | undefined },
): Answer {
  return IS_MCP.test(path) ? rpcRefusal(error) : errorAnswer(error, callback, envelopeType(path, callback));
}

/** Makes an error of JSON-RPC, with the status and the headers of the error. */
export function rpcRefusal(error: ApiError): Answer {
  const { status, headers } = errorAnswer(error);
  const { message, code } = error;
  const told = { jsonrpc: '2.0', id: null, error: { code: RPC_SERVER_ERROR, message, data: { code } } };
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(told) };
}

/** Makes an HTML page; caches must not store it. */
export function pageAnswer(status: number, html: string, headers: Readonly<Record<string, string>>): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'cache-control': cacheControl(NO_STORE), ...headers },
    body: html,
  };
}

/** Makes the refusal of a method other than GET and HEAD. */
export function methodNotAllowed(method: string): ApiError {
  return new ApiError('method_not_allowed', `${method} is not answered here; use GET or HEAD`);
}

function headersOf({ code, status, retryAfterSeconds = 1, size }: ApiError): Record<string, string> {
  if (status === 401) {
    // A request without a token gets no error code (RFC 6750, section 3.1).
    return { 'www-authenticate': code === 'token_missing' ? 'Bearer' : 'Bearer error="invalid_token"' };
  }
  if (status === 416) return { 'content-range': `bytes */${size}` };
  if (status === 405) return { allow: 'GET, HEAD' };
  if (status === 431) return { connection: 'close' };
  if (code === 'outcome_unknown') return {};
  if (status === 429 || status === 503) return { 'retry-after': String(retryAfterSeconds) };
  return {};
}

/** Tells proxies not to buffer the answer: nginx defines the header, and our Varnish configuration honours it. */
const SENT_THROUGH = { 'x-accel-buffering': 'no' };

/**
 * Makes the answer of a file with ranges and conditions: 200, 206, 304, or 302 to the store that sends it. Throws 412
 * or 416 if they cannot be met.
 */
export async function fileAnswer(request: Request, reply: FileReply, caching: Caching): Promise<Answer> {
  const { etag, size } = reply;
  const common = {
    etag: `"${etag}"`,
    'cache-control': cacheControl(caching, reply.maxAge),
    'accept-ranges': 'bytes',
    ...(reply.isSentThrough ? SENT_THROUGH : {}),
    ...(reply.accepted === undefined ? {} : { vary: 'Accept' }),
    ...reply.headers,
  };
  const match = requestHeader(request, 'if-match');
  if (match !== undefined && !namesTagStrongly(match, etag)) {
    throw new ApiError('precondition_failed', `if-match: the file is "${etag}" now`);
  }
  const noneMatch = requestHeader(request, 'if-none-match');
  if (noneMatch !== undefined && namesTag(noneMatch, etag)) return { status: 304, headers: common };

  // If-Range uses strong comparison; a date never matches, because answers carry no Last-Modified.
  const ifRange = requestHeader(request, 'if-range');
  const wantsRange = ifRange === undefined || ifRange.trim() === `"${etag}"`;
  // Ranges apply to GET only (RFC 9110, section 14.2); HEAD describes the whole file.
  const rangeHeader = requestHeader(request, 'range');
  const asked = wantsRange && request.method === 'GET' ? rangeHeader : undefined;
  const range = readRange(asked, size);
  if (range.kind === 'unsatisfiable') {
    throw new ApiError('range_not_satisfiable', `range: the file has ${size} bytes`, { size });
  }

  const part = range.kind === 'part' ? range.range : undefined;
  const { onSent, sentBy } = reply;
  const counted = onSent && request.method !== 'HEAD' ? { onSent: reportPart(onSent, part, size) } : {};
  if (sentBy !== undefined && mayBeLeft(request, size)) return { ...leftToServer(reply, sentBy, common), ...counted };
  const location = rangeHeader === undefined && mayBeLeft(request, size) ? await presignedUrlOf(reply) : undefined;
  if (location !== undefined) return { status: 302, headers: { location, 'cache-control': 'no-store' }, ...counted };
  return {
    status: part === undefined ? 200 : 206,
    headers: {
      'content-type': reply.mediaType,
      'content-length': String(part === undefined ? size : part.end - part.start + 1),
      ...common,
      ...(part === undefined ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
      ...dispositionOf(reply),
    },
    ...(request.method === 'HEAD' ? {} : { body: await reply.open(part, request.signal) }),
    ...(reply.file && part === undefined ? { file: reply.file } : {}),
    ...counted,
  };
}

/** Returns the function that tells what an answer has sent. A download ends with its last byte (interface decisions 6). */
function reportPart(
  onSent: NonNullable<FileReply['onSent']>,
  part: ByteRange | undefined,
  size: number,
): NonNullable<Answer['onSent']> {
  const hasEnd = part === undefined || part.end === size - 1;
  const complete = isWhole(part, size) ? 'whole' : 'end';
  return (isComplete) => onSent(isComplete && hasEnd ? complete : 'earlier');
}

/** A server in front would check these conditions again, with its own entity tags and times. */
const JUDGED_ELSEWHERE = ['if-match', 'if-unmodified-since'];

/** True if a server in front would send the same answer as this service. */
function mayBeLeft(request: Request, size: number): boolean {
  const range = requestHeader(request, 'range');
  return (
    request.method === 'GET' &&
    (range === undefined || readRange(range, size).kind === 'part') &&
    JUDGED_ELSEWHERE.every((name) => requestHeader(request, name) === undefined)
  );
}

/** Makes an answer without bytes: the server in front reads them from `address` and applies the requested range. */
function leftToServer(reply: FileReply, address: string, headers: Answer['headers']): Answer {
  return {
    status: 200,
    headers: { 'content-type': reply.mediaType, ...headers, ...dispositionOf(reply), 'x-accel-redirect': address },
    body: '',
  };
}

async function presignedUrlOf(reply: FileReply): Promise<string | undefined> {
  const { 'content-disposition': disposition = 'attachment' } = dispositionOf(reply);
  return await reply.presignedUrl?.({ mediaType: reply.mediaType, disposition });
}

function dispositionOf({ disposition }: FileReply): Record<string, string> {
  return disposition === undefined
    ? {}
    : { 'content-disposition': contentDisposition(disposition.type, disposition.fileName) };
}
