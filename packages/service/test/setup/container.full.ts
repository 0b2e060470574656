import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { readExecutable } from '../docs/page-blocks.ts';
import { freePort } from '../support/free-port.ts';
import { SAMPLE } from '../support/sample.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';
import { A_START, until } from '../support/until.ts';
import { readCompose } from './compose.ts';
import { type BuiltImage, buildImage, spawnIn, whyNoImage } from './container-build.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DELIVERED = (name: string) => `${ROOT}deploy/${name}`;

test('the page on containers builds the delivered file, publishes its port and runs commands that exist', () => {
  const [build = '', serve = '', run = ''] = readExecutable('operate/container.md').blocks[0]?.text.split('\n') ?? [];
  const file = /-t abs -f (\S+) \.$/.exec(build)?.[1] ?? '';
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
  assert.match(serve, new RegExp(`^podman run -p ${port}:${port} -v abs:/data abs$`));
  const [, folder = '', args = ''] = /^podman run -v abs:\/data -v [^:]+:([^:]+):ro abs (.+)$/.exec(run) ?? [];
  const asked = readCommandLine(args.split(' '));
  assert.ok(asked.kind === 'run');
  assert.deepEqual(asked.line.operands, [folder]);
});

describe('the image of the Containerfile', { skip: whyNoImage() }, () => {
  let image: BuiltImage & Disposable;
  before(() => {
    image = buildImage(DELIVERED('Containerfile'), ROOT);
  });
  after(() => image[Symbol.dispose]());

  const statusOf = async (address: string) =>
    await fetch(address).then(
      ({ status }) => status,
      () => 0,
    );
  const healthOf = async (more: Readonly<Record<string, string>>) => {
    const [status] = await once(spawnIn(image, image.healthCheck, more), 'exit');
    return status;
  };
  /** Starts the command of the image; resolves when it is ready. */
  async function start(port: string, more: Readonly<Record<string, string>>) {
    const service = spawnIn(image, image.command, { ...more, ABS_PORT: port, ABS_HOST: '127.0.0.1' });
    const said: string[] = [];
    service.stderr.on('data', (bytes) => said.push(String(bytes)));
    const ended = once(service, 'exit');
    await until(
      async () => service.exitCode !== null || (await statusOf(`http://127.0.0.1:${port}/ready`)) === 200,
      undefined,
      A_START,
    );
    assert.equal(service.exitCode, null, said.join(''));
    return { service, ended };
  }

  test('serves without root, reports its health and ends on SIGTERM', async () => {
    assert.notEqual(image.user, 'root');
    const port = String(await freePort());
    assert.equal(await healthOf({ ABS_PORT: port }), 1);
    const { service, ended } = await start(port, {});
    assert.equal(await healthOf({ ABS_PORT: port }), 0);
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    assert.match(status, /^Uid:\t10001\t/m);
    const { data } = await (await fetch(`http://127.0.0.1:${port}/node.do?about=true`)).json();
    assert.ok(data);
    service.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(readdirSync(`${image.root}/data/compile-cache`).length > 0);
  });

  test('answers alike in three nodes with the settings of compose.yaml, and callers do not notice that one stops', {
    skip: NO_POSTGRES ?? (NO_REDIS || NO_HAPROXY),
  }, async (context) => {
    const bucket = await startRadosgw();
    if (typeof bucket === 'string') return context.skip(bucket);
    await using stack = new AsyncDisposableStack();
    stack.use(bucket);
    const database = stack.use(await startPostgres());
    const redis = stack.use(await startRedis());
    await ask(database.url, 'CREATE ROLE abs LOGIN');
    await ask(database.url, 'CREATE DATABASE abs OWNER abs');
    for (const name of ['originals', 'derived']) await bucket.makeBucket(name);
    const settingsOf = (name: string) => ({
      ...withAddresses(readCompose().services[name]?.environment ?? {}, {
        'postgres:5432': `127.0.0.1:${new URL(database.url).port}`,
        'http://objects:8333': bucket.url,
        'redis://valkey:6379': redis.url,
      }),
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      ABS_DATA: `/data/${name}`,
    });
    cpSync(SAMPLE, `${image.root}/sample`, { recursive: true });
    const command = [...image.command.slice(0, -1), 'import', '/sample'];
    assert.deepEqual(await once(spawnIn(image, command, settingsOf('node1')), 'exit'), [0, null]);

    const ports: string[] = [];
    const nodes: Awaited<ReturnType<typeof start>>[] = [];
    for (const name of ['node1', 'node2', 'node3']) {
      const port = String(await freePort());
      const node = await start(port, settingsOf(name));
      stack.defer(() => void node.service.kill('SIGKILL'));
      ports.push(port);
      nodes.push(node);
      assert.equal(await healthOf({ ABS_PORT: port }), 0);
    }
    const balancer = stack.use(await startHAProxy(ports.map(Number)));
    const question = '/node.do?search=a&cache=false';
    const texts = await Promise.all(
      ports.map(async (port) => {
        const text = await (await fetch(`http://127.0.0.1:${port}${question}`)).text();
        return text.replaceAll(port, 'PORT');
      }),
    );
    assert.match(texts[0] ?? '', /"id":1000/);
    assert.equal(new Set(texts).size, 1);
    assert.equal(await statusOf(`${balancer.url}/asset.do?download=1000`), 200);

    const [first] = nodes;
    first?.service.kill('SIGTERM');
    const statuses = new Set<number>();
    let isOver = false;
    const over = first?.ended.then(() => {
      isOver = true;
    });
    while (!isOver) statuses.add(await statusOf(balancer.url + question));
    await over;
    assert.deepEqual([...statuses], [200]);
    assert.deepEqual(await first?.ended, [0, null]);
  });
});

