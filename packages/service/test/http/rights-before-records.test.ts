/** What an operation reads of an asset that its caller may not view: as little as of one that does not exist. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBase } from '../../../columnar/src/build-base.ts';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import { IndexPublisher } from '../../../columnar/src/index-publisher.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { openMessages } from '../../../core/src/domain/messages.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import type { ContextWith, Services } from '../../src/api/operation.ts';
import type { Shape } from '../../src/api/params.ts';
import { parseQuery } from '../../src/api/query.ts';
import { readParams } from '../../src/api/read-params.ts';
import { selectOperation } from '../../src/api/select.ts';
import { RequestValidity } from '../../src/api/validity.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';
import type { Snapshot } from '../../src/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { recordsOf } from '../support/records.ts';
import { copySample, NOW } from '../support/sample.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const directory = newFolder();
await copySample(directory);
const catalogue = stack.use(openCatalogue({ directory }));
const source = stack.use(openIndexSource({ directory }));
const publisher = new IndexPublisher({ source, build: () => buildBase(source) });
const views = openViews(() => publisher.reach(), { waitSeconds: 60 });
const search = stack.use(openColumnarSearch({ catalogue, views }));

const model = (await catalogue.snapshot()).model;
const viewer = viewerFor(model, { id: model.users.keys().next().value, groups: [] });
const everyId = Array.from(await recordsOf(catalogue), ({ id }) => id);
const hidden = (await (await catalogue.snapshot()).assets(everyId))
  .filter(({ nodes }) => !viewer.canViewAsset(nodes))
  .map(({ id }) => id);
const shown = everyId.findLast((id) => !hidden.includes(id)) ?? 0;
const HIDDEN = hidden[0] ?? 0;
/** Ends with 2029, and is hidden from then on. */
const EXPIRED = 1000;
const MISSING = Math.max(...everyId) + 1000;

/** The reads of assets from the catalogue. */
let reads: string[] = [];
function counted<A extends unknown[], R>(name: string, read: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    reads.push(name);
    return read(...args);
  };
}
const snapshot = await catalogue.snapshot();
const watched: Snapshot = {
  ...snapshot,
  assets: counted('assets', snapshot.assets),
  outlines: counted('outlines', snapshot.outlines),
  versions: counted('versions', snapshot.versions),
  relations: counted('relations', snapshot.relations),
  publicUrls: counted('publicUrls', snapshot.publicUrls),
};
/** Any other call is one too many. */
const services = new Proxy({ search, rateLimiter: openExactRateLimiter(), now: () => NOW } as unknown as Services, {
  get: (own, name) => (name in own ? Reflect.get(own, name) : assert.fail(`${String(name)} was asked for`)),
});
const parentNode = [...model.trees.nodes()][0]?.id ?? 0;
const settings = loadConfig({
  options: { data: directory },
  environment: { ABS_PIN_PARENT_NODE: String(parentNode), ABS_VALIDITY_VIEW: 'hide' },
  directory,
});

/** The refusal of a request, and what was read for it. */
async function ask(endpoint: 'node.do' | 'asset.do' | 'pin.do' | 'review.do', text: string, now = NOW) {
  const query = parseQuery(text);
  const operation = selectOperation(OPERATION_LIST, endpoint, query);
  const context = {
    params: readParams(operation.params, query),
    locale: 'en',
    catalogue: watched,
    model,
    viewer,
    caller: {
      address: '192.0.2.1',
      endpoint: '',
      base: '/',
      checksOnly: false,
      isPrefetch: false,
      isSignedIn: false,
      addressToken: undefined,
    },
    settings,
    timeZone: 'UTC',
    messages: openMessages(),
    services,
    now,
    validity: new RequestValidity(viewer, { now, timeZone: 'UTC', settings }),
    startedAt: 0,
    signal: new AbortController().signal,
    onEnd: () => {},
  } as unknown as ContextWith<Shape>;
  reads = [];
  const refusal = await operation.handle(context).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { refusal: refusal instanceof ApiError ? refusal.code : refusal, reads };
}

const PATHS = [
  ['asset.do', 'details=#&details_links=true&details_versions=true&details_public_urls=true'],
  ['asset.do', 'thumb=#'],
  ['asset.do', 'preview=#&version=1'],
  ['asset.do', 'preview=#&type=pdf'],
  ['asset.do', 'play=#'],
  ['asset.do', 'stream=#'],
  ['asset.do', 'download=#'],
  ['asset.do', 'download=#,#&forcezip=true'],
  ['asset.do', `download=${shown},#`],
  ['asset.do', 'downloadformats_for=#&versions=true'],
  ['asset.do', 'relations=#'],
  ['node.do', 'relations=#'],
  ['node.do', 'relations=#&version=1'],
  ['review.do', 'get=#'],
  ['review.do', 'post=#&rating=3'],
  ['pin.do', 'create=#'],
  ['pin.do', `create=${shown},#`],
] as const;

test('the sample has a hidden and a visible asset for this user', () =>
  assert.ok(HIDDEN > 0 && shown > 0 && !viewer.seesEveryAsset));

for (const [endpoint, pattern] of PATHS) {
  test(`${endpoint}?${pattern}: for a hidden asset the catalogue reads nothing, just as for a missing one`, async () => {
    const of = (id: number, now?: number) => ask(endpoint, pattern.replaceAll('#', String(id)), now);
    assert.deepEqual(await of(HIDDEN), { refusal: 'asset_not_found', reads: [] });
    assert.deepEqual(await of(EXPIRED, Date.parse('2030-01-02')), { refusal: 'asset_not_found', reads: [] });
    assert.deepEqual(await of(MISSING), { refusal: 'asset_not_found', reads: [] });
  });
}

test('hidden assets of a list are not read', async () => {
  await ask('asset.do', `downloadformats_for=${shown},${HIDDEN}`);
  assert.deepEqual(reads, ['assets']);
});
