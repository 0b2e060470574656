/** One line of a figure: its target, its value, and a peer from the same run. A missed target makes the exit status 1. */
export function report(figure: {
  readonly name: string;
  readonly asked: string;
  readonly measured: string;
  readonly peer?: string;
  readonly isReached: boolean;
}): void {
  const { name, asked, measured, peer, isReached } = figure;
  console.log(
    `${isReached ? 'reached' : 'MISSED '}  ${name}: asked ${asked}, measured ${measured}${peer ? `; peer: ${peer}` : ''}`,
  );
  if (!isReached) process.exitCode = 1;
}

export const median = (values: readonly number[]) => percentile(values, 50);

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
