import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCompose } from '../../../core/test/support/compose.ts';
import { freePort } from '../../../core/test/support/free-port.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { readExecutable } from '../docs/page-blocks.ts';
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

  const healthOf = async (more: Readonly<Record<string, string>>) => {
    const [status] = await once(spawnIn(image, image.healthCheck, more), 'exit');
    return status;
  };
  test('has at most 600 MB, and the version with the commit', (context) => {
    const bytes = Number(execFileSync('du', ['-sxb', image.root]).toString().split('\t')[0]);
    context.diagnostic(`${Math.round(bytes / 1e6)} MB`);
    assert.ok(bytes < 600e6, `${bytes}`);
    const version = readFileSync(join(image.root, 'opt/abs/dist/version.txt'), 'utf8');
    assert.match(version, /^\d+\.\d+\.\d+\+\d{4}-\d\d-\d\d\.[0-9a-f]{8}/);
  });

  test('draws from films', async () => {
    const line =
      'ffmpeg -v error -f lavfi -i testsrc=d=1 -f mp4 /tmp/a.mp4 && ffprobe -v error -show_format /tmp/a.mp4';
    const child = spawnIn(image, ['sh', '-c', line]);
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.match(printed, /^duration=1\.0/m, said);
  });

  test('serves without root, reports its health and ends on SIGTERM', async () => {
    assert.notEqual(image.user, 'root');
    const port = String(await freePort());
    assert.equal(await healthOf({ ABS_PORT: port }), 1);
    const service = spawnIn(image, image.command, { ABS_PORT: port, ABS_HOST: '127.0.0.1' });
    const said = text(service.stderr);
    const ended = once(service, 'exit');
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(async () => service.exitCode !== null || (await isReady()), undefined, A_START);
    if (service.exitCode !== null) assert.fail(await said);
    assert.equal(await healthOf({ ABS_PORT: port }), 0);
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    assert.match(status, /^Uid:\t10001\t/m);
    const { data } = await (await fetch(`http://127.0.0.1:${port}/node.do?about=true`)).json();
    assert.ok(data);
    service.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(readdirSync(`${image.root}/data/compile-cache`).length > 0);
  });
});

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
  const contentOf = (name: string) => (has(name) ? readFileSync(join(folder, name), 'utf8') : '');
  await until(() => /^\d+$/m.test(contentOf('found')), undefined, A_START);
  assert.deepEqual(contentOf('found').split('\n').slice(0, -1), ['found', 's3.json', 'weed', '1']);
  writeFileSync(join(folder, 'may-make'), '');
  await until(() => has('ready'), undefined, A_START);
  assert.equal(contentOf('made'), 's3.bucket.create -name originals\ns3.bucket.create -name derived\n');
});
