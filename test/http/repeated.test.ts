import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueModel } from '../../src/domain/catalogue-model.ts';
import type { Answer, Request } from '../../src/http/answer.ts';
import { openRepeatedAnswers } from '../../src/http/repeated.ts';

const MODEL = { revision: 1 } as CatalogueModel;
const answer = (bytes: number): Answer => ({ status: 200, headers: {}, body: new Uint8Array(bytes) });

function request(query: string, headers: Request['headers'] = {}, method = 'GET'): Request {
  return {
    id: '1',
    method,
    address: '127.0.0.1',
    origin: undefined,
    path: '/asset.do',
    query,
    headers,
    signal: new AbortController().signal,
  };
}

test('a repeated request has the same answer until the catalogue changes', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  const first = answer(10);
  repeated.keep(request('thumb=1'), MODEL, first);
  assert.equal(repeated.find(request('thumb=1'), MODEL), first);
  assert.equal(repeated.find(request('thumb=2'), MODEL), undefined);
  assert.equal(repeated.find(request('thumb=1'), { revision: 2 } as CatalogueModel), undefined);
  assert.equal(repeated.find(request('thumb=1'), MODEL), undefined);
});

test('a request that more than its address decides is read each time', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  repeated.keep(request('thumb=1'), MODEL, answer(10));
  for (const name of ['range', 'if-match', 'if-none-match', 'if-range', 'authorization', 'origin']) {
    assert.equal(repeated.find(request('thumb=1', { [name]: 'x' }), MODEL), undefined, name);
  }
  assert.equal(repeated.find(request('thumb=1', {}, 'HEAD'), MODEL), undefined);
  for (const query of ['thumb=1&token=x', 'thumb=1&%74oken=x', `thumb=1&img=${'x'.repeat(600)}`]) {
    repeated.keep(request(query), MODEL, answer(10));
    assert.equal(repeated.find(request(query), MODEL), undefined, query);
  }
});

test('refusals and parts are not kept', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  for (const status of [206, 304, 404]) {
    repeated.keep(request('thumb=1'), MODEL, { ...answer(10), status });
    assert.equal(repeated.find(request('thumb=1'), MODEL), undefined);
  }
});

test('the answers asked for least recently go first, and the bound holds when one is kept twice', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  const third = 340_000;
  for (const n of [1, 2, 2, 2, 3]) repeated.keep(request(`thumb=${n}`), MODEL, answer(third));
  assert.ok(repeated.find(request('thumb=1'), MODEL));
  repeated.keep(request('thumb=4'), MODEL, answer(third));
  assert.deepEqual(
    [1, 2, 3, 4].map((n) => repeated.find(request(`thumb=${n}`), MODEL) !== undefined),
    [true, false, true, true],
  );
});

test('an answer of a state that has passed is not kept, and costs nothing that is', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  const newer = { revision: 2 } as CatalogueModel;
  repeated.keep(request('thumb=1'), newer, answer(10));
  repeated.keep(request('thumb=2'), MODEL, answer(10));
  assert.ok(repeated.find(request('thumb=1'), newer));
  assert.equal(repeated.find(request('thumb=2'), newer), undefined);
});

test('an answer that is too large leaves the others', () => {
  const repeated = openRepeatedAnswers({ megabytes: 1 });
  repeated.keep(request('thumb=1'), MODEL, answer(10));
  repeated.keep(request('thumb=2'), MODEL, answer(2 * 2 ** 20));
  assert.ok(repeated.find(request('thumb=1'), MODEL));
  assert.equal(repeated.find(request('thumb=2'), MODEL), undefined);
  repeated.clear();
  assert.equal(repeated.find(request('thumb=1'), MODEL), undefined);
});
