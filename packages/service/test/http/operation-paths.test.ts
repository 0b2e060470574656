/** Addresses whose path names the operation, such as `/node.do/search`, which generated clients need. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseQuery } from '../../src/api/query.ts';
import { isEndpoint, selectOperation } from '../../src/api/select.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';
import { appForAll } from '../support/app.ts';
import { readCases } from '../support/case-files.ts';

const root = new URL('../cases/', import.meta.url);

/** Operations whose answers differ from one request to the next. */
const CHANGING = /^\/(pin|review)\.do|[?&](top|changes|download|relations|play|stream|preview|thumb)=/;

/** The address of the same request whose path names the operation; undefined if the request selects none. */
function named(path: string): string | undefined {
  const [, endpoint = '', query = ''] = /^\/([^/?]*)\?(.*)$/.exec(path) ?? [];
  if (!isEndpoint(endpoint)) return undefined;
  try {
    const { selectors } = selectOperation(OPERATION_LIST, endpoint, parseQuery(query));
    return `/${endpoint}/${selectors[0]}?${query}`;
  } catch {
    return undefined;
  }
}

describe('paths of operations', () => {
  const app = appForAll({ ABS_PIN_PARENT_NODE: 20, ABS_ENDPOINTS: '{"press":{}}' });

  const answer = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(app.url + path, { headers });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  test('every answer of the case files is the same, as JSON', async () => {
    let compared = 0;
    for (const file of globSync('**/*.case', { cwd: root })) {
      for (const { method, path, requestHeaders } of readCases(new URL(file, root))) {
        const other = named(path);
        if (method !== 'GET' || other === undefined || CHANGING.test(path)) continue;
        const [classic, byPath] = [await answer(path, requestHeaders), await answer(other, requestHeaders)];
        assert.equal(byPath.text, classic.text, other);
        assert.equal(byPath.status, classic.status, other);
        const isJson = !/[?&]callback=/.test(path) && !classic.type?.startsWith('image/');
        if (isJson) assert.equal(byPath.type, 'application/json; charset=UTF-8', other);
        compared += 1;
      }
    }
    assert.ok(compared > 300, `${compared} answers compared`);
  });

  test('a cached answer keeps the media type of its address', async () => {
    for (const path of ['/node.do?suggest=a', '/node.do/suggest?suggest=a', '/node.do?suggest=a']) {
      const types = [await answer(path), await answer(path)].map(({ type }) => type);
      const expected = path.includes('.do/')
        ? 'application/json; charset=UTF-8'
        : 'application/javascript; charset=UTF-8';
      assert.deepEqual(types, [expected, expected], path);
    }
  });

  test('a refusal has the media type of its address, even where its query was not read', async () => {
    for (const [path, type] of [
      ['/node.do?suggest', 'application/javascript; charset=UTF-8'],
      ['/node.do/suggest?suggest', 'application/json; charset=UTF-8'],
    ])
      assert.deepEqual([(await answer(`${path}=${'a'.repeat(100_000)}`)).type], [type]);
  });

  test('a selector that is always true may be left out, and pictures have paths, too', async () => {
    assert.equal((await answer('/node.do/about')).text, (await answer('/node.do?about=true')).text);
    assert.equal((await answer('/press/asset.do/properties')).status, 200);
    assert.equal((await answer('/asset.do/thumb?thumb=1000')).type, 'image/jpeg');
  });

  test('a redirection has the media type of its address', async () => {
    for (const [path, type] of [
      ['/pin.do?create=1000&redirect=true', 'application/javascript; charset=UTF-8'],
      ['/pin.do/create?create=1000&redirect=true', 'application/json; charset=UTF-8'],
    ] as const) {
      const { status, headers } = await fetch(app.url + path, { redirect: 'manual' });
      assert.deepEqual([status, headers.get('content-type')], [302, type]);
    }
  });

  test('a path with a parameter of another operation, or without the value of its own, is refused', async () => {
    for (const [path, message] of [
      ['/node.do/suggest?suggest=a&tree=1', 'node.do: tree and suggest are different operations; give one of them'],
      ['/node.do/tree', 'tree: a value is missing'],
    ] as const) {
      const { status, text, type } = await answer(path);
      assert.deepEqual([status, type], [400, 'application/json; charset=UTF-8']);
      assert.equal(JSON.parse(text).message, message);
    }
  });

  test('the name of no operation is nothing', async () => {
    for (const path of ['/node.do/thumb?thumb=1000', '/node.do/', '/node.do/tree/', '/node.do/constructor'])
      assert.equal((await answer(path)).status, 404, path);
  });
});
