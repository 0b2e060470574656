import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../core/test/support/free-port.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { readExecutable } from '../docs/page-blocks.ts';
import { type BuiltImage, buildImage, spawnIn, whyNoImage } from './container-build.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DELIVERED = (name: string) => `${ROOT}deploy/${name}`;

test('the page on containers builds the delivered file, publishes its port and runs commands that exist', () => {
  const page = readExecutable('operate/container.md').blocks.map(({ text }) => text);
  const [build = '', serve = ''] = page[0]?.split('\n') ?? [];
  const file = /-t abs -f (\S+) \.$/.exec(build)?.[1] ?? '';
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
  assert.match(serve, new RegExp(`^podman run -p ${port}:${port} -v abs:/data abs$`));
  const runs = [...page.join('').matchAll(/^podman run -v \S+:\/data -v [^:]+:([^: ]+)(?::ro)? abs (.+)$/gm)];
  assert.equal(runs.length, 3);
  for (const [, folder, args = ''] of runs) {
    const asked = readCommandLine(args.split(' '));
    assert.ok(asked.kind === 'run');
    assert.deepEqual(asked.line.operands, [folder]);
  }
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
