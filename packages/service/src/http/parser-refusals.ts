/** Requests that Node's parser can't read. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../domain/errors.ts';
import type { Answer } from './answer.ts';
import { ALWAYS } from './headers.ts';
import { isAsked, mayRefuse, whenAnswered } from './overload/pipeline.ts';
import { errorAnswer, methodNotAllowed } from './reply.ts';

/** Bytes of the request line and headers together; more than the longest query, so that a long one gets its own answer. */
export const MAX_HEADER_BYTES = 160 * 1024;

interface ParserError extends NodeJS.ErrnoException {
  /** What the parser was reading, with requests that it had read before. */
  readonly rawPacket?: unknown;
  /** Of that, up to where it made sense. */
  readonly bytesParsed?: number;
}

export interface ParserRefusals {
  /** Answers what Node's parser refuses, before there is a request: the same envelope, then the end of the connection. */
  malformed(error: ParserError, socket: Socket): void;
  /** Answers CONNECT, with which Node hands over the connection: from then on it neither reads it nor looks after it. */
  connect(socket: Socket, stallSeconds: number): void;
}

/** Each of these answers has the headers `always`. */
export function openParserRefusals(always: Answer['headers']): ParserRefusals {
  /** Connections with a refusal: what follows on them is not answered. */
  const refused = new WeakSet<Socket>();
  function refuse(socket: Socket, refusal: ApiError): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    whenAnswered(socket, () => {
      if (socket.writable) end(socket, refusal, always);
    });
  }
  return {
    malformed(error, socket) {
      // The caller has hung up.
      if (error.code === 'ECONNRESET' || !socket.writable || (socket.readableEnded && isAsked(socket))) {
        socket.destroy();
        return;
      }
      const refusal = refusalOf(error);
      behindKnownAnswers(() => {
        // What follows a request that was to be the last is not read; that request has its answer all the same.
        if (error.code === 'HPE_CLOSED_CONNECTION' && !mayRefuse(socket)) return;
        refuse(socket, refusal);
      });
    },
    connect(socket, stallSeconds) {
      socket.on('error', () => socket.destroy());
      socket.setTimeout(stallSeconds * 1000, () => socket.destroy());
      socket.on('end', () => {
        if (isAsked(socket)) socket.destroy();
      });
      socket.resume();
      behindKnownAnswers(() => refuse(socket, methodNotAllowed('CONNECT')));
    },
  };
}

function refusalOf({ code, rawPacket, bytesParsed = 0 }: ParserError): ApiError {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const end = packet.lastIndexOf(END_OF_HEADERS, bytesParsed);
  const start = end < 0 ? packet : packet.slice(end + END_OF_HEADERS.length);
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return LONG_REQUEST_LINE.test(start)
        ? new ApiError('query_too_long', `the request line is longer than ${MAX_HEADER_BYTES} bytes`)
        : new ApiError('headers_too_large', `the request's headers are larger than ${MAX_HEADER_BYTES} bytes`);
    case 'HPE_INVALID_METHOD':
      return METHOD.test(start)
        ? methodNotAllowed(METHOD.exec(start)?.[1] ?? '')
        : new ApiError('request_malformed', 'the request is not valid HTTP');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'the request did not arrive in time');
    default:
      return new ApiError('request_malformed', 'the request is not valid HTTP');
  }
}

const END_OF_HEADERS = '\r\n\r\n';
/** Or the rest of one, because the error carries only the last packet. */
const LONG_REQUEST_LINE = /^(?:[A-Z]+ )?[^\s]{16384}/;
const METHOD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) \S+ HTTP\/1\.[01]\r?\n/;

/** Those that are known in this turn of the event loop are sent at its end (known-answers.ts). */
function behindKnownAnswers(work: () => void): void {
  setImmediate(work);
}

/** Writes an answer where there is no request to answer, and ends the connection. */
function end(socket: Socket, refusal: ApiError, always: Answer['headers']): void {
  const { status, headers, body } = errorAnswer(refusal);
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
