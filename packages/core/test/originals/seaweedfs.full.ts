/** Originals in the S3 store that deploy/compose.yaml starts. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openOriginalsS3, type S3Originals } from '../../src/originals/s3.ts';
import { readCompose } from '../support/compose.ts';
import { startSeaweedFS } from '../support/servers/seaweedfs.ts';
import { SEAWEEDFS } from '../support/servers/wheels.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { originalsContract } from './originals.contract.ts';
import { s3TransfersContract } from './s3-transfers.contract.ts';

const started = await startSeaweedFS();

if (typeof started === 'string') {
  test('originals in SeaweedFS', { skip: started }, () => {});
} else {
  const server = started;
  after(() => server[Symbol.asyncDispose]());

  /** A store with a cache of its own. */
  function open(
    url = `s3://originals/${randomUUID()}`,
    options: { readonly staleMilliseconds?: number } = {},
  ): S3Originals {
    const folder = newFolder();
    const s3 = server.settings(url);
    const report = (trouble: Error) => assert.fail(trouble);
    const store = openOriginalsS3({ s3, directory: join(folder, 'cache'), megabytes: 64, report, ...options });
    const close = async () => {
      await store[Symbol.asyncDispose]();
    };
    return { ...store, [Symbol.asyncDispose]: close };
  }

  originalsContract('SeaweedFS', async () => open());
  s3TransfersContract('SeaweedFS', { server, bucket: 'originals', open });

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
