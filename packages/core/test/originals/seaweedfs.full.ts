/** Originals in the S3 store that deploy/compose.yaml starts. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { readCompose } from '../support/compose.ts';
import { startSeaweedFS } from '../support/servers/seaweedfs.ts';
import { SEAWEEDFS } from '../support/servers/wheels.ts';
import { originalsContract } from './originals.contract.ts';
import { opener, s3TransfersContract } from './s3-transfers.contract.ts';

const started = await startSeaweedFS();

if (typeof started === 'string') {
  test('originals in SeaweedFS', { skip: started }, () => {});
} else {
  const server = started;
  after(() => server[Symbol.asyncDispose]());

  const open = opener(server);
  originalsContract('SeaweedFS', async () => open());
  s3TransfersContract('SeaweedFS', server, open);

  describe('SeaweedFS: what compose.yaml relies on', () => {
    test('the image has the version that is tested here', () =>
      assert.ok(readCompose().services['objects']?.image.endsWith(`:${SEAWEEDFS.version}`)));

    test('of nodes that store an object under one name at the same time, one succeeds', async () => {
      for (let round = 0; round < 10; round += 1) {
        const path = `/originals/${randomUUID()}`;
        const headers = { 'if-none-match': '*' };
        const bodies = Array.from({ length: 8 }, (_, node) => `of node ${node}`);
        const statuses = await Promise.all(
          bodies.map(async (body) => (await server.fetch(path, { method: 'PUT', body, headers })).status),
        );
        const winners = bodies.filter((_, node) => statuses[node] === 200);
        assert.equal(winners.length, 1, statuses.join(' '));
        assert.equal(await (await server.fetch(path)).text(), winners[0]);
      }
    });
  });
}
