import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFolder, serve } from '../app/breakable-service.ts';
import { metricsIn } from '../support/metrics.ts';

test('/metrics counts requests of all threads by operation and status', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, { ABS_THREADS: '2' });
  // Each connection may reach another thread.
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let i = 0; i < 20; i++) assert.equal(await ask('/node.do?search=a'), 200);
  for (let i = 0; i < 3; i++) assert.equal(await ask('/asset.do?thumb=1003'), 200);
  assert.equal(await ask('/asset.do?details=99'), 404);
  assert.equal(await ask('/asset.do?details=99&callback=f'), 200);
  assert.equal(await ask('/asset.do?details=x'), 400);
  assert.equal(await ask('/node.do?tree=1&depth=x'), 400);
  assert.equal(await ask('/node.do?tree=1&top=1'), 400);
  assert.equal(await ask('/nowhere'), 404);
  const answer = await fetch(`${service.url}/metrics`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const text = await answer.text();
  const values = metricsIn(text);
  assert.equal(values.get('abs_requests_total{operation="node.do search",status="200"}'), 20);
  assert.equal(values.get('abs_requests_total{operation="asset.do thumb",status="200"}'), 3);
  assert.equal(values.get('abs_requests_total{operation="asset.do details",status="404"}'), 1);
  assert.equal(values.get('abs_requests_total{operation="asset.do details",status="200"}'), 1);
  assert.equal(values.get('abs_requests_total{operation="asset.do details",status="400"}'), 1);
  assert.equal(values.get('abs_requests_total{operation="node.do tree",status="400"}'), 1);
  // Which of the two is meant is ambiguous.
  assert.equal(values.get('abs_requests_total{operation="other",status="400"}'), 1);
  assert.equal(values.get('abs_request_seconds_count{operation="node.do search"}'), 20);
  assert.equal(values.get('abs_request_seconds_bucket{operation="node.do search",le="+Inf"}'), 20);
  assert.ok((values.get('abs_result_cache_misses_total') ?? 0) >= 1);
  assert.ok((values.get('process_resident_memory_bytes') ?? 0) > 1e7);
  for (const queue of [
    ...['pictures', 'slow pictures', 'documents', 'looks into films', 'player pictures', 'films', 'conversions'],
  ]) {
    assert.equal(values.get(`abs_queue_length{queue="${queue}"}`), 0, queue);
    assert.equal(values.get(`abs_processes_busy{queue="${queue}"}`), 0, queue);
    assert.ok((values.get(`abs_processes_most{queue="${queue}"}`) ?? 0) >= 1, queue);
  }
  const { revision } = await (await fetch(`${service.url}/health`)).json();
  assert.equal(values.get('abs_catalogue_revision'), revision, 'not the highest of the threads');
  assert.equal(values.get('abs_catalogue_lag_seconds'), 0);
  assert.equal(values.get('abs_index_lag_revisions'), 0);
  assert.ok((values.get('abs_index_bytes') ?? 0) > 1000);
  assert.ok((values.get('abs_heap_bytes') ?? 0) > 1e6);
  assert.ok((values.get('process_uptime_seconds') ?? 0) > 0);
  // The two that are refused, and the first search of each thread, unless the system gave all connections to one.
  const computed = values.get('abs_results_computed_total') ?? 0;
  assert.ok(computed === 3 || computed === 4, `${computed} computed`);
  assert.ok((values.get('abs_response_cache_hits_total') ?? 0) >= 21 - computed);
  assert.match(text, /^# TYPE abs_requests_total counter$/m);
  assert.match(text, /^# TYPE abs_request_seconds histogram$/m);
  for (const [name, value] of values) assert.ok(!Number.isNaN(value) || name === 'process_open_fds', name);
});
