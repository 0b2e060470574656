/** Answers requests that Node's parser refuses. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Answer } from './answer.ts';
import { callbackIn } from './callback.ts';
import { ALWAYS } from './headers.ts';
import { hasOpenRequest, mayRefuse, whenAnswered } from './overload/pipeline.ts';
import { pathAndQuery, splitOrigin } from './read-request.ts';
import { envelopeType, errorAnswer, methodNotAllowed } from './reply.ts';

/**
 * Most bytes of request line and headers together. It exceeds the longest query with the largest headers, so that
 * either gets its own error if it is longer.
 */
export const MAX_HEADER_BYTES = 256 * 1024;

/** Most headers that Node reads (its `maxHeadersCount` counts names and values). */
const MAX_HEADERS = 1000;

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that were being parsed, including earlier requests of the same packet. */
  readonly rawPacket?: unknown;
  /** Number of these bytes that were valid. */
  readonly bytesParsed?: number;
}

/** Opens the handlers of a server's `clientError` and `connect` events. Every refusal carries the headers in `always`. */
export function openParserRefusals(always: Answer['headers']) {
  /** Refused connections: later requests on them are not answered. */
  const refused = new WeakSet<Socket>();
  function refuse(socket: Socket, refusal: ApiError, target?: string): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    whenAnswered(socket, () => {
      if (socket.writable) end(socket, answerOf(refusal, target), always);
    });
  }
  return {
    /**
     * Answers a request that the parser refuses, before a request object exists: with the usual envelope, then closes.
     */
    malformed(error: ParserError, socket: Socket): void {
      // The caller has hung up.
      if (error.code === 'ECONNRESET' || !socket.writable || (socket.readableEnded && hasOpenRequest(socket))) {
        socket.destroy();
        return;
      }
      const { start, parsed } = received(error);
      afterCachedAnswers(() => {
        // Bytes after a last request (`Connection: close`) are not read, but that request still gets its answer.
        if (error.code === 'HPE_CLOSED_CONNECTION' && !mayRefuse(socket)) return;
        refuse(socket, refusalOf(error.code, start, parsed), REQUEST_LINE.exec(start)?.groups?.['target']);
      });
    },
    /**
     * Answers CONNECT. Node hands the connection over with it and no longer reads it or handles its errors and timeouts.
     */
    connect(socket: Socket, stallSeconds: number): void {
      socket.on('error', () => socket.destroy());
      socket.setTimeout(stallSeconds * 1000, () => socket.destroy());
      socket.on('end', () => {
        if (hasOpenRequest(socket)) socket.destroy();
      });
      socket.resume();
      afterCachedAnswers(() => refuse(socket, methodNotAllowed('CONNECT')));
    },
  };
}

/** Splits the last packet: `start` is all of the refused request that it holds, `parsed` what the parser has read of it. */
function received({ rawPacket, bytesParsed = 0 }: ParserError): { readonly start: string; readonly parsed: string } {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const end = packet.lastIndexOf(END_OF_HEADERS, bytesParsed);
  const begin = end < 0 ? 0 : end + END_OF_HEADERS.length;
  return { start: packet.slice(begin), parsed: packet.slice(begin, bytesParsed) };
}

function refusalOf(code: string | undefined, start: string, parsed: string): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW': {
      const bytes = `the request line and the headers together are larger than ${MAX_HEADER_BYTES} bytes`;
      return isInRequestLine(parsed, start.slice(parsed.length))
        ? new ApiError('query_too_long', bytes)
        : new ApiError('headers_too_large', `${bytes}, or there are more than ${MAX_HEADERS} headers`);
    }
    case 'HPE_INVALID_METHOD': {
      const { method } = REQUEST_LINE.exec(start)?.groups ?? {};
      return method === undefined ? malformedRequest() : methodNotAllowed(method);
    }
    case 'HPE_INVALID_URL':
      return new ApiError('request_malformed', 'the address holds characters that are not ASCII; percent-encode them');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'the request did not arrive in time');
    default:
      return malformedRequest();
  }
}

function malformedRequest(): ApiError {
  return new ApiError('request_malformed', 'the request is not valid HTTP');
}

const END_OF_HEADERS = '\r\n\r\n';
const REQUEST_LINE = /^(?<method>[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (?<target>[^ \r\n]+) HTTP\/1\.[01]\r?\n/;

/**
 * True if the parser stopped in the target, with `rest` still to be read. The error carries only the last packet, so
 * a header without a blank that began in an earlier packet and ends in a later one is taken for a target.
 */
function isInRequestLine(parsed: string, rest: string): boolean {
  return /^(?:[A-Z]+ )?\S*$/.test(parsed) && (rest === '' || rest.startsWith(' '));
}

/** Runs `work` after the cached answers of this turn, which are sent at the end of the turn (send-cached.ts). */
function afterCachedAnswers(work: () => void): void {
  setImmediate(work);
}

/** Makes the answer to a target, with its callback. An unknown one, or no path, is answered as the interface would. */
function answerOf(refusal: ApiError, written: string | undefined): Answer {
  const { target } = splitOrigin(written ?? '');
  if (!target.startsWith('/')) return errorAnswer(refusal);
  const { path, query } = pathAndQuery(target);
  const callback = callbackIn(query);
  return errorAnswer(refusal, callback, envelopeType(path, callback));
}

/** Writes an answer without a request object and ends the connection. */
function end(socket: Socket, { status, headers, body }: Answer, always: Answer['headers']): void {
  const text = typeof body === 'string' ? body : '';
  const lines = Object.entries({
    ...ALWAYS,
    ...always,
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  );
}
