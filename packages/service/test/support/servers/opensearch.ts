/** Real nodes of OpenSearch, made of the libraries in Maven Central, for tests. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../../core/src/platform/find-program.ts';
import { freePort } from '../../../../core/test/support/free-port.ts';
import { temporaryFolder } from '../../../../core/test/support/temporary-folder.ts';
import { until } from '../../../../core/test/support/until.ts';

/** The oldest Java on which OpenSearch 3 runs. */
const MIN_JAVA = 21;
const RECIPE = join(import.meta.dirname, 'opensearch');
const LIBRARIES = join(homedir(), '.cache', 'abs-test', 'opensearch-3.9.0');
/** A node starts in three seconds on a quiet machine. */
const START = { patience: 600 } as const;
const HEAP_MEGABYTES = 384;

/** Why tests are skipped; false if Maven and a JDK are here. */
export const NO_OPENSEARCH: string | false =
  (javaHome() === undefined && `skipped: no JDK ${MIN_JAVA} at JAVA_HOME or in /usr/lib/jvm`) ||
  (findProgram('mvn') === undefined && 'skipped: mvn is not here');

function javaHome(): string | undefined {
  const homes = [process.env['JAVA_HOME'] ?? '', ...globSync('/usr/lib/jvm/*')];
  return homes.find((home) => existsSync(join(home, 'bin/javac')) && versionOf(home) >= MIN_JAVA);
}

function versionOf(home: string): number {
  const release = join(home, 'release');
  return existsSync(release) ? Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(release, 'utf8'))?.[1] ?? 0) : 0;
}

/** Downloads the libraries, unless they are here, and compiles the program. */
function prepare(home: string): void {
  const complete = join(LIBRARIES, '.complete');
  if (existsSync(complete)) return;
  mkdirSync(LIBRARIES, { recursive: true });
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${LIBRARIES}`];
  execFileSync('mvn', ['-B', '-q', '-f', join(RECIPE, 'pom.xml'), ...goal], {
    env: { ...process.env, JAVA_HOME: home },
  });
  execFileSync(join(home, 'bin/javac'), [
    '-cp',
    `${LIBRARIES}/*`,
    '-d',
    LIBRARIES,
    join(RECIPE, 'OpenSearchNode.java'),
  ]);
  cpSync(join(RECIPE, 'log4j2.properties'), join(LIBRARIES, 'log4j2.properties'));
  writeFileSync(complete, '');
}

export interface OpenSearchCluster extends AsyncDisposable {
  /** Addresses of the nodes, as `search.url` takes them. */
  readonly urls: readonly string[];
  /** Ends a node with SIGKILL. */
  kill(node: number): Promise<void>;
  /** Starts it again with its data. */
  restart(node: number): Promise<void>;
}

/** Starts nodes of one cluster, all of which may hold data. */
export async function startOpenSearch({ nodes = 1 } = {}): Promise<OpenSearchCluster> {
  const home = javaHome();
  if (home === undefined) throw new Error(String(NO_OPENSEARCH));
  prepare(home);
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(temporaryFolder());
  const ports = await Promise.all(
    Array.from({ length: nodes }, async () => [await freePort(), await freePort()] as const),
  );
  const together =
    nodes === 1
      ? ['discovery.type=single-node']
      : [
          `discovery.seed_hosts=${ports.map(([, transport]) => `127.0.0.1:${transport}`).join()}`,
          `cluster.initial_cluster_manager_nodes=${ports.map((_, place) => `n${place}`).join()}`,
          'cluster.fault_detection.follower_check.timeout=2s',
        ];

  function start(place: number) {
    const [http, transport] = ports[place] as readonly [number, number];
    const data = join(folder, `n${place}`);
    mkdirSync(data, { recursive: true });
    const child = spawn(
      join(home ?? '', 'bin/java'),
      [
        ...[`-Xms${HEAP_MEGABYTES}m`, `-Xmx${HEAP_MEGABYTES}m`, '--add-modules', 'jdk.incubator.vector'],
        ...['--enable-native-access=ALL-UNNAMED', `-Dlog4j2.configurationFile=${LIBRARIES}/log4j2.properties`],
        ...['-cp', `${LIBRARIES}:${LIBRARIES}/*`, 'OpenSearchNode', `path.home=${data}`, 'network.host=127.0.0.1'],
        ...[
          'cluster.name=test',
          `node.name=n${place}`,
          `http.port=${http}`,
          `transport.port=${transport}`,
          ...together,
        ],
      ],
      { stdio: 'ignore' },
    );
    return { child, ended: once(child, 'exit') };
  }

  const running = ports.map((_, place) => start(place));
  const kill = async (place: number) => {
    running[place]?.child.kill('SIGKILL');
    await running[place]?.ended;
  };
  stack.defer(async () => {
    await Promise.all(running.keys().map(kill));
    rmSync(folder, { recursive: true, force: true });
  });
  const isWhole = async (place: number) => {
    // Until each shard has its second copy again, another death would be that of the last one.
    const query = `wait_for_nodes=${nodes}&wait_for_status=green&timeout=1s`;
    const answer = await fetch(`http://127.0.0.1:${ports[place]?.[0]}/_cluster/health?${query}`).catch(() => undefined);
    return answer?.status === 200;
  };
  for (const place of running.keys()) await until(() => isWhole(place), `node ${place} does not start`, START);
  const owned = stack.move();
  return {
    urls: ports.map(([http]) => `opensearch+http://127.0.0.1:${http}`),
    kill,
    restart: async (place) => {
      running[place] = start(place);
      await until(() => isWhole(place), `node ${place} does not start again`, START);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
