import { after, before, describe, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { delivered, type FrontProxy, lackOf, startNginx, startNginxWithOriginals, startVarnish } from './programs.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { RULES } from './rules.ts';

const CONFIGURATIONS = [
  { file: 'nginx.conf', program: 'nginx', startProxy: startNginx, isCache: true },
  { file: 'nginx-accel.conf', program: 'nginx', startProxy: startNginxWithOriginals, isCache: false },
  { file: 'varnish.vcl', program: 'varnishd', startProxy: startVarnish, isCache: true },
] as const;

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
    for (const { name, check } of RULES) {
      test(name, () => check({ port: proxy.port, recorder, isCache, configuration: delivered(file) }));
    }
  });
}
