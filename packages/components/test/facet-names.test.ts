import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { loadTexts } from '../src/texts/texts.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { facetNames } = await import('../src/facets/facet-names.ts');

/** Starts a service that names nodes. `answer` returns the status of the answer about a node, if need be after a while. */
async function openNodes(answer: (id: string) => Promise<number>) {
  const asked: string[] = [];
  const server = await startLocalServer(async (request, response) => {
    const id = new URL(request.url ?? '', 'http://host').searchParams.get('tree') ?? '';
    asked.push(id);
    const status = await answer(id);
    const data = status === 200 ? [{ id: Number(id), type: 103, name: `Node ${id}`, children: [] }] : null;
    const failure = status === 404 ? { message: 'no', code: 'node_not_found' } : { message: 'no', code: 'internal' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ version: 2, status, data, ...(status === 200 ? {} : failure) }));
  });
  const client = connect(server.url);
  const about = { facetFields: [], nodeTypes: [] } as unknown as Catalogue['about'];
  const names = facetNames({ client, about, say: await loadTexts('en') } as Catalogue);
  return { names, asked, [Symbol.asyncDispose]: server.close };
}

const filtersOf = (...values: readonly number[]) => [{ facet: 'node_103', values }];

test('a name that could not be loaded is requested again, but not that of a deleted node', async () => {
  let isFailing = true;
  await using service = await openNodes(async (id) => (id === '9' ? 404 : isFailing ? 500 : 200));
  const { names, asked } = service;
  await names.loadValues(filtersOf(7, 9));
  assert.equal(names.ofValue('node_103', 7), undefined);
  assert.equal(names.ofValue('node_103', 9), '9');
  isFailing = false;
  await names.loadValues(filtersOf(7, 9));
  assert.equal(names.ofValue('node_103', 7), 'Node 7');
  assert.equal(asked.filter((id) => id === '9').length, 1);
});
