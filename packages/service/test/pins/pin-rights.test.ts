import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import type { Snapshot } from '../../src/catalogue/catalogue.ts';
import { withRightsOf } from '../../src/pins/pin-rights.ts';

test('a PIN gives only the formats that it names and that its creator may download', () => {
  for (const [allowed, given] of [
    ['*', [2, 3]],
    [new Set([1, 2]), [2]],
    [new Set([1]), []],
  ] as const) {
    const viewer = { downloadFormats: () => allowed } as unknown as Viewer;
    const restricted = withRightsOf({ assets: [], formats: [2, 3] }, { viewer, catalogue: {} as Snapshot });
    assert.deepEqual([...restricted.viewer.downloadFormats([])], given);
  }
});
