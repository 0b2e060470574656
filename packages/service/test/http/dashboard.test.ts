import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

const TEXT = readFileSync(new URL('../../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
const DASHBOARD = JSON.parse(TEXT) as { readonly panels: readonly Panel[] };
const EXPRESSIONS = DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Names followed by labels are metrics. */
const metricsOf = (text: string) => [...text.matchAll(/\b([a-z_]+)\{/g)].map(([, name = '']) => name);

test('the dashboard shows exactly the metrics of /metrics', async () => {
  await using app = await startApp();
  await (await fetch(`${app.url}/node.do?about=true`)).arrayBuffer();
  const told = await (await fetch(`${app.url}/metrics`)).text();
  const names = new Set([...told.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name));
  assert.ok(names.has('abs_request_seconds_bucket'));
  const shown = new Set(EXPRESSIONS.flatMap(metricsOf));
  // A service on one machine has neither a database server nor a store in S3 nor other nodes.
  assert.deepEqual([...shown].filter((name) => !names.has(name)).toSorted(), [
    'abs_clock_difference_seconds',
    ...['abs_coordination_failed_total', 'abs_coordination_reachable', 'abs_database_answered_total'],
    ...['abs_database_connections', 'abs_database_failed_total', 'abs_database_seconds_total', 'abs_database_waiting'],
    ...['abs_store_failed_total', 'abs_store_requests_total', 'abs_store_seconds_total'],
  ]);
  const unshown = [...names].filter((name) => !shown.has(name ?? ''));
  // The number of entries says less than their bytes.
  assert.deepEqual(unshown.toSorted(), ['abs_response_cache_entries', 'abs_result_cache_entries']);
  const labels = new Set([...TEXT.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label));
  // Labels of Prometheus, of servers that nodes share, and of stores in S3.
  for (const label of ['instance', 'server', 'store']) labels.delete(label);
  for (const label of labels) assert.match(told, new RegExp(`[{,]${label}="`), `label ${label}`);
});
