/** Where caches may ignore tokens (`cache.shared`), no answer that they keep holds what opens the catalogue for its caller. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { OPERATION_LIST, PATH_OPERATIONS } from '../../src/app/registry.ts';
import { startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { importSample } from '../support/sample.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const CANARY = 's3cr3t/canary+1';
const IMAGE = 'iiif/image/3';

/** Requests for every operation, below a base address; each without what tells the caller. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  'node.do tree': ['tree=1'],
  'node.do id': ['id=2&pictures=100'],
  'node.do search': ['search=&pictures=100,200', 'search=&pictures=link&search_facets=2'],
  'node.do similar': ['similar=1000&pictures=100'],
  'node.do duplicates': ['duplicates=true&pictures=100'],
  'node.do top': ['top=5&pictures=100'],
  'node.do relations': ['relations=1000&pictures=100'],
  'node.do suggest': ['suggest=a'],
  'node.do changes': ['changes=NOW'],
  'node.do about': ['about=true'],
  'asset.do thumb': ['thumb=1000', 'thumb=1000&version=4'],
  'asset.do preview': ['preview=1000', `preview=${SOUND}&type=audio`, `preview=${SOUND}&type=audio&nojs=true`],
  'asset.do picture': ['picture=1000&width=100'],
  'asset.do play': [`play=${SOUND}`, `play=${SOUND}&nojs=true`, `play=${SOUND}&version=1&autoplay=true`],
  'asset.do stream': [`stream=${SOUND}`],
  'asset.do downloadformats': ['downloadformats=1'],
  'asset.do downloadformats_for': ['downloadformats_for=1000'],
  'asset.do download': ['download=1000', 'download=1000,1001'],
  'asset.do details': ['details=1000&pictures=100'],
  'asset.do hits': ['hits=1000&search=a'],
  'asset.do infofield': ['infofield=-1'],
  'asset.do assettype': ['assettype=true'],
  'asset.do file_categories': ['file_categories=true'],
  'asset.do properties': ['properties=true'],
  'asset.do relations': ['relations=1000'],
  'asset.do string': ['string=category.image'],
  'pin.do create': ['create=1000', 'create=1000&redirect=true'],
  'pin.do list': ['list=true'],
  'pin.do revoke': ['revoke=AAAAAAAAAAAA'],
  'review.do get': ['get=1000'],
  'review.do post': ['post=1000&rating=3'],
  'iiif image base': [`${IMAGE}/1000`, `${IMAGE}/1000;page=0;version=4`],
  'iiif image info': [`${IMAGE}/1000/info.json`, `${IMAGE}/1000;page=0;version=4/info.json`],
  'iiif image': [`${IMAGE}/1000/full/max/0/default.jpg`, `${IMAGE}/1000;page=0;version=4/full/max/0/default.jpg`],
  'iiif manifest': ['iiif/presentation/3/asset/1000/manifest', `iiif/presentation/3/asset/${SOUND}/manifest`],
  'iiif collection': ['iiif/presentation/3/node/2'],
  'iiif collection part': ['iiif/presentation/3/node/2/part/1'],
  'iiif discovery': ['iiif/discovery/1/collection'],
  'iiif discovery page': ['iiif/discovery/1/page/1'],
  oembed: [`oembed?url=ORIGIN/shared/asset.do?play=${SOUND}%26token=${encodeURIComponent(encodeURIComponent(CANARY))}`],
};

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
    assert.deepEqual(Object.keys(REQUESTS).toSorted(), all.toSorted());
    const keyed = new Set<string>();
    for (const [name, paths] of Object.entries(REQUESTS)) {
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
