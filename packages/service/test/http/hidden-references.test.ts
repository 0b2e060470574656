import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

/** A record that refers to a hidden node, and one without references. */
const CATALOGUE = {
  languages: ['en'],
  default_language: 'en',
  node_types: [{ id: 101, key: 'folder', name: 'Folder', permission: 'permission_defining' }],
  info_fields: [{ id: 1, name: 'See also', type: 'node_reference', on: ['asset'] }],
  groups: [
    { id: 1, name: 'Public' },
    { id: 2, name: 'Staff' },
  ],
  users: [{ id: 1, name: 'Service', groups: [1], service: true }],
  nodes: [
    { id: 1, type: 101, name: 'Open' },
    { id: 2, type: 101, name: 'Secret', access: [{ group: 2, view: true }] },
  ],
  assets: [
    { id: 10, name: 'refers.pdf', extension: 'pdf', pages: 7, nodes: [1], infofields: { 1: [2] } },
    { id: 11, name: 'plain.pdf', extension: 'pdf', pages: 7, nodes: [1] },
  ],
};

test('an asset that refers only to hidden nodes reads like one without references', async () => {
  await using app = await startApp({}, CATALOGUE);
  const valuesOf = async (id: number) => {
    const { data } = await (await fetch(`${app.url}/asset.do?downloadformats_for=${id}&infofields=1`)).json();
    return [data.infofields, data.infofields_raw];
  };
  assert.deepEqual(await valuesOf(10), [{}, {}]);
  assert.deepEqual(await valuesOf(11), [{}, {}]);
  // A document has exactly the pages that its record says.
  const statuses = await Promise.all([6, 7].map((page) => fetch(`${app.url}/asset.do?thumb=10&page=${page}`)));
  const codes = statuses.map(({ status }) => status);
  assert.deepEqual(codes, [200, 404]);
});
