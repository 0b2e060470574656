import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { loadTexts } from '../src/texts/texts.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { facetNames } = await import('../src/facets/facet-names.ts');

test('a name that could not be loaded is requested again, but not that of a deleted node', async () => {
  const asked: string[] = [];
  let isFailing = true;
  await using server = await startLocalServer((request, response) => {
    const id = new URL(request.url ?? '', 'http://host').searchParams.get('tree') ?? '';
    asked.push(id);
    const failure = id === '9' ? ([404, 'node_not_found'] as const) : ([500, 'internal'] as const);
    const [status, code] = id === '9' || isFailing ? failure : [200, undefined];
    const data = code ? null : [{ id: Number(id), type: 103, name: `Node ${id}`, children: [] }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ version: 2, status, data, code, message: code }));
  });
  const about = { facetFields: [], nodeTypes: [] } as unknown as Catalogue['about'];
  const names = facetNames({ client: connect(server.url), about, say: await loadTexts('en') } as Catalogue);
  const filters = [{ facet: 'node_103', values: [7, 9] }];
  await names.loadValues(filters);
  assert.deepEqual([names.ofValue('node_103', 7), names.ofValue('node_103', 9)], [undefined, '9']);
  isFailing = false;
  await names.loadValues(filters);
  assert.equal(names.ofValue('node_103', 7), 'Node 7');
  assert.deepEqual(asked.toSorted(), ['7', '7', '9']);
});
