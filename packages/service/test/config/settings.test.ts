import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { settingsOf } from '../../src/config/declare.ts';
import { PER_ENDPOINT_KEYS } from '../../src/config/endpoint-settings.ts';
import { variableOf } from '../../src/config/environment.ts';
import type { Problem } from '../../src/config/problems.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { at, nest, openFolder } from './folder.ts';
import { type Sample, samples } from './samples.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

const SAMPLES = samples(folder.path);

test('every setting has samples, and every sample a setting', () =>
  assert.deepEqual(Object.keys(SAMPLES).toSorted(), [...settingsOf(DECLARATION).keys()].toSorted()));

test('every setting has an environment variable of its own', () => {
  const names = [...settingsOf(DECLARATION).keys()].map(variableOf);
  assert.equal(new Set(names).size, names.length);
});

/** A test of every setting: one for each would take longer to report than to run. */
const ofEach = (title: string, check: (key: string, sample: Sample) => Promise<void>) =>
  test(`every setting ${title}`, async () => {
    for (const [key, sample] of Object.entries(SAMPLES)) await check(key, sample);
  });

/** Asserts that there is one problem, with the key of the setting and this source. */
function assertRefused(problems: readonly Problem[], key: string, source: string, given: string): void {
  assert.equal(problems.length, 1, `${key}: ${given} gives ${problems.length} problems`);
  assert.ok(problems[0]?.key.startsWith(key), `${key}: ${problems[0]?.key}`);
  assert.equal(problems[0]?.source, source);
}

ofEach('accepts its values in the file', async (key, { good, needs }) => {
  for (const [json, held = json] of good) {
    const config = await folder.load({ file: nest(key, json), ...(needs && { environment: needs }) });
    assert.deepEqual(at(config, key), held, `${key}: ${JSON.stringify(json)}`);
  }
});

ofEach('refuses other values in the file with its path, the file and what is accepted', async (key, { bad }) => {
  for (const json of bad) {
    const problems = await folder.problems({ file: nest(key, json) });
    assertRefused(problems, key, 'abs.config.json', JSON.stringify(json));
    assert.match(problems[0]?.message ?? '', / is not /);
  }
});

ofEach('accepts its values in its variable, which overrides the file', async (key, { good, texts, needs }) => {
  for (const [text, held] of texts) {
    const environment = { ...needs, [variableOf(key)]: text };
    const config = await folder.load({ file: nest(key, good[0]?.[0]), environment });
    assert.deepEqual(at(config, key), held, `${key}: ${text}`);
  }
});

ofEach('refuses other texts of its variable', async (key, { badTexts }) => {
  for (const text of badTexts) {
    const problems = await folder.problems({ environment: { [variableOf(key)]: text } });
    assertRefused(problems, key, `environment variable ${variableOf(key)}`, text);
  }
});

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
      // Of a group that has some, the key is refused, else the group.
      assert.ok(problem === `endpoints.press.${key}` || problem === `endpoints.press.${key.split('.')[0]}`, key);
    }
  }
});
