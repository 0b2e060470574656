import { DOCUMENTS, type DocumentName, documentBytes } from '../api/documents.ts';
import { tagOf } from '../api/replies.ts';
import type { Config } from '../config/settings.ts';
import { type Answer, type Request, requestHeader } from './answer.ts';
import { baseAddressOf } from './base-address.ts';
import { namesTag } from './conditions.ts';
import { type Encoding, encode, encodingFor } from './encoding.ts';
import { JSON_TYPE } from './reply.ts';

/**
 * Seconds that shared caches keep a document. It changes only with the program, of which nobody tells them; browsers
 * revalidate each time.
 */
const SHARED_SECONDS = 60;

interface Coded {
  readonly etag: string;
  readonly body: Uint8Array;
}

/**
 * Answers `/openapi.json` and the other documents below each base address; undefined for every other path. They need
 * no token, because they contain nothing of the catalogue.
 */
export function openDocuments(config: Config): (request: Request) => Promise<Answer | undefined> {
  const coded = new Map<string, Promise<Coded>>();

  return async (request) => {
    const name = documentAt(baseAddressOf(request.path, config).path);
    if (name === undefined) return undefined;
    const encoding = encodingFor(requestHeader(request, 'accept-encoding'));
    const { etag, body } = await coded.getOrInsertComputed(`${name} ${encoding}`, () => readCoded(name, encoding));
    const headers = {
      etag: `"${etag}"`,
      'cache-control': `public, max-age=0, s-maxage=${SHARED_SECONDS}`,
      vary: 'Accept-Encoding',
    };
    const condition = requestHeader(request, 'if-none-match');
    if (condition !== undefined && namesTag(condition, etag)) return { status: 304, headers };
    const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    return {
      status: 200,
      headers: { 'content-type': JSON_TYPE, 'content-length': String(body.length), ...coding, ...headers },
      body,
    };
  };
}

function documentAt(path: string): DocumentName | undefined {
  return DOCUMENTS.find((name) => path === `/${name}`);
}

async function readCoded(name: DocumentName, encoding: Encoding): Promise<Coded> {
  const bytes = documentBytes(name);
  const etag = tagOf(bytes);
  return encoding === 'identity'
    ? { etag, body: bytes }
    : { etag: `${etag}-${encoding}`, body: await encode(bytes, encoding) };
}
