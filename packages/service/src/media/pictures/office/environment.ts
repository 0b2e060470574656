import type { OfficeTools } from './sandbox.ts';

/** What a render process is told of Office conversion. */
export interface OfficeSetup extends OfficeTools {
  /** Time for one conversion. */
  readonly seconds: number;
}

/** The variables that tell it; none where nothing converts. */
export function officeEnvironment(setup: OfficeSetup | undefined): Record<string, string> {
  return setup === undefined ? {} : { ABS_OFFICE: JSON.stringify(setup) };
}

/** What this process was told. */
export function officeSetup(): OfficeSetup | undefined {
  const told = process.env['ABS_OFFICE'];
  return told === undefined ? undefined : (JSON.parse(told) as OfficeSetup);
}
