import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { settingsOf } from '../../src/config/declare.ts';
import { PER_ENDPOINT_KEYS } from '../../src/config/endpoint-settings.ts';
import { variableOf } from '../../src/config/environment.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { at, nest, openFolder } from './folder.ts';
import { samples } from './samples.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

const SAMPLES = samples(folder.path);

test('every setting has samples, and every sample a setting', () =>
  assert.deepEqual(Object.keys(SAMPLES).toSorted(), [...settingsOf(DECLARATION).keys()].toSorted()));

test('every setting has an environment variable of its own', () => {
  const names = [...settingsOf(DECLARATION).keys()].map(variableOf);
  assert.equal(new Set(names).size, names.length);
});

for (const [key, { good, bad, texts, badTexts, needs }] of Object.entries(SAMPLES)) {
  test(`${key} accepts its values in the file`, async () => {
    for (const [json, held = json] of good) {
      const config = await folder.load({ file: nest(key, json), ...(needs && { environment: needs }) });
      assert.deepEqual(at(config, key), held, JSON.stringify(json));
    }
  });

  test(`${key} refuses other values in the file with its path, the file and what is accepted`, async () => {
    for (const json of bad) {
      const problems = await folder.problems({ file: nest(key, json) });
      assert.equal(problems.length, 1, `${JSON.stringify(json)} gives ${problems.length} problems`);
      assert.ok(problems[0]?.key.startsWith(key), problems[0]?.key ?? 'no problem');
      assert.equal(problems[0]?.source, 'abs.config.json');
      assert.match(problems[0]?.message ?? '', / is not /);
    }
  });

  test(`${key} accepts its values in ${variableOf(key)}, which overrides the file`, async () => {
    for (const [text, held] of texts) {
      const config = await folder.load({
        file: nest(key, good[0]?.[0]),
        environment: { ...needs, [variableOf(key)]: text },
      });
      assert.deepEqual(at(config, key), held, text);
    }
  });

  test(`${key} refuses other texts of ${variableOf(key)}`, async () => {
    for (const text of badTexts) {
      const problems = await folder.problems({ environment: { [variableOf(key)]: text } });
      assert.equal(problems.length, 1, `${text} gives ${problems.length} problems`);
      assert.ok(problems[0]?.key.startsWith(key), problems[0]?.key ?? 'no problem');
      assert.equal(problems[0]?.source, `environment variable ${variableOf(key)}`);
    }
  });
}

test('an endpoint may override every setting from serviceUser on, and none before it', async () => {
  for (const [key, { good, needs = {} }] of Object.entries(SAMPLES)) {
    const [json, held = json] = good.at(-1) ?? [];
    const file = { endpoints: { press: nest(key, json) } };
    if (PER_ENDPOINT_KEYS.has(key)) {
      const press = (await folder.load({ file, environment: needs })).endpoints.get('press');
      assert.ok(press);
      assert.deepEqual(at(press, key), held, key);
    } else {
      const problem = (await folder.problems({ file, environment: needs }))[0]?.key;
      assert.equal(problem, `endpoints.press.${key.split('.')[0]}`);
    }
  }
});
