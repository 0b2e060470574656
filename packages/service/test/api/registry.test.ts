/** The types of the registry, from which the types of a client follow. The compiler checks most of this test. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNamedSchemas } from '../../src/api/openapi/schemas.ts';
import { type BesideOf, type DataOf, OPERATION_LIST, type OPERATIONS, type QueryOf } from '../../src/api/registry.ts';
import { isObject, type Schema } from '../../src/domain/values.ts';

type NodeDo = (typeof OPERATIONS)['node.do'];
type AssetDo = (typeof OPERATIONS)['asset.do'];

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for equal types. */
function assertEqual<A, B>(_isEqual: Equal<A, B>): void {}
/** Compiles only for values of the type. */
function assertFits<T>(..._values: readonly T[]): void {}

test('suggest takes a text and returns names', () => {
  assertEqual<DataOf<NodeDo['suggest']>, string[]>(true);
  assertEqual<QueryOf<NodeDo['suggest']>['suggest'], string>(true);
  assertEqual<QueryOf<NodeDo['suggest']>['limit'], number | undefined>(true);
  assertFits<QueryOf<NodeDo['suggest']>>({ suggest: 'ap' }, { suggest: 'ap', kind: 101, limit: 5, locale: 'de' });
  // @ts-expect-error: a required parameter is missing
  assertFits<QueryOf<NodeDo['suggest']>>({ kind: 101 });
  // @ts-expect-error: the operation does not have this parameter
  assertFits<QueryOf<NodeDo['suggest']>>({ suggest: 'ap', depth: 1 });
});

test('tree returns nested entries', () => {
  type Entry = DataOf<NodeDo['tree']>[number];
  assertEqual<Entry['children'][number]['children'][number]['assets'], number | undefined>(true);
});

test('search needs no parameter, and returns assets or facets with a total', () => {
  type Search = NodeDo['search'];
  type Entry = Extract<DataOf<Search>, unknown[]>[number];
  assertEqual<Entry['id'], number>(true);
  assertEqual<Entry['valid_until'], number | null | undefined>(true);
  assertEqual<BesideOf<Search>['total'], number | undefined>(true);
  assertEqual<keyof BesideOf<Search>, 'total' | 'facets'>(true);
  assertFits<QueryOf<Search>>({}, { search: 'lake', search_node: [1, 2], search_id: 4, sort_order_seq: 'desc' });
  // @ts-expect-error: not one of the words
  assertFits<QueryOf<Search>>({ sort_order_seq: 'down' });
});

test('details returns an object with optional sections', () => {
  assertEqual<DataOf<AssetDo['details']>['name'], string>(true);
  assertEqual<DataOf<AssetDo['details']>['keyword_paths'], string[] | undefined>(true);
  assertEqual<keyof BesideOf<AssetDo['details']>, never>(true);
  assertEqual<QueryOf<AssetDo['details']>['details_links'], boolean | undefined>(true);
});

test('download takes items as texts, and returns only a file', () => {
  assertEqual<QueryOf<AssetDo['download']>['download'], string | readonly string[]>(true);
  assertEqual<DataOf<AssetDo['download']>, never>(true);
  assertEqual<DataOf<AssetDo['relations']>[number]['reverse_name'], string | undefined>(true);
});

test('every selector is a parameter of its operation', () => {
  for (const { endpoint, selectors, params } of OPERATION_LIST)
    for (const selector of selectors) assert.ok(Object.hasOwn(params, selector), `${endpoint} ${selector}`);
});

test('every parameter has a description for the reference', () => {
  for (const { selectors, params } of OPERATION_LIST) {
    for (const [name, { doc }] of Object.entries(params))
      assert.match(doc, /^[A-Z`].{10,}[^.]$/, `${selectors[0]} ${name}`);
  }
});

test('every operation has a description of whole sentences', () => {
  for (const { selectors, summary, description = '' } of OPERATION_LIST) {
    assert.match(summary, /^[A-Z].{2,60}[^.]$/, `${selectors[0]}`);
    for (const paragraph of description.split('\n\n')) assert.match(paragraph, /^[A-Z`].{50,}\.$/, `${selectors[0]}`);
  }
});

test('every property of every result has a description', () => {
  const schemas = openNamedSchemas();
  const nameless: string[] = [];
  const look = (schema: unknown, path: string) => {
    if (!isObject(schema)) return;
    for (const [name, property] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
      const { description, $ref } = property as Schema;
      if (description === undefined && $ref === undefined) nameless.push(`${path}.${name}`);
      look(property, `${path}.${name}`);
    }
    for (const each of [schema['items'], ...(Array.isArray(schema['anyOf']) ? schema['anyOf'] : [])]) look(each, path);
  };
  for (const { selectors, result } of OPERATION_LIST) if (result) look(schemas.add(result), selectors[0] ?? '');
  for (const [name, schema] of schemas.byName) look(schema, name);
  assert.deepEqual(nameless, []);
});

test('exactly the operations that write are refused to browsers that prefetch', () => {
  const writing = OPERATION_LIST.filter((operation) => operation.kind === 'json' && operation.writes);
  assert.deepEqual(
    writing,
    OPERATION_LIST.filter(({ errors }) => errors.includes('prefetch_refused')),
  );
  assert.ok(writing.length > 0);
});
