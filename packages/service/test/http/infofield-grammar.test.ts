import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appForAll } from '../support/app.ts';
import fc from '../support/fast-check.ts';

/** Values that a field of the catalogue accepts, by its ID; `null` opens an end of a range. */
const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value.toFixed(3)),
  fc.constantFrom('1e21', '-2.5E-7', '0', '-0'),
);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const range = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    value.map((each) => [each]),
    fc.tuple(value, value).map((both) => [...both]),
    value.map((each) => ['null', each]),
    value.map((each) => [each, 'null']),
  );
const VALUES: Readonly<Record<number, fc.Arbitrary<readonly string[]>>> = {
  100: fc.array(fc.stringMatching(/^[^,\0]{1,12}$/), { minLength: 1, maxLength: 4 }),
  101: range(number),
  102: range(day),
  103: fc.array(fc.constantFrom('30', '31', '9999'), { minLength: 1, maxLength: 3 }),
  104: fc.constantFrom(['true'], ['false'], ['1'], ['0']),
  105: fc.array(fc.integer().map(String), { minLength: 1, maxLength: 4 }),
};
describe('search_infofield', () => {
  const app = appForAll();
  const ask = async (value: string) => {
    const answer = await fetch(`${app.url}/node.do?${new URLSearchParams({ search_infofield: value })}`);
    const envelope = (await answer.json()) as { readonly status: number; readonly message?: string };
    assert.equal(answer.status, envelope.status);
    return envelope;
  };

  test('accepts every valid value of a field, with spaces around', async () => {
    for (const [field, values] of Object.entries(VALUES))
      await fc.assert(
        fc.asyncProperty(values, fc.constantFrom('', ' '), async (given, space) => {
          const text = [field, ...given].join(`${space},${space}`);
          const { status, message } = await ask(text);
          // A text may hold no word at all.
          const isBlank = given.every((value) => value.trim() === '');
          assert.equal(status, isBlank ? 400 : 200, `${JSON.stringify(text)}: ${message}`);
        }),
        { numRuns: 20 },
      );
  });

  test('answers or refuses any text', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        const { status, message = '' } = await ask(text);
        assert.ok(status === 200 || ((status === 400 || status === 404) && message !== ''), `${status} ${message}`);
      }),
      { numRuns: 200 },
    ));
});
