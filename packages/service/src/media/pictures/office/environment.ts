import type { OfficeTools } from './sandbox.ts';

/** The settings of Office conversion that a render process receives. */
export interface OfficeSetup extends OfficeTools {
  /** Timeout for one conversion. */
  readonly seconds: number;
}

/**
 * Returns the environment variables that pass the settings to a render process; empty if Office files can't be
 * converted.
 */
export function officeEnvironment(setup: OfficeSetup | undefined): Record<string, string> {
  return setup === undefined ? {} : { ABS_OFFICE: JSON.stringify(setup) };
}

/** Returns the settings that this process received; undefined if Office files can't be converted. */
export function officeSetup(): OfficeSetup | undefined {
  const told = process.env['ABS_OFFICE'];
  return told === undefined ? undefined : (JSON.parse(told) as OfficeSetup);
}
