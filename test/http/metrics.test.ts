import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';
import { sampleFolder, serve } from '../threads/service.ts';

/** Values by name with labels, as Prometheus reads them. */
function parse(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('/metrics counts requests of all threads by operation and status', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, { ABS_THREADS: '2' });
  // Each connection may be of another thread.
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let i = 0; i < 20; i++) assert.equal(await ask('/node.do?search=a'), 200);
  for (let i = 0; i < 3; i++) assert.equal(await ask('/asset.do?thumb=1003'), 200);
  assert.equal(await ask('/asset.do?details=99'), 404);
  assert.equal(await ask('/nowhere'), 404);
  const answer = await fetch(`${service.url}/metrics`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const text = await answer.text();
  const values = parse(text);
  assert.equal(values.get('abs_requests_total{operation="node.do search",status="200"}'), 20);
  assert.equal(values.get('abs_requests_total{operation="asset.do thumb",status="200"}'), 3);
  assert.equal(values.get('abs_request_seconds_count{operation="node.do search"}'), 20);
  assert.equal(values.get('abs_request_seconds_bucket{operation="node.do search",le="+Inf"}'), 20);
  assert.ok((values.get('abs_result_cache_misses_total') ?? 0) >= 1);
  assert.ok((values.get('process_resident_memory_bytes') ?? 0) > 1e7);
  assert.match(text, /^# TYPE abs_requests_total counter$/m);
  assert.match(text, /^# TYPE abs_request_seconds histogram$/m);
  for (const [name, value] of values) assert.ok(!Number.isNaN(value) || name === 'process_open_fds', name);
});

test('/metrics can be switched off', async () => {
  await using app = await startApp({ ABS_METRICS_ENABLED: 'false' });
  assert.equal((await fetch(`${app.url}/metrics`)).status, 404);
});
