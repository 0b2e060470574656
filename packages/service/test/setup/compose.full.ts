/** What deploy/compose.yaml starts: its settings, and its commands with the programs themselves. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { addressOf, DEPLOY, PASSWORD, readCompose } from '../../../core/test/support/compose.ts';
import { loadConfig } from '../../src/config/load.ts';
import { NO_HAPROXY } from '../support/servers/haproxy.ts';
import { stepsOf } from './container-build.ts';

const FILE = readCompose();
const { haproxy } = FILE.services;
const NODES = Object.entries(FILE.services).filter(([name]) => /^node\d$/.test(name));
/** Work that runs at SIGTERM ends within this time after the drain, see `cli/serve.ts`. */
const GRACE_SECONDS = 8;
const path = (name: string) => fileURLToPath(new URL(name, DEPLOY));

function temporaryFolder(): Disposable & { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'abs-compose-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

test('three nodes have settings that the program accepts, an address and data of their own, and time to drain', () => {
  assert.equal(NODES.length, 3);
  const steps = stepsOf(readFileSync(path('Containerfile'), 'utf8'));
  const volume = steps.findLast(({ name }) => name === 'VOLUME')?.text;
  const [subnet = ''] = FILE.networks.abs.ipam.config.map((each) => each.subnet);
  const places = NODES.map(([name, node]) => {
    const { environment = {}, volumes, stop_grace_period } = node;
    const config = loadConfig({ options: {}, environment, directory: '/' });
    assert.equal(config.catalogue.url, 'postgres://abs@postgres:5432/abs');
    assert.equal(environment['PGPASSWORD'], PASSWORD);
    assert.deepEqual([config.originals.url, config.derived.url], ['s3://originals/abs', 's3://derived/abs']);
    assert.equal(new URL(config.originals.endpoint ?? '').hostname, 'objects');
    assert.equal(config.coordination.url, 'redis://valkey:6379');
    assert.deepEqual(config.trustProxy, [haproxy && addressOf(haproxy)]);
    assert.ok(Number.parseInt(stop_grace_period ?? '', 10) > config.drain.seconds + GRACE_SECONDS, name);
    assert.equal(volumes?.[0], `${name}:${volume}`);
    return addressOf(node);
  });
  assert.equal(new Set(places).size, NODES.length);
  const network = subnet.replace(/0\/24$/, '');
  for (const place of [...places, haproxy && addressOf(haproxy)]) assert.ok(place?.startsWith(network), String(place));
});

test('HAProxy accepts the configuration that its command makes, which names the nodes and the published port', {
  skip: NO_HAPROXY,
}, () => {
  using folder = temporaryFolder();
  const [shell = '', option = '', script = ''] = haproxy?.entrypoint ?? [];
  // Stands in for the program, which checks the file instead of serving.
  const check = `#!/bin/sh\nexec ${findProgram('haproxy')} -c "$@"\n`;
  writeFileSync(join(folder.path, 'haproxy'), check, { mode: 0o755 });
  const here = script.replaceAll('/tmp/', `${folder.path}/`).replaceAll('/abs/', path('.'));
  const env = { PATH: `${folder.path}:${process.env['PATH']}` };
  execFileSync(shell, [option, here], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const made = readFileSync(join(folder.path, 'haproxy.cfg'), 'utf8');
  const servers = [...made.matchAll(/^ {2}server (\S+) (\S+):(\d+)$/gm)].map((found) => found.slice(1));
  const port = /ABS_PORT=(\d+)/.exec(readFileSync(path('Containerfile'), 'utf8'))?.[1];
  const expected = NODES.map(([name, node]) => [name, addressOf(node), port]);
  assert.deepEqual(servers, expected);
  const [published] = haproxy?.ports ?? [];
  assert.equal(/^ {2}bind :(\d+)$/m.exec(made)?.[1], published?.split(':').at(-1));
  assert.match(published ?? '', /^127\.0\.0\.1:/);
});
