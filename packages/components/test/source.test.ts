import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, type SystemInformation } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { Source } = await import('../src/grid/source.ts');

const PAGE = 100;

const answer = (status: number, content: object) => Response.json({ version: 2, status, ...content }, { status });

/** A service with 300 assets, whose page `broken` fails until it is mended. */
function openService() {
  const state = { broken: 0 };
  const fetch = async (address: RequestInfo | URL) => {
    const page = Number(new URL(String(address)).searchParams.get('page') ?? 1);
    if (page === state.broken) return answer(500, { data: null, message: 'no', code: 'internal' });
    const data = Array.from({ length: PAGE }, (_, index) => ({ id: (page - 1) * PAGE + index + 1 }));
    return answer(200, { data, total: 3 * PAGE });
  };
  return Object.assign(state, { client: connect('http://service.example/', { fetch }) });
}

test('what could not be loaded stays told while other parts of the list arrive, until it is there', async () => {
  const service = openService();
  const arrivals: number[] = [];
  let opened = false;
  const source = new Source({
    opened: () => {
      opened = true;
    },
    arrived: (first) => arrivals.push(first),
    changed: () => {},
  });
  const about = { maxPageSize: PAGE } as SystemInformation;
  source.open({ client: service.client, about, query: {}, fields: [] }, 0);
  await until(() => opened);
  service.broken = 2;
  source.show(PAGE, 2 * PAGE);
  await until(() => source.failure !== undefined);
  source.show(PAGE, 3 * PAGE);
  await until(() => arrivals.length === 1);
  assert.deepEqual(arrivals, [2 * PAGE]);
  assert.notEqual(source.failure, undefined);
  service.broken = 0;
  source.retry();
  source.show(PAGE, 3 * PAGE);
  await until(() => arrivals.length === 2);
  assert.equal(source.failure, undefined);
  source.close();
});
