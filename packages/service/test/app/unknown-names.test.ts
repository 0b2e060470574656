import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { loadModules } from '../../src/app/named-files.ts';
import { warningsOfSettings } from '../../src/app/settings-warnings.ts';
import { findUnknownNames } from '../../src/app/unknown-names.ts';
import { findWrongDefaults } from '../../src/app/wrong-defaults.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openDatabase } from '../../src/catalogue/sqlite/database.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { loadConfig } from '../../src/config/load.ts';
import { startApp } from '../support/app.ts';

interface Health {
  readonly status: string;
  readonly namesUnknown?: number;
  readonly revision?: number;
}

async function healthOf(url: string): Promise<Health> {
  const response = await fetch(`${url}/health`);
  assert.equal(response.status, 200);
  return (await response.json()) as Health;
}

test('unknown names in settings are reported with their setting, once for all endpoints that inherit it', async () => {
  const secretFile = join(newFolder(), 'secret');
  writeFileSync(secretFile, `whsec_${Buffer.alloc(32).toString('base64')}`);
  const environment = {
    ABS_DEFAULT_LANGUAGE: 'fr',
    ABS_SERVICE_USER: '987',
    ABS_PIN_PARENT_NODE: '9999',
    ABS_PIN_FORMATS: '1,77',
    ABS_ASSET_INFOFIELDS: '101,998',
    ABS_ASSET_NAME_FIELD: '996',
    // A field of nodes.
    ABS_ASSET_ALT_FIELD: '106',
    ABS_NODE_INFOFIELDS: '106,997',
    ABS_FACETS_FIELDS: 'node_101,node_99',
    ABS_LANGUAGES: 'de,xx',
    ABS_SIGN_IN_GROUPS: '{"editors": 2, "others": 98}',
    ABS_WEBHOOKS: JSON.stringify([{ id: 'shop', url: 'https://shop.example/', secretFile, user: 986 }]),
    ABS_ENDPOINTS: JSON.stringify({ press: { serviceUser: 2, roots: { 101: [2, 31], 99: [2] }, formats: [2, 78] } }),
  };
  await using app = await startApp(environment);
  await using catalogue = openCatalogue({ directory: app.data });
  const config = loadConfig({ options: {}, environment, directory: app.data });
  const lines = findUnknownNames(config, (await catalogue.snapshot()).model);
  const facets = ['fileCategory', 'fileExtensions', 'assetType', 'node_101', 'node_103'];
  const facetLine = lines.find((line) => line.startsWith('facets.fields'));
  const wrong = new RegExp(`^facets\\.fields: the catalogue has no facet node_99; .*${facets.join('.*')}`);
  assert.match(facetLine ?? '', wrong);
  const others = lines.filter((line) => line !== facetLine).map((line) => line.slice(0, line.indexOf(';')));
  assert.deepEqual(others, [
    ...['defaultLanguage: the catalogue has no language fr', 'signIn.groups: the catalogue has no group 98'],
    ...['webhooks.shop: the catalogue has no user 986', 'serviceUser: the catalogue has no user 987'],
    ...['languages: the catalogue has no language xx'],
    ...['asset.infofields: the catalogue has no information field of assets 998'],
    ...['asset.nameField: the catalogue has no information field of assets 996'],
    ...['asset.altField: the catalogue has no information field of assets 106'],
    ...['node.infofields: the catalogue has no information field of nodes 997'],
    ...['pin.parentNode: the catalogue has no node 9999', 'pin.formats: the catalogue has no download format 77'],
    ...['endpoints.press.formats: the catalogue has no download format 78'],
    ...['endpoints.press.roots: the catalogue has no node type 99'],
    ...['endpoints.press.roots.101: the catalogue has no node 31 of type 101'],
  ]);
  // The log has their names; /health gives only their number.
  const { namesUnknown: count, ...rest } = await healthOf(app.url);
  assert.equal(count, lines.length);
  assert.deepEqual(Object.keys(rest).toSorted(), ['missing', 'revision', 'status', 'version']);
  // Requests without a token are still answered.
  assert.equal((await fetch(`${app.url}/node.do?about=true`)).status, 200);
});

test('a short secret, and settings of a base address that count for the whole service, are warned of', () => {
  const weak = { token: { verifier: 'jwt', jwt: { secret: 'short' } }, render: { seconds: 5 } };
  const config = loadConfig({ environment: { ABS_ENDPOINTS: JSON.stringify({ weak }) }, directory: '/' });
  assert.deepEqual(warningsOfSettings(config), [
    'endpoints.weak.token.jwt.secret has less than 32 bytes: tokens can be forged by trying',
    'endpoints.weak.render.seconds has no effect: render.seconds counts for the whole service',
  ]);
});

test('a name is no longer reported once the catalogue has it', async () => {
  await using app = await startApp({ ABS_SERVICE_USER: 987 });
  assert.equal((await healthOf(app.url)).namesUnknown, 1);
  await using writer = openCatalogueWriter({ directory: app.data });
  await writer.change((changes) => changes.put('user', { id: 987, name: 'Late', groups: [], isService: false }));
  assert.equal((await healthOf(app.url)).namesUnknown, 0);
});

test('an unreadable catalogue keeps /health at 200, without the properties read from it', async () => {
  await using app = await startApp();
  assert.equal(typeof (await healthOf(app.url)).revision, 'number');
  {
    using database = openDatabase(app.data);
    database.exec('ALTER TABLE state RENAME TO unreadable');
  }
  const { status, ...rest } = await healthOf(app.url);
  assert.equal(status, 'ok');
  assert.deepEqual(Object.keys(rest).toSorted(), ['missing', 'version']);
});

test('modules that cannot be loaded are one error, with a line and the reason of each', async () => {
  const directory = join(import.meta.dirname, 'nowhere');
  const config = loadConfig({
    options: { data: directory },
    environment: { ABS_SEARCH_PROVIDER: 'search.js', ABS_DOWNLOAD_FILE_NAMES: 'names.js' },
    directory,
  });
  const error = await loadModules(config).catch((reason: unknown) => reason);
  assert.ok(error instanceof AggregateError);
  const named = error.message.split('\n').map((line) => /^\S+: \S+(?:search|names)\.js can't be loaded/.test(line));
  assert.deepEqual(named, [true, true]);
  for (const each of error.errors) assert.ok(each instanceof Error && each.cause instanceof Error, String(each));
});

function problemsOf(defaults: Readonly<Record<string, string>>) {
  const environment = { ABS_ENDPOINTS: JSON.stringify({ press: { defaults } }) };
  return findWrongDefaults(loadConfig({ environment, directory: '/nonexistent' }));
}

test('defaults that operations accept are right, under the alias of a parameter, too', () =>
  assert.deepEqual(problemsOf({ extended: 'true', recursive: 'false', locale: 'de', nodeTypeId: '101' }), []));

test('a default of a parameter that no operation has is a problem, and so is a value that all refuse', () => {
  assert.deepEqual(problemsOf({ nosuch: '2', extended: 'maybe', locale: 'de' }), [
    { key: 'endpoints.press.defaults.nosuch', source: 'settings', message: 'no operation has such a parameter' },
    {
      key: 'endpoints.press.defaults.extended',
      source: 'settings',
      message: 'extended: "maybe" is not a boolean (true, false, 1 or 0)',
    },
  ]);
});
