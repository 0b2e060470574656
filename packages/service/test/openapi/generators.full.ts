/** A client that a public generator makes of `/openapi.json`. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { install, noRegistry, run } from '../setup/packed.ts';
import { startApp } from '../support/app.ts';

/** The newest TypeScript that the generator accepts. */
const TYPESCRIPT = 'typescript@5.9.3';
const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'];
const NODE_TYPES = '@types/node@24.10.1';

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  outDir: 'out',
  rootDir: '.',
};

/** Begins beside its name, because the test of imports reads lines that begin with one. */
const PROGRAM = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const tree = await client.GET('/node.do/tree', { params: { query: { tree: [-1], kind: 101, depth: 1 } } });
const search = await client.GET('/node.do/search', {
  params: { query: { search: '', search_file_category: [1, 2], paginate: 2 } },
});
const thumb = await client.GET('/asset.do/thumb', { params: { query: { thumb: 1000 } }, parseAs: 'blob' });
const { error } = await client.GET('/asset.do/details', { params: { query: { details: 424242 } } });
const names = tree.data?.data.map(({ name }) => name);
const type = thumb.response.headers.get('content-type');
console.log(JSON.stringify([names, search.data?.total, type, error?.code]));
`;

test('openapi-typescript makes a client that compiles strictly and gets answers', { skip: noRegistry() }, async () => {
  const root = newFolder();
  await using app = await startApp();
  const folder = join(root, 'client');
  await install(folder, TYPESCRIPT, NODE_TYPES, ...PACKAGES);
  const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
  write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['program.ts'] }));
  write('program.ts', PROGRAM);
  write('openapi.json', await (await fetch(`${app.url}/openapi.json`)).text());
  await run(folder, 'npx', ['--no-install', 'openapi-typescript', 'openapi.json', '--output', 'schema.d.ts']);
  await run(folder, 'npx', ['--no-install', 'tsc']);
  const printed = await run(folder, process.execPath, ['out/program.js', app.url]);
  assert.deepEqual(JSON.parse(printed), [['Archive'], 7, 'image/jpeg', 'asset_not_found']);
});
