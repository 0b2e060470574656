import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corsHeaders } from '../../src/http/cors.ts';

test('an origin is allowed only if it is one of the configured ones, and not merely like one', () => {
  const cors = { origins: ['https://press.example', 'https://news.example:8443'] };
  const allowed = (origin: string) => corsHeaders({ headers: { origin } }, { cors })['access-control-allow-origin'];
  for (const origin of cors.origins) assert.equal(allowed(origin), origin);
  for (const origin of [
    'https://press.example.evil.example',
    'https://evil-press.example',
    'http://press.example',
    'https://press.example:8443',
    'https://news.example',
    'null',
  ]) {
    assert.equal(allowed(origin), undefined, origin);
  }
});
