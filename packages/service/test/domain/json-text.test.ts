import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanJson } from '../../../core/src/domain/json-scan.ts';
import { duplicateKeys, JsonError, linesAt, parseJson } from '../../../core/src/domain/json-text.ts';
import type { Step } from '../../../core/src/domain/values.ts';
import fc, { forAll, forRuns } from '../../../core/test/support/fast-check.ts';
import { linesOfPaths } from '../../src/transfer/bundle/lines-of-paths.ts';

const LAYOUTS = [undefined, 1, 2, '\t', '\r\n'];

test('the line of every value of any JSON is that of its key or item', () => {
  forAll(fc.jsonValue(), fc.constantFrom(...LAYOUTS), (value, layout) => {
    const text = JSON.stringify(value, null, layout);
    const paths = [...pathsOf(value)];
    const lines = linesOfPaths(text, paths);
    const written = text.split('\n');
    for (const [index, path] of paths.entries()) {
      const line = written[(lines[index] ?? 0) - 1] ?? '';
      const last = path.at(-1);
      if (typeof last === 'string') assert.ok(line.includes(`${JSON.stringify(last)}:`), `${path} ${line}`);
    }
    // In a text of many lines, line numbers grow in the order of the values.
    if (layout !== undefined && paths.length > 1) {
      for (const [index, line] of lines.entries()) assert.ok(index === 0 || line >= (lines[index - 1] ?? 0));
    }
  });
});

test('one-line JSON has only line 1, and a missing path has the line of its deepest existing part', () => {
  assert.deepEqual(linesOfPaths('{"a":[1,{"b":2}]}', [[], ['a'], ['a', 1, 'b']]), [1, 1, 1]);
  const text = '\n{\n "a": [\n  1,\n  {"b": 2}\n ]\n}';
  assert.deepEqual(linesOfPaths(text, [[], ['a'], ['a', 1], ['a', 1, 'c', 'd'], ['x'], ['a', 7]]), [2, 3, 5, 5, 2, 3]);
  assert.deepEqual(linesOfPaths('{"a":\n1,\n"a":\n2}', [['a']]), [3]);
});

test('valid texts are exactly those of JSON, except for repeated keys; positions lie within the text', () => {
  const text = fc.oneof(
    fc.json(),
    fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', '-', '.', 'e', ' ', '\n', 'null'),
    }),
    fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, more]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + more + json.slice(place + 1);
    }),
  );
  forRuns(2000, text, (candidate) => {
    const expected = standard(candidate);
    try {
      assert.deepEqual(parseJson(candidate), expected?.value);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      assert.ok(!expected || error.problem === 'this key is there twice', error.message);
      const line = candidate.split('\n')[error.position.line - 1];
      assert.ok(line !== undefined && error.position.column >= 1 && error.position.column <= line.length + 1);
    }
  });
});

test('a problem has the position that a reader expects', () => {
  const offsets = { '{"a":1,}': 7, '[1 2]': 3, '{"a" 1}': 5, '"a\nb"': 2, '"\\q"': 1, '[1': 2, '1 1': 2, '': 0 };
  for (const [text, offset] of Object.entries(offsets)) assert.equal(scanJson(text)?.offset, offset, text);
});

test('a key twice in one object is a problem, the same key in two objects is none', () => {
  const text = '{"a": [{"b": 1}, {"b": 2, "c": {"\\u0062": 1, "b": {"a": 1, "a": 2}}}], "a": 0}';
  const paths = duplicateKeys(text, 10).map(({ path }) => path.join('.'));
  assert.deepEqual(paths, ['a.1.c.b', 'a.1.c.b.a', 'a']);
  assert.equal(duplicateKeys('{"a":1,"a":1,"a":1,"a":1}', 2).length, 2);
  forAll(fc.jsonValue(), (value) => duplicateKeys(JSON.stringify(value), 10).length === 0);
});

test('neither depth nor length exhausts the scanner', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  assert.equal(scanJson(deep), undefined);
  assert.deepEqual(linesOfPaths(deep, [[0, 0]]), [1]);
  const long = JSON.stringify('x"\\'.repeat(1_000_000));
  assert.equal(scanJson(long), undefined);
});

test('lines are separated by line feeds', () =>
  assert.deepEqual(linesAt('a\nb\r\nc', [5, 0, 1, 2, 3]), [3, 1, 1, 2, 2]));

function* pathsOf(value: unknown, path: readonly Step[] = []): Generator<readonly Step[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* pathsOf(item, [...path, index]);
  else for (const [key, item] of Object.entries(value)) yield* pathsOf(item, [...path, key]);
}

function standard(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
