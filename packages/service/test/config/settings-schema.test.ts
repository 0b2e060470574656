import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { settingsSchema } from '../../../../scripts/reference/settings.ts';
import { PER_ENDPOINT_KEYS } from '../../src/config/endpoint-settings.ts';
import { nest, openFolder } from './folder.ts';
import { samples } from './samples.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

const SAMPLES = Object.entries(samples(folder.path));
const accepts = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(settingsSchema());

/** True if the value has a text whose content decides, which no schema checks. */
function hasText(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.entries(value).some((entry) => entry.some(hasText));
  return typeof value === 'string';
}

test('the schema accepts every accepted value of a setting, also in an endpoint', () => {
  for (const [key, { good }] of SAMPLES) {
    for (const [json] of good) {
      const file = nest(key, json) as object;
      assert.ok(accepts(file), `${key} ${JSON.stringify(json)} ${JSON.stringify(accepts.errors)}`);
      assert.equal(accepts({ endpoints: { press: file } }), PER_ENDPOINT_KEYS.has(key), key);
    }
  }
});

test('the schema refuses every refused value but texts', () => {
  let refused = 0;
  for (const [key, { bad }] of SAMPLES) {
    for (const json of bad.filter((each) => !hasText(each))) {
      // Whether a list gives a value twice, or which keys an object needs together, is said by the program.
      if (accepts(nest(key, json)))
        assert.ok(typeof json === 'object' && json !== null, `${key} ${JSON.stringify(json)}`);
      else refused += 1;
    }
  }
  assert.ok(refused > 500, `${refused} values`);
});

test('a file may name its schema, and only by a text', async () => {
  assert.deepEqual(await folder.problems({ file: { $schema: './settings.schema.json', port: 1 } }), []);
  assert.ok(accepts({ $schema: './settings.schema.json', port: 1 }));
  const [problem] = await folder.problems({ file: { $schema: 1 } });
  assert.deepEqual([problem?.key, problem?.message], ['["$schema"]', '1 is not a text']);
  const [inEndpoint] = await folder.problems({ file: { endpoints: { press: { $schema: 'x' } } } });
  assert.match(inEndpoint?.message ?? '', /no such setting/);
});
