import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonResult, withCallback } from '../../src/http/response-cache/results.ts';

test('a script with a callback has another entity tag than the JSON in it, and than one with another callback', () => {
  const json = jsonResult({ data: [1] });
  const tags = [json, withCallback(json, 'one'), withCallback(json, 'two')].map(({ etag }) => etag);
  assert.equal(new Set(tags).size, 3);
});
