import { report } from '../report.ts';

/** Reports a figure; a missed one ends the run with status 1. */
export function figure(line: Parameters<typeof report>[0]): void {
  report(line);
  if (!line.isReached) process.exitCode = 1;
}

/** Reports why a figure is missing. */
export function notMeasured(name: string, why: string): void {
  console.log(`not measured: ${name}: ${why}`);
}
