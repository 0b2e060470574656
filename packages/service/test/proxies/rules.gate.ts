import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { readExecutable } from '../docs/page-blocks.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import {
  delivered,
  type FrontProxy,
  lackOf,
  startNginx,
  startNginxOfPage,
  startNginxWithOriginals,
  startVarnish,
} from './proxy-programs.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { RULES } from './rules.ts';

const PAGE = 'guides/caches-and-proxies.md';
const SHOWN = readExecutable(PAGE).blocks.find(({ language }) => language === 'nginx')?.text ?? '';

const CONFIGURATIONS = [
  { file: 'nginx.conf', program: 'nginx', startProxy: startNginx, isCache: true },
  { file: 'nginx-accel.conf', program: 'nginx', startProxy: startNginxWithOriginals, isCache: false },
  { file: 'varnish.vcl', program: 'varnishd', startProxy: startVarnish, isCache: true },
  {
    file: PAGE,
    program: 'nginx',
    startProxy: (service: number, port: number) => startNginxOfPage(SHOWN, service, port),
    isCache: false,
  },
] as const;

test('nginx counts an IPv4 address alone, and the addresses of an IPv6 network (/64) together', () => {
  const network = `20010db8${'0'.repeat(8)}`;
  for (const file of ['nginx.conf', 'nginx-accel.conf', 'nginx-nodes.conf']) {
    const [, pattern = 'none'] = /map \$binary_remote_addr [^"]*"~([^"]+)"/.exec(delivered(file)) ?? [];
    const counted = (hex: string) => {
      const bytes = Buffer.from(hex, 'hex').toString('latin1');
      return Object.values(new RegExp(pattern).exec(bytes)?.groups ?? {})[0] ?? bytes;
    };
    assert.equal(counted(`${network}${'0'.repeat(15)}1`), counted(`${network}0002000300040a0a`), file);
    assert.notEqual(counted('0a000001'), counted('0a000002'), file);
  }
});

for (const { file, program, startProxy, isCache } of CONFIGURATIONS) {
  describe(file, { skip: lackOf(program) }, () => {
    let recorder: Recorder;
    let proxy: FrontProxy;
    before(async () => {
      recorder = await openRecorder();
      proxy = await startProxy(recorder.port, await freePort());
    });
    after(async () => {
      await proxy[Symbol.asyncDispose]();
      await recorder[Symbol.asyncDispose]();
    });
    const configuration = file === PAGE ? SHOWN : delivered(file);
    for (const [name, check] of Object.entries(RULES))
      test(name, () => check({ port: proxy.port, recorder, isCache, configuration }));
  });
}

test('haproxy.cfg: of cookies, those of people who sign in reach a node, and no others', {
  skip: NO_HAPROXY,
}, async () => {
  await using recorder = await openRecorder();
  await using haproxy = await startHAProxy([recorder.port]);
  await until(async () => (await fetch(`${haproxy.url}/node.do`)).status === 200);
  const check = RULES['of cookies, those of people who sign in reach the service, each time, and no others'];
  assert.ok(check);
  await check({ port: haproxy.port, recorder, isCache: false, configuration: delivered('haproxy.cfg') });
});
