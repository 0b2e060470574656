import { diagnose } from '../app/doctor/diagnose.ts';
import type { Diagnosis } from '../app/doctor/diagnosis.ts';
import type { CommandLine } from './command-line.ts';
import { loadServed } from './load-served.ts';

/** Runs `abs doctor`: prints what it finds. Returns 1 if something doesn't work. */
export async function run({ settings }: CommandLine): Promise<number> {
  const counts = { ok: 0, warning: 0, problem: 0 };
  for await (const finding of diagnose(loadServed(settings))) {
    counts[finding.state] += 1;
    console.log(linesOf(finding));
  }
  console.log(`${counts.problem} problems, ${counts.warning} warnings`);
  return counts.problem === 0 ? 0 : 1;
}

/** Width of the first two columns. */
const STATE_WIDTH = 9;
const PART_WIDTH = 14;

function linesOf({ state, part, text, remedy }: Diagnosis): string {
  const line = state.padEnd(STATE_WIDTH) + part.padEnd(PART_WIDTH) + text.replace(/\.$/, '');
  return remedy === undefined ? line : `${line}\n${' '.repeat(STATE_WIDTH + PART_WIDTH)}-> ${remedy}`;
}