/** Settings with addresses of this machine instead of those in the network of the containers. */
function withAddresses(
  settings: Readonly<Record<string, string>>,
  addresses: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(settings).map(([name, value]) => [
    name,
    Object.entries(addresses).reduce((text, [there, here]) => text.replace(there, here), value),
  ]);
  return Object.fromEntries(entries);
}

test('the S3 store of compose.yaml knows its key before it starts, and is ready only when its buckets are made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abs-objects-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  // Stands in for the program of SeaweedFS: a server that writes down what it finds, and a shell that makes buckets once
  // the test says so.
  const program = `#!/bin/sh
    case $1 in
      server) ls ${folder} > ${folder}/found; grep -c secret ${folder}/s3.json >> ${folder}/found; exec sleep 600 ;;
      shell) test -e ${folder}/may-make && grep create >> ${folder}/made ;;
    esac`;
  writeFileSync(join(folder, 'weed'), program, { mode: 0o755 });
  // A container that starts again has the files of its last run.
  writeFileSync(join(folder, 'ready'), '');
  const script = readCompose().services['objects']?.entrypoint?.at(-1) ?? '';
  const line = script.replaceAll('/tmp/', `${folder}/`);
  const env = { PATH: `${folder}:${process.env['PATH']}`, SECRET: 'a secret' };
  const store = spawn('sh', ['-c', line], { env, detached: true, stdio: 'ignore' });
  using _all = { [Symbol.dispose]: () => process.kill(-(store.pid ?? Number.NaN), 'SIGKILL') };
  const has = (name: string) => existsSync(join(folder, name));
  const text = (name: string) => (has(name) ? readFileSync(join(folder, name), 'utf8') : '');
  await until(() => /^\d+$/m.test(text('found')));
  assert.deepEqual(text('found').split('\n').slice(0, -1), ['found', 's3.json', 'weed', '1']);
  writeFileSync(join(folder, 'may-make'), '');
  await until(() => has('ready'));
  assert.equal(text('made'), 's3.bucket.create -name originals\ns3.bucket.create -name derived\n');
});
