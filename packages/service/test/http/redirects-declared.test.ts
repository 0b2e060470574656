import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationResponses } from '../../../../scripts/openapi/responses.ts';
import { openNamedSchemas } from '../../../../scripts/openapi/schemas.ts';
import type { FileReply } from '../../src/api/replies.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';
import type { Request } from '../../src/http/answer.ts';
import { fileAnswer } from '../../src/http/reply.ts';
import { NO_STORE } from '../../src/http/response-cache/cache-policy.ts';

/** The responses that the OpenAPI documents declare of an operation, by status. */
function declared(endpoint: string, name: string) {
  const operation = OPERATION_LIST.find((each) => each.endpoint === endpoint && each.selectors[0] === name);
  assert.ok(operation);
  const options = { schemas: openNamedSchemas(), meanings: new Map(), json: 'application/json' };
  return operationResponses(operation, options) as Record<string, { readonly headers?: object }>;
}

const REQUEST: Request = {
  ...{
    id: '',
    method: 'GET',
    address: '',
    origin: undefined,
    prefix: '',
    path: '/asset.do',
    query: 'download=1',
    headers: {},
  },
  signal: new AbortController().signal,
  onEnd: () => {},
};

const ORIGINAL: FileReply = {
  ...{ mediaType: 'image/tiff', etag: 'x', size: 3, maxAge: 'no-cache' },
  presignedUrl: async () => 'https://store.example/x',
  open: async () => Buffer.from('abc'),
};

test('a download that is redirected to its store has exactly the status and the headers that are declared', async () => {
  const { status, headers } = await fileAnswer(REQUEST, ORIGINAL, NO_STORE);
  const names = Object.keys(declared('asset.do', 'download')[status]?.headers ?? {}).map((name) => name.toLowerCase());
  assert.deepEqual(names.toSorted(), Object.keys(headers).toSorted());
});
