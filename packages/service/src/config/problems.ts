/** Faults in the settings, and the reader that notes them with the place of each value. */
import { quote } from '../../../core/src/domain/errors.ts';
import type { Step, ValueReader } from '../../../core/src/domain/values.ts';

/** A fault in the settings. */
export interface Problem {
  /** Key path of the setting, for example `trustProxy[1]`. Empty if the fault concerns the whole source. */
  readonly key: string;
  /** The file, environment variable or option that contains the fault. */
  readonly source: string;
  /** What is wrong and what is accepted. Never contains the value of a secret. */
  readonly message: string;
}

/** Thrown when the settings are invalid. Contains all faults. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

function describeProblem({ key, source, message }: Problem): string {
  return key === '' ? `${source}: ${message}` : `${key}: ${message} (${source})`;
}

/**
 * Formats an invalid value for a message. Truncates texts to 100 characters and shows only the kind of lists and
 * objects, which may contain secrets.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

export interface Source {
  /** The file, environment variable or option. */
  readonly source: string;
  /** Base folder of relative paths. */
  readonly folder: string;
  /** Receives the faults. */
  readonly problems: Problem[];
}

/** The position of a setting while it is read. */
export class SettingReader implements ValueReader, Source {
  readonly source: string;
  readonly folder: string;
  readonly problems: Problem[];
  readonly path: Step[];
  /** True if the values below this position must never be shown. */
  readonly #isSecret: boolean;

  constructor({ source, folder, problems }: Source, path: readonly Step[] = [], isSecret = false) {
    this.source = source;
    this.folder = folder;
    this.problems = problems;
    this.path = [...path];
    this.#isSecret = isSecret;
  }

  /** Returns a reader at the same position whose values are never shown. */
  secret(): SettingReader {
    return new SettingReader(this, this.path, true);
  }

  /** Runs `work` with a step appended to the path. */
  at<T>(step: Step, work: () => T): T {
    this.path.push(step);
    const result = work();
    this.path.pop();
    return result;
  }

  wrong(value: unknown, expected: string): undefined {
    return this.report(`${this.#isSecret ? 'the value given' : showValue(value)} is not ${expected}`);
  }

  /** Adds a fault of the setting at this position. */
  report(message: string): undefined {
    this.problems.push({ key: keyOf(this.path), source: this.source, message });
    return undefined;
  }
}

/** Writes a path: `a.b` for a key, `a["b c"]` for a key that isn't a word, `a[1]` for an index. */
function keyOf(path: readonly Step[]): string {
  return path.reduce<string>((key, step) => {
    if (typeof step === 'number') return `${key}[${step}]`;
    if (!/^[\w-]{1,100}$/.test(step)) return `${key}[${quote(step)}]`;
    return key === '' ? step : `${key}.${step}`;
  }, '');
}
