/** Heads of requests that one address never finishes: they lock nobody out, as they would without what each file delivers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import { ask } from './ask.ts';
import { delivered, lackOf, startNginx, startVarnish } from './proxy-programs.ts';
import { openRecorder } from './recorder.ts';

/** More than the programs below have room for, and than the limits by address allow. */
const HEADS = 800;

/** Opens connections from one address, and writes on each a head that never ends. */
function openAttack(port: number) {
  const open = new Set<Socket>();
  let cut = Promise.withResolvers<false>();
  return {
    /** Opens as many as are missing. Resolves once each is open or was refused. */
    press: async () => {
      const fresh = Array.from({ length: HEADS - open.size }, () =>
        connect({ host: '127.0.0.1', port, localAddress: '127.0.0.3' }),
      );
      for (const socket of fresh) {
        open.add(socket);
        socket
          .on('error', () => {})
          .resume()
          .write('GET / HTTP/1.1\r\nHost: a\r\nX: ');
        socket.on('close', () => open.delete(socket) && cut.resolve(false));
      }
      await Promise.all(
        fresh.map((socket) => new Promise<unknown>((done) => socket.once('connect', done).once('close', done))),
      );
    },
    size: () => open.size,
    /** Resolves to false when one of them is cut from now on. */
    cut: () => {
      cut = Promise.withResolvers();
      return cut.promise;
    },
    [Symbol.dispose]: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

type Start = (service: number) => Promise<AsyncDisposable & { readonly port: number }>;

/** How a program is started with what its file delivers against such heads, and without. */
interface Front {
  /** Gives up no head before the test ends. */
  readonly delivered: Start;
  readonly without: Start;
  /** Connections that one address may hold. */
  readonly most: number;
}

async function check({ delivered, without, most }: Front): Promise<void> {
  await using recorder = await openRecorder();
  /** False for whoever is refused, or answered no sooner than the program gives up a head. */
  const isServed = async (port: number, attack: ReturnType<typeof openAttack>) => {
    const answer = ask(port, '/node.do?about=true').then(
      ({ status }) => status === 200,
      () => false,
    );
    return await Promise.race([answer, attack.cut()]);
  };
  {
    await using proxy = await without(recorder.port);
    using attack = openAttack(proxy.port);
    await until(async () => {
      await attack.press();
      return !(await isServed(proxy.port, attack));
    }, 'the heads lock nobody out where nothing prevents it');
  }
  await using proxy = await delivered(recorder.port);
  using attack = openAttack(proxy.port);
  await attack.press();
  await until(() => attack.size() <= most);
  assert.equal(await isServed(proxy.port, attack), true);
}

const NGINX: Front = {
  delivered: async (service) =>
    await startNginx(service, await freePort(), [['client_header_timeout 10s', 'client_header_timeout 90s']]),
  without: async (service) =>
    await startNginx(service, await freePort(), [['worker_connections 73728', 'worker_connections 512']]),
  most: HEADS,
};
const ROOM = ['maxconn 4096', 'maxconn 512'] as const;
const timeOut = (seconds: number) => ['timeout http-request 10s', `timeout http-request ${seconds}s`] as const;
const LIMIT = /(?: {2}(?:stick-table|tcp-request connection) .*\n)+/.exec(delivered('haproxy.cfg'))?.[0] ?? 'none';
const HAPROXY: Front = {
  delivered: (service) => startHAProxy([service], [ROOM, timeOut(90)]),
  without: (service) => startHAProxy([service], [ROOM, timeOut(2), [LIMIT, '']]),
  most: 256,
};
/** Varnish has a thread for each head. */
const THREADS = ['thread_pools=1', 'thread_pool_max=512'];
const RULES = delivered('varnish.vcl').match(/ip6?tables .*/g) ?? [];
const VARNISH: Front = {
  without: async (service) => await startVarnish(service, await freePort(), THREADS),
  delivered: async (service) => {
    const port = await freePort();
    for (const rule of RULES) {
      const [program = '', ...args] = rule.replace('--dport 80', `--dport ${port}`).split(' ');
      assert.equal(spawnSync(program, args, { stdio: 'inherit' }).status, 0, rule);
    }
    return await startVarnish(service, port, [...THREADS, 'timeout_idle=90']);
  },
  most: 256,
};

/** Runs a command in a network of its own, whose firewall is nobody else's. */
const inOwnNetwork = (...command: readonly string[]) =>
  spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command], { encoding: 'utf8' });

function lackOfFirewall(): string | false {
  for (const program of ['varnishd', 'unshare', 'ip', 'iptables', 'ip6tables']) {
    const lack = lackOf(program);
    if (lack) return lack;
  }
  return inOwnNetwork('iptables', '-L').status !== 0 && 'skipped: no network of its own can be made here';
}

if (process.argv[2] === 'varnish') await check(VARNISH);
else {
  const name = (program: string) => `heads that one address never finishes lock nobody out: ${program}`;
  test(name('nginx'), { skip: lackOf('nginx') }, async () => {
    const [, connections] = /worker_connections (\d+);/.exec(delivered('nginx.conf')) ?? [];
    assert.ok(Number(connections) > 65_535, 'an address has at most 65,535 connections to a port');
    await check(NGINX);
  });
  test(name('HAProxy'), { skip: NO_HAPROXY }, () => check(HAPROXY));
  test(name('Varnish behind the firewall'), { skip: lackOfFirewall() }, () => {
    const { status, stderr } = inOwnNetwork(process.execPath, fileURLToPath(import.meta.url), 'varnish');
    assert.equal(status, 0, stderr);
  });
}
