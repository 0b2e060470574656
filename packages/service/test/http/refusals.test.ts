/** Every declared parameter of every operation refuses the values that its kind refuses. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { OPERATION_LIST } from '../../src/app/registry.ts';
import { appForAll } from '../support/app.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { REQUESTS } from '../support/requests.ts';
import { sampleWithSound } from '../support/sample-with-sound.ts';

const BEYOND = '99999999999999999999';
/** Parameters whose limit is a setting or depends on the asset. */
const LIMITED = ['paginate', 'width', 'height', 'create days'];
/** Operations that need a user, whom this address doesn't know; `pins/own-links.test.ts` has their refusals. */
const OF_USERS = ['list', 'revoke'];

interface Envelope {
  readonly status: number;
  readonly data: unknown;
  readonly message?: string;
}

describe('refusals', () => {
  const sample = sampleWithSound();
  const app = appForAll({ ABS_PIN_PARENT_NODE: 1 }, sample.directory);
  after(() => sample[Symbol.dispose]());

  async function refusal(path: string): Promise<string> {
    const response = await fetch(app.url + path);
    const envelope = (await response.json()) as Envelope;
    assert.equal(response.status, 400, `${path}: ${JSON.stringify(envelope)}`);
    assert.deepEqual([envelope.data, response.headers.get('cache-control')], [null, 'no-store']);
    return envelope.message ?? '';
  }

  for (const { endpoint, selectors, params } of OPERATION_LIST) {
    const [selector = ''] = selectors;
    if (OF_USERS.includes(selector)) continue;
    const [valid = ''] = REQUESTS[`${endpoint} ${selector}`] ?? [];
    const base = `/${endpoint}?${valid}`;

    const without = (name: string) =>
      valid
        .split('&')
        .filter((pair) => !pair.startsWith(`${name}=`))
        .join('&');

    const isNeeded = params[selector]?.isRequired ?? false;
    test(`${endpoint}?${selector} answers, and ${isNeeded ? 'refuses its value missing' : 'needs no value'}`, async () => {
      const response = await fetchUntilReady(app.url + base);
      await response.arrayBuffer();
      assert.equal(response.status, 200);
      if (isNeeded) assert.match(await refusal(`/${endpoint}?${selector}=`), new RegExp(`^${selector}: `));
      else assert.equal((await fetch(`${app.url}/${endpoint}?${selector}=`)).status, 200);
    });

    for (const [name, param] of Object.entries(params)) {
      const isSelector = name === selector;
      const isList = param.schema['type'] === 'array';
      const schema = isList ? (param.schema['items'] as Record<string, unknown>) : param.schema;
      const kind = String(schema['type']);
      const isId = schema['format'] === 'int64' || name === 'download';

      test(`${endpoint}?${selector} refuses ${name} with brackets, given twice, or of another kind`, async () => {
        assert.match(await refusal(`${base}&${name}[]=1`), /brackets are not supported/);
        const given = (value: string) =>
          isSelector ? `/${endpoint}?${name}=${value}` : `/${endpoint}?${without(name)}&${name}=${value}`;
        if (!isList) assert.match(await refusal(`${given('1')}&${name}=1`), new RegExp(`^${name}: is given 2 times`));
        if (kind === 'string') return;
        const hasLimit =
          LIMITED.includes(name) || LIMITED.includes(`${selector} ${name}`) || 'enum' in schema || 'maximum' in schema;
        // An ID of more digits than any is unknown, and so large a number is more than any that counts.
        if (isId || (kind === 'integer' && !hasLimit)) {
          for (const sign of isId ? ['', '-', '%2B'] : ['']) {
            const { status } = await fetch(`${app.url}/${endpoint}?${without(name)}&${name}=${sign}${BEYOND}`);
            assert.ok(status === 200 || status === 404, String(status));
          }
        } else if (kind === 'integer') assert.match(await refusal(given(BEYOND)), new RegExp(`^${name}: `));
        for (const wrong of ['x', '1.5', '0x10', '1e3', '%00', '%F0%9F%8D%8E', '--1', '%2B1'])
          if (kind !== 'number' || !['1.5', '1e3'].includes(wrong))
            assert.match(await refusal(given(wrong)), new RegExp(`^${name}: `), wrong);
      });
      // A setting limits the number of downloads. Lists of few fixed values can't be so long, nor can lists whose names
      // exceed a query.
      const isShort =
        name === 'download' || 'enum' in Object(param.schema['items']) || (!param.isList && name.length > 12);
      if (isList && !isShort) {
        test(`${endpoint}?${selector} refuses more than 1,000 items of ${name}`, async () => {
          const items = Array.from({ length: 1001 }, (_, place) => (kind === 'string' ? `k${place}` : String(place)));
          const path = isSelector ? `/${endpoint}?` : `${base}&`;
          const whole = param.isList ? `${name}=${items.join(',')}` : items.map((item) => `${name}=${item}`).join('&');
          assert.match(await refusal(path + whole), /holds more than 1000 items/);
        });
      }
    }
  }
});
