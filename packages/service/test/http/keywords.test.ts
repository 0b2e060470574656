import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

const CATALOGUE = {
  languages: ['en'],
  default_language: 'en',
  node_types: [{ id: 103, key: 'keyword', name: 'Keyword', permission: 'non_permission_defining' }],
  users: [{ id: 1, name: 'Service', service: true }],
  nodes: [
    { id: 1, type: 103, name: 'Animals' },
    { id: 2, type: 103, name: 'Tools' },
    { id: 3, type: 103, parent: 1, name: 'Crane' },
    { id: 4, type: 103, parent: 2, name: 'Crane' },
  ],
  assets: [{ id: 10, name: 'crane.pdf', extension: 'pdf', nodes: [3, 4] }],
};

test('of keywords with the same name, the map has the first by path, and the list has all', async () => {
  await using app = await startApp({}, CATALOGUE);
  const query = 'details=10&details_keywords=true&details_keyword_list=true';
  const { data } = await (await fetch(`${app.url}/asset.do?${query}`)).json();
  assert.deepEqual(data.keywords, { Crane: 'Animals / Crane' });
  const paths = data.keyword_list.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths, ['Animals / Crane', 'Tools / Crane']);
});
