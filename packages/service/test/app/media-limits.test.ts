import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaLimits, shortWaitSeconds } from '../../src/app/media-limits.ts';
import { loadConfig } from '../../src/config/load.ts';

test('one group of settings limits pictures, conversions and films, on small and on large machines', () => {
  for (const [processes, films] of [
    [1, 1],
    [15, 1],
    [16, 2],
    [64, 8],
  ] as const) {
    const environment = { ABS_RENDER_PROCESSES: `${processes}`, ABS_RENDER_SECONDS: '5' };
    const config = loadConfig({ environment, directory: '/' });
    const limits = mediaLimits(config);
    assert.equal(limits.pictures.processes, processes);
    assert.deepEqual(limits.conversions, { processes, seconds: 60, megabytes: 2048, queue: 256 });
    assert.deepEqual(limits.films, { processes: films, seconds: 1800, megabytes: 1024, queue: 32 });
    assert.equal(shortWaitSeconds(config.overload), 15);
  }
});
