import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type Schema } from '../../../core/src/domain/values.ts';

const document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'openapi.json', ...document });

/** The schema whose references mean parts of the document. */
function inDocument(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi.json#/'));
}

/** Every object of the document that has both an example and a schema. */
function exampled(value: unknown): readonly Schema[] {
  if (Array.isArray(value)) return value.flatMap(exampled);
  if (!isObject(value)) return [];
  const isOne = isObject(value['schema']) && ('example' in value || 'examples' in value);
  return [...(isOne ? [value] : []), ...Object.values(value).flatMap(exampled)];
}

test('every example in the document fits its schema', () => {
  const all = exampled(document.paths);
  assert.ok(all.length > 100, `${all.length} examples`);
  for (const { schema, example, examples } of all) {
    const check = ajv.compile(inDocument(schema));
    const values = isObject(examples) ? Object.values(examples).map((each) => (each as Schema)['value']) : [example];
    for (const value of values)
      assert.ok(check(value), `${JSON.stringify(value)}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(schema)}`);
  }
});

test('every operation has examples of its required parameters, and every alias is a parameter', () => {
  for (const [path, { get }] of Object.entries<{ get: Schema }>(document.paths)) {
    const parameters = get['parameters'] as readonly Schema[];
    for (const { name, required, example } of parameters)
      assert.ok(!required || example !== undefined, `${path} ${name}`);
    for (const { description } of parameters) {
      const alias = /Alias: `(\w+)`/.exec(String(description))?.[1];
      assert.ok(alias === undefined || parameters.some(({ name }) => name === alias), `${path} ${alias}`);
    }
  }
});
