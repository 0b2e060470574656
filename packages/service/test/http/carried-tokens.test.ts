/** Where caches may ignore tokens (`cache.shared`), no answer that they keep holds what opens the catalogue for its caller. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { OPERATION_LIST, PATH_OPERATIONS } from '../../src/app/registry.ts';
import { startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { REQUESTS } from '../support/requests.ts';
import { importSample } from '../support/sample.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const CANARY = 's3cr3t/canary+1';
const OEMBED = `oembed?url=ORIGIN/shared/asset.do?play=${SOUND}%26token=${encodeURIComponent(encodeURIComponent(CANARY))}`;
/** Of no such link, and of a node with few assets. */
const REFUSED = ['pin.do revoke', 'iiif collection part'];

/** What opens something for whoever has it: a token, however it is written, or a signature. */
const KEY = /canary|signature/;

describe('a base address whose tokens caches may ignore', () => {
  const app = openForAll(async () => {
    using sample = sampleWithSound();
    const token = { verifier: 'static', tokens: [{ token: CANARY, user: 2 }] };
    const settings = {
      ABS_SIGN_KEYS: JSON.stringify([{ id: 'k', secretFile: 'own.key' }]),
      ABS_PIN_PARENT_NODE: '1',
      ABS_ENDPOINTS: JSON.stringify({ shared: { token, cache: { browserSeconds: 30, shared: true } } }),
    };
    return await startNode(settings, async (data) => {
      writeFileSync(join(data, 'own.key'), 'k'.repeat(32));
      await importSample(data, sample.directory);
    });
  });

  async function ask(name: string, path: string, isInAddress: boolean) {
    const below = name.includes('.do ') ? `${name.split(' ', 1)[0]}?${path}` : path.replace('ORIGIN', app.url);
    const token = `${below.includes('?') ? '&' : '?'}token=${encodeURIComponent(CANARY)}`;
    const headers = isInAddress ? {} : { authorization: `Bearer ${CANARY}` };
    const answer = await fetch(`${app.url}/shared/${below}${isInAddress ? token : ''}`, {
      headers,
      redirect: 'manual',
    });
    const text = [...answer.headers].join('\n') + (await answer.text());
    const header = (name: string) => answer.headers.get(name) ?? '';
    const [location, caching] = [header('location'), header('cache-control')];
    return { status: answer.status, caching, location, isKey: KEY.test(text) };
  }

  test('no shared cache may keep an answer with a token or a signature, and no redirect has one', async () => {
    const all = [
      ...OPERATION_LIST.map((each) => `${each.endpoint} ${each.selectors[0]}`),
      ...PATH_OPERATIONS.map(({ name }) => name),
    ];
    assert.deepEqual(Object.keys({ ...REQUESTS, oembed: OEMBED }).toSorted(), all.toSorted());
    const keyed = new Set<string>();
    for (const [name, paths] of Object.entries({ ...REQUESTS, oembed: [OEMBED] })) {
      for (const path of paths) {
        for (const isInAddress of [true, false]) {
          const { status, caching, location, isKey } = await ask(name, path, isInAddress);
          assert.doesNotMatch(location, KEY, path);
          assert.ok(status < 400 !== REFUSED.includes(name), `${path} ${status}`);
          if (isKey) {
            keyed.add(name);
            assert.match(caching, /^(?:private\b|no-store$)/, `${path} ${isInAddress}`);
          }
        }
      }
    }
    for (const name of ['asset.do play', 'asset.do preview', 'node.do search', 'asset.do details'])
      assert.ok(keyed.has(name), name);
  });
});
