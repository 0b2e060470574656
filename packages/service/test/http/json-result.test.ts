import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../../src/http/encoding.ts';
import { jsonResult, withCallback } from '../../src/http/response-cache/json-result.ts';

// From what fits into Node's blocks many times to what fits into none.
for (const characters of [0, 10, 1000, 5000, 40_000, 200_000]) {
  test(`what may be kept of a text of ${characters} characters holds no memory but its own`, async () => {
    const plain = jsonResult({ data: 'ö'.repeat(characters) });
    const bodies = {
      plain: plain.body,
      withCallback: withCallback(plain, 'show').body,
      gzip: await encode(plain.body, 'gzip'),
      br: await encode(plain.body, 'br'),
    };
    for (const [name, body] of Object.entries(bodies)) assert.equal(body.buffer.byteLength, body.length, name);
    assert.equal(
      Buffer.from(bodies.withCallback).toString(),
      `/**/show({"version":2,"status":200,"data":"${'ö'.repeat(characters)}"});`,
    );
  });
}
