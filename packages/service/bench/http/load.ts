/** Load from wrk (maximum rate) and h2load (fixed rate). */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { run } from '../renditions/programs.ts';
import { percentile } from '../report.ts';

export const CONNECTIONS = 64;

/** Runs a program on one core, or on any. */
export function pinned(
  core: number | undefined,
  program: string,
  args: readonly string[],
): [string, readonly string[]] {
  return core === undefined ? [program, args] : ['taskset', ['-c', String(core), program, ...args]];
}

export interface Rate {
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

/** Requests at the maximum rate. */
export async function asFastAsItGoes(
  url: string,
  options: {
    readonly seconds: number;
    readonly core?: number;
    readonly headers?: readonly string[];
    readonly script?: string;
    readonly connections?: number;
  },
): Promise<Rate> {
  const { seconds, core, headers = [], script, connections = CONNECTIONS } = options;
  // Some peers take seconds for a search.
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '30s'];
  const said = await run(
    ...pinned(core, 'wrk', [
      ...args,
      ...headers.flatMap((header) => ['-H', header]),
      ...(script === undefined ? [] : ['-s', script]),
      url,
    ]),
  );
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(said);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p50Milliseconds: percentileIn(said, 50),
    p99Milliseconds: percentileIn(said, 99),
  };
}

/** Writes a script of wrk that requests these paths one after the other, to `path`, which is returned. */
export function writeScript(path: string, paths: readonly string[]): string {
  writeFileSync(
    path,
    `local paths = {${paths.map((each) => JSON.stringify(each)).join(',')}}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
`,
  );
  return path;
}

function percentileIn(said: string, percent: number): number {
  const [, value = '', unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(said) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

export interface SteadyLoad {
  /** Answers a second, by status. */
  readonly perSecond: ReadonlyMap<number, number>;
  readonly p99Milliseconds: ReadonlyMap<number, number>;
}

/**
 * So many requests a second over so many connections, whatever the answers take. `urls` holds one a line.
 */
export async function steadily(
  folder: string,
  urls: string,
  options: {
    readonly perSecond: number;
    readonly seconds: number;
    readonly connections: number;
    readonly core?: number;
    /** Processes that share the load and start one after the other, because the connections of one all send at the same moment. */
    readonly programs?: number;
  },
): Promise<SteadyLoad> {
  const { perSecond, seconds, connections, core, programs = 1 } = options;
  const own = Math.round(connections / programs);
  const rate = perSecond / programs / own;
  const times = new Map<number, number[]>();
  const runOne = async (program: number) => {
    await setTimeout((program / programs / rate) * 1000);
    const log = join(folder, `h2load-${program}.log`);
    rmSync(log, { force: true });
    const args = ['--h1', '-t1', `-c${own}`, `-D${seconds}`, `--rps=${rate.toFixed(3)}`];
    await run(...pinned(core, 'h2load', [...args, `--log-file=${log}`, '-i', urls]));
    for (const line of readFileSync(log, 'utf8').split('\n')) {
      const [, status, microseconds] = line.split('\t').map(Number);
      if (status === undefined || microseconds === undefined) continue;
      times.getOrInsertComputed(status, () => []).push(microseconds / 1000);
    }
  };
  await Promise.all(Array.from({ length: programs }, (_, program) => runOne(program)));
  return {
    perSecond: new Map([...times].map(([status, all]) => [status, all.length / seconds])),
    p99Milliseconds: new Map([...times].map(([status, all]) => [status, percentile(all, 99)])),
  };
}
