/** Memory and handles of a process over time, and how fast they grow. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const rssOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

/** A process with all its descendants, at one moment. */
export interface ProcessState {
  /** Memory of the process alone. */
  readonly rssBytes: number;
  /** The same with its descendants. */
  readonly treeRssBytes: number;
  /** Open files and sockets of the process. */
  readonly handles: number;
  readonly sockets: number;
  readonly children: number;
}

/** Undefined without /proc. */
export function processState(pid: number): ProcessState | undefined {
  try {
    const tree = treeOf(pid);
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    return {
      rssBytes: rssOf(pid),
      treeRssBytes: tree.reduce((sum, each) => sum + rssOf(each), 0),
      handles: links.length,
      sockets: links.filter((link) => link.startsWith('socket:')).length,
      children: tree.length - 1,
    };
  } catch {
    return undefined;
  }
}

/** The process and all its descendants. */
function treeOf(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid)) parents.set(pid, parentOf(pid));
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) as number));
  return [...parents.keys()].filter(isBelow);
}

/** 0 if it has ended in the meantime. */
function parentOf(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name in brackets may contain anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** A value, and how far a run had come: its time in seconds, or its answers. */
export type Point = readonly [at: number, value: number];

/** Growth per second or answer: the median of the slopes between all pairs (Theil and Sen), which single peaks do not move. */
export function slopeOf(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [i, [t1, v1]] of points.entries()) {
    for (const [t2, v2] of points.slice(i + 1)) if (t2 !== t1) slopes.push((v2 - v1) / (t2 - t1));
  }
  slopes.sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/** The rise from the first point to the last, by the slope. */
export function growthOf(points: readonly Point[]): number {
  const [first, last] = [points.at(0), points.at(-1)];
  return first && last ? slopeOf(points) * (last[0] - first[0]) : 0;
}
