import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { verifyTarget } from '../../src/auth/signed-address.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { run } from '../../src/cli/sign.ts';
import { copySample } from '../support/sample.ts';
import { abs } from './copy-world.ts';

describe('abs sign', () => {
  const data = newFolder();
  const settings = join(data, 'abs.config.json');
  before(async () => {
    await copySample(data);
    writeFileSync(join(data, 'sign.key'), 'k'.repeat(32));
    const keys = [{ id: '2026', secretFile: 'sign.key' }];
    writeFileSync(settings, JSON.stringify({ data: '.', sign: { keys, maxDays: 10 }, endpoints: { press: {} } }));
  });

  test('prints the address with a signature that the service accepts, and nothing else', async () => {
    const key = { id: '2026', secret: Buffer.from('k'.repeat(32)).toString('base64') };
    const earliest = Math.floor(Date.now() / 1000);
    for (const [address, written] of [
      ['/asset.do?thumb=1005', '/asset.do?thumb=1005'],
      [
        "https://Media.example/press/asset.do/play?play=1&img=a b'.jpg",
        'https://media.example/press/asset.do/play?play=1&img=a%20b%27.jpg',
      ],
    ] as const) {
      const options = '--user 2 --groups 2,1 --expires 7d --config'.split(' ');
      const { status, stdout, stderr } = await abs(['sign', address, ...options, settings]);
      assert.deepEqual([status, stderr], [0, '']);
      assert.ok(stdout.startsWith(`${written}&user=2&groups=2,1&expires=`) && stdout.endsWith('\n'), stdout);
      const { expires, ...as } = verifyTarget(stdout.trim().replace(/^https:\/\/[^/]+/, ''), [key]);
      assert.deepEqual(as, { user: 2, groups: [2, 1] });
      assert.ok(expires >= earliest + 7 * 86_400 && expires <= Date.now() / 1000 + 7 * 86_400);
    }
  });

  /** The message of the refusal of an address and options, in this process. */
  async function refusal(address: string, options = '--user 2 --expires 7d'): Promise<string> {
    const asked = readCommandLine(['sign', address, ...options.split(' '), '--config', settings]);
    assert.ok(asked.kind === 'run');
    return run(asked.line).then(
      () => assert.fail(`${address} ${options} is taken`),
      (error: Error) => error.message,
    );
  }

  test('refuses what the service would refuse, and says why', async () => {
    const none = 'the address is none of asset.do with thumb, preview, ';
    assert.match(await refusal('/dam/asset.do?thumb=1'), /; leave out the path that a proxy takes away$/);
    for (const [address, message] of [
      ['asset.do?thumb=1', '"asset.do?thumb=1" begins neither with http:// or https:// nor with one /'],
      ['//x/asset.do?thumb=1', '"//x/asset.do?thumb=1" begins neither with'],
      ['/asset.do', 'the address needs a path that begins with / and a query'],
      ['/asset.do?thumb=1#x', 'an address with #, '],
      ['https://me:pw@x/asset.do?thumb=1', 'an address with #, '],
      ['/asset.do?thumb=1&user=1', 'the address has the parameter user'],
      ['/asset.do?thumb=1&signature=S3CR3T', 'the address has the parameter signature'],
      ['/node.do?about=true', none],
      ['/asset.do?details=1', none],
      ['/asset.do?x=1', 'the address is refused: asset.do: no operation is named'],
    ] as const)
      assert.ok((await refusal(address)).startsWith(message), `${address}: ${await refusal(address)}`);
    for (const [options, message] of [
      ['--user ada --expires 7d', '--user ada is not a user ID'],
      ['--user 99 --expires 7d', 'the catalogue has no user 99, but 1 (Service), 2 (Ada)'],
      ['--user 2 --groups 2,99 --expires 7d', 'the catalogue has no group 99'],
      ['--user 2 --groups 2, --expires 7d', '--groups 2, is not a list of group IDs such as 3,12'],
      ['--user 2 --expires 11d', '--expires 11d is more than 10 days ahead, which sign.maxDays allows'],
      ['--user 2 --expires soon', '--expires soon is neither a date to come'],
    ] as const)
      assert.ok((await refusal('/asset.do?thumb=1', options)).startsWith(message), options);
    const keyless = readCommandLine(['sign', '/asset.do?thumb=1', '--user', '2', '--expires', '7d', '--data', data]);
    assert.ok(keyless.kind === 'run');
    await assert.rejects(run(keyless.line), {
      message: 'there is no key; give one in sign.keys, to the service as well',
    });
  });
});
