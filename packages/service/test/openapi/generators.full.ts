/** Clients that public generators make of `/openapi.json` compile strictly, and answer from the running service. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { install, noRegistry, run } from '../setup/packed.ts';
import { type RunningApp, startApp } from '../support/app.ts';

/** The newest TypeScript that every generator accepts. */
const TYPESCRIPT = 'typescript@5.9.3';
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

const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
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

const HEY_API = `
import { client } from './client/client.gen.js';
import * as abs from './client/index.js';

client.setConfig({ baseUrl: process.argv[2] ?? '', throwOnError: false });
const tree = await abs.nodeTree({ query: { tree: [-1], kind: 101, depth: 1 } });
const search = await abs.nodeSearch({ query: { search: '', search_file_category: [1, 2], paginate: 2 } });
const thumb = await abs.assetThumb({ query: { thumb: 1000 } });
const { error } = await abs.assetDetails({ query: { details: 424242 } });
const names = tree.data?.data.map(({ name }) => name);
const type = thumb.response?.headers.get('content-type');
console.log(JSON.stringify([names, search.data?.total, type, error?.code]));
`;

/** Generators with the packages that they and their clients need, in the versions that were tried, and a program. */
const GENERATORS = [
  {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    generate: ['openapi-typescript', 'openapi.json', '--output', 'schema.d.ts'],
    program: OPENAPI_FETCH,
  },
  {
    packages: ['@hey-api/openapi-ts@0.99.0'],
    generate: ['openapi-ts', '--input', 'openapi.json', '--output', 'client', '--client', '@hey-api/client-fetch'],
    program: HEY_API,
  },
] as const;

describe('generated clients', { skip: noRegistry() }, () => {
  const root = mkdtempSync(join(tmpdir(), 'abs-generators-'));
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  for (const { packages, generate, program } of GENERATORS) {
    test(`${packages[0]} makes a client that compiles strictly and gets answers`, async () => {
      const folder = join(root, generate[0]);
      await install(folder, TYPESCRIPT, NODE_TYPES, ...packages);
      const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
      write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['program.ts'] }));
      write('program.ts', program);
      write('openapi.json', await (await fetch(`${app.url}/openapi.json`)).text());
      await run(folder, 'npx', ['--no-install', ...generate]);
      await run(folder, 'npx', ['--no-install', 'tsc']);
      const printed = await run(folder, process.execPath, ['out/program.js', app.url]);
      assert.deepEqual(JSON.parse(printed), [['Archive'], 7, 'image/jpeg', 'asset_not_found']);
    });
  }
});
