import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bundleSchema } from '../../../../../scripts/reference/bundle-schema.ts';
import type { Schema } from '../../../../core/src/domain/values.ts';
import fc, { forRuns } from '../../../../core/test/support/fast-check.ts';
import { FaultList } from '../../../src/transfer/bundle/faults.ts';
import * as objects from '../../../src/transfer/bundle/objects.ts';
import { Reading } from '../../../src/transfer/bundle/reading.ts';
import type { BundleType } from '../../../src/transfer/bundle/value-types.ts';
import { SAMPLE } from '../../support/sample.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const accepts = ajv.compile(bundleSchema());

/** Values that some key of a bundle takes, and others that look like them. */
const USUAL: readonly unknown[] = [
  ...[1, 0, -1, 1.5, 5, true, false, null, '', 'a', '*', ['*'], [], {}, [1], [0], ['asset'], ['x'], 'en', ['en', 'de']],
  ...['text', 'number', 'date', '2024-05-01', '2024-05-01T10:00:00Z', 'files/a.jpg', ['IMAGE'], 'jpg', { to: 'png' }],
  ...[{ en: 'a' }, { 'not a tag': 'a' }, { en: 1 }, { 1: 'a' }, { 1: [2] }, { 1: {} }, [{ id: 1 }], [{ date: 1 }]],
  ...[
    [{ group: 1 }],
    [{ group: 1, download: '*' }],
    [{ type: 'x', to: 1 }],
    [{ date: '2024-05-01' }],
    [{ version: 1 }],
  ],
];
const VALUES = fc.oneof(fc.constantFrom(...USUAL), fc.jsonValue({ maxDepth: 2 }));

function faultsOf(type: Pick<BundleType<unknown>, 'read'>, value: unknown): number {
  const faults = new FaultList();
  type.read(value, new Reading({ field: () => undefined }, faults));
  return faults.total;
}

/** An object with its required keys alone. */
function smallest(type: BundleType<unknown>, required: readonly string[]): object {
  let object = {};
  for (const key of required) {
    const candidates = USUAL.map((value) => ({ ...object, [key]: value }));
    object = candidates.reduce((best, each) => (faultsOf(type, each) < faultsOf(type, best) ? each : best));
  }
  return object;
}

test('the schema accepts the catalogue of the tests', () => {
  const document: object = JSON.parse(readFileSync(`${SAMPLE}/catalogue.json`, 'utf8'));
  assert.ok(accepts(document), JSON.stringify(accepts.errors?.slice(0, 3)));
  assert.ok(accepts({ $schema: './bundle.schema.json', ...document }));
});

for (const [name, type] of Object.entries<BundleType<unknown>>({ ...objects })) {
  test(`whatever ${name} the program accepts, the schema accepts, too, and it refuses unknown and missing keys`, () => {
    const fits = ajv.compile(type.schema);
    const { properties = {}, required = [] } = type.schema as { properties?: Schema; required?: readonly string[] };
    const keys = Object.keys(properties);
    const base = smallest(type, required);
    const entries = fc.array(fc.tuple(fc.nat(), VALUES), { maxLength: 2 });
    const objectsOf = entries.map((pairs) => ({
      ...base,
      ...Object.fromEntries(pairs.map(([place, value]) => [keys[place % keys.length], value])),
    }));
    let accepted = 0;
    forRuns(1000, keys.length === 0 ? VALUES : objectsOf, (value) => {
      if (faultsOf(type, value) > 0) return;
      accepted += 1;
      assert.ok(fits(value), `${JSON.stringify(value)} ${JSON.stringify(fits.errors)}`);
    });
    assert.ok(accepted > 5, `${accepted} values were accepted`);
    if (keys.length === 0) return;
    assert.equal(fits({ ...base, unknown: 1 }), false);
    assert.equal(fits({}), required.length === 0);
    assert.equal(fits([]), false);
  });
}
