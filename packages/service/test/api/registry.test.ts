/** The declarations of the operations, from which the reference and the types of the client follow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNamedSchemas } from '../../../../scripts/openapi/schemas.ts';
import { isObject, type Schema } from '../../../core/src/domain/values.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';

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
  const refusing = OPERATION_LIST.filter(({ errors }) => errors.includes('prefetch_refused'));
  assert.deepEqual(writing, refusing);
  assert.ok(writing.length > 0);
});
