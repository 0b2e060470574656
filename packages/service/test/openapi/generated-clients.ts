/** Programs that use generated clients: each calls the same ten operations, and prints what it received as JSON. */

/** What every program prints, with the sample catalogue. */
export interface Received {
  readonly tree: readonly string[];
  readonly content: number;
  readonly search: number;
  readonly suggest: readonly string[];
  readonly tokenRequired: boolean;
  readonly details: string;
  readonly infofield: string;
  readonly formats: number;
  readonly thumb: string;
  readonly refusal: string;
}

/** A generator with the packages that it and its clients need, in the versions that were tried. */
export interface Generator {
  readonly packages: readonly string[];
  /** Arguments of `npx` that make the client of `openapi.json`. */
  readonly generate: readonly string[];
  readonly program: string;
}

const OPENAPI_FETCH = `
  import createClient from 'openapi-fetch';
  import type { paths } from './schema.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

function given<T>({ data }: { data?: T }): T {
  if (data === undefined) throw new Error('no data');
  return data;
}

const tree = given(await client.GET('/node.do/tree', { params: { query: { tree: [-1], kind: 101, depth: 1 } } }));
const content = given(await client.GET('/node.do/id', { params: { query: { id: 2, paginate: 2 } } }));
const search = given(await client.GET('/node.do/search', { params: { query: { search: '', search_file_category: [1, 2], paginate: 2 } } }));
const suggest = given(await client.GET('/node.do/suggest', { params: { query: { suggest: 'app' } } }));
const about = given(await client.GET('/node.do/about', { params: { query: {} } }));
const details = given(await client.GET('/asset.do/details', { params: { query: { details: 1000, details_links: true } } }));
const infofield = given(await client.GET('/asset.do/infofield', { params: { query: { infofield: [101, 102] } } }));
const formats = given(await client.GET('/asset.do/downloadformats', { params: { query: { downloadformats: ['-1'] } } }));
const thumb = await client.GET('/asset.do/thumb', { params: { query: { thumb: 1000 } }, parseAs: 'blob' });
const { error } = await client.GET('/asset.do/details', { params: { query: { details: 424242 } } });
console.log(JSON.stringify({
  tree: tree.data.map(({ name }) => name),
  content: content.total,
  search: search.total,
  suggest: suggest.data,
  tokenRequired: about.data.tokenRequired,
  details: details.data.name,
  infofield: Object.keys(infofield.data).join(),
  formats: formats.data.length,
  thumb: thumb.response.headers.get('content-type'),
  refusal: error?.code,
}));
`;

const HEY_API = `
  import { client } from './client/client.gen.js';
  import * as abs from './client/index.js';

client.setConfig({ baseUrl: process.argv[2] ?? '', throwOnError: false });

function given<T>({ data }: { data?: T | undefined }): T {
  if (data === undefined) throw new Error('no data');
  return data;
}

const tree = given(await abs.nodeTree({ query: { tree: [-1], kind: 101, depth: 1 } }));
const content = given(await abs.nodeId({ query: { id: 2, paginate: 2 } }));
const search = given(await abs.nodeSearch({ query: { search: '', search_file_category: [1, 2], paginate: 2 } }));
const suggest = given(await abs.nodeSuggest({ query: { suggest: 'app' } }));
const about = given(await abs.nodeAbout());
const details = given(await abs.assetDetails({ query: { details: 1000, details_links: true } }));
const infofield = given(await abs.assetInfofield({ query: { infofield: [101, 102] } }));
const formats = given(await abs.assetDownloadformats({ query: { downloadformats: ['-1'] } }));
const thumb = await abs.assetThumb({ query: { thumb: 1000 } });
const { error } = await abs.assetDetails({ query: { details: 424242 } });
console.log(JSON.stringify({
  tree: tree.data.map(({ name }) => name),
  content: content.total,
  search: search.total,
  suggest: suggest.data,
  tokenRequired: about.data.tokenRequired,
  details: details.data.name,
  infofield: Object.keys(infofield.data).join(),
  formats: formats.data.length,
  thumb: thumb.response?.headers.get('content-type'),
  refusal: error?.code,
}));
`;

const OAZAPFTS = `
  import * as abs from './client.js';

abs.defaults.baseUrl = process.argv[2] ?? '';

function given<R extends { status: number; data?: unknown }>(response: R): Extract<R, { status: 200 }> {
  if (response.status !== 200) throw new Error('status ' + response.status);
  return response as Extract<R, { status: 200 }>;
}

const tree = given(await abs.nodeTree([-1], { kind: 101, depth: 1 })).data;
const content = given(await abs.nodeId(2, { paginate: 2 })).data;
const search = given(await abs.nodeSearch({ search: '', searchFileCategory: [1, 2], paginate: 2 })).data;
const suggest = given(await abs.nodeSuggest('app')).data;
const about = given(await abs.nodeAbout()).data;
const details = given(await abs.assetDetails(1000, { detailsLinks: true })).data;
const infofield = given(await abs.assetInfofield([101, 102])).data;
const formats = given(await abs.assetDownloadformats(['-1'])).data;
const thumb = given(await abs.assetThumb(1000));
const refused = await abs.assetDetails(424242);
console.log(JSON.stringify({
  tree: tree.data.map(({ name }) => name),
  content: content.total,
  search: search.total,
  suggest: suggest.data,
  tokenRequired: about.data.tokenRequired,
  details: details.data.name,
  infofield: Object.keys(infofield.data).join(),
  formats: formats.data.length,
  thumb: thumb.headers.get('content-type'),
  refusal: refused.status === 404 ? refused.data.code : '',
}));
`;

/** Generators of clients by name. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript with openapi-fetch': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    generate: ['openapi-typescript', 'openapi.json', '--output', 'schema.d.ts'],
    program: OPENAPI_FETCH,
  },
  '@hey-api/openapi-ts': {
    packages: ['@hey-api/openapi-ts@0.99.0'],
    generate: ['openapi-ts', '--input', 'openapi.json', '--output', 'client', '--client', '@hey-api/client-fetch'],
    program: HEY_API,
  },
  oazapfts: {
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    generate: ['oazapfts', 'openapi.json', 'client.ts'],
    program: OAZAPFTS,
  },
};
