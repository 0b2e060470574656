import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { planStrip } from '../../src/playback/strip.ts';

test('a strip covers its film in at most a hundred frames of at most 160 pixels', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  forAll(fc.double({ min: 0.001, max: 1e6, noNaN: true }), side, side, (durationSeconds, width, height) => {
    const plan = planStrip({ durationSeconds, width, height });
    assert.ok(plan);
    const pictures = Math.round(durationSeconds / plan.interval);
    assert.ok(pictures >= 1 && pictures <= 100 && plan.columns * plan.rows >= pictures);
    for (const pixels of [plan.width, plan.height]) assert.ok(pixels >= 2 && pixels <= 160 && pixels % 2 === 0);
    assert.equal(Math.floor((durationSeconds * 0.999) / plan.interval) < plan.columns * plan.rows, true);
  });
});

test('a film of unknown duration or shape has no strip', () => {
  assert.equal(planStrip({ durationSeconds: 0, width: 1, height: 1 }), undefined);
  assert.equal(planStrip({ durationSeconds: 1, width: 0, height: 1 }), undefined);
});
