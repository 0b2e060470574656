import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileBuffers } from '../../src/http/response-cache/file-buffers.ts';

test('all threads together keep 16 MiB of buffers, and each at least one', () => {
  for (const threads of [1, 2, 3, 64, 100]) {
    const buffers = new FileBuffers(threads);
    const taken = Array.from({ length: 100 }, () => buffers.take());
    for (const buffer of taken) buffers.free(buffer);
    const again = new Set(taken.map(() => buffers.take()));
    const bytes = taken.reduce((sum, buffer) => sum + (again.has(buffer) ? buffer.buffer.byteLength : 0), 0);
    const most = Math.max(2 ** 24 / threads, 2 ** 18);
    assert.ok(bytes <= most && bytes > most - 2 ** 18, `${threads} threads: ${bytes}`);
  }
});
