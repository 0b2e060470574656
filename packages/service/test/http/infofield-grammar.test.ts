import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc, { codePoint, forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { appForAll } from '../support/app.ts';

describe('search_infofield', () => {
  const app = appForAll();
  const ask = async (value: string) => {
    const answer = await fetch(`${app.url}/node.do?${new URLSearchParams({ search_infofield: value })}`);
    const envelope = (await answer.json()) as { readonly status: number; readonly message?: string };
    assert.equal(answer.status, envelope.status);
    return envelope;
  };

  test('answers or refuses any text', () =>
    forRunsAsync(200, fc.string({ unit: codePoint, maxLength: 40 }), async (text) => {
      const { status, message = '' } = await ask(text);
      assert.ok(status === 200 || ((status === 400 || status === 404) && message !== ''), `${status} ${message}`);
    }));
});
