import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { JsonError, parseJson } from '../../../core/src/domain/json-text.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import { type Declaration, isSetting, settingsOf } from './declare.ts';
import { ENDPOINT_DECLARATION, PER_ENDPOINT_KEYS } from './endpoint-settings.ts';
import { readEnvironment, withoutOwnVariables } from './environment.ts';
import { pagesThatConflict } from './page-settings.ts';
import { picturesThatLack } from './picture-combinations.ts';
import { ConfigError, type Problem, SettingReader, type Source } from './problems.ts';
import { type Given, readObject, readSetting } from './read.ts';
import { type Config, DECLARATION } from './settings.ts';
import { signInThatLacks } from './sign-in-combinations.ts';
import { readCommonVariables, storesThatConflict } from './store-combinations.ts';
import { findUnreadableFiles } from './unreadable-files.ts';
import { verifiersThatLack } from './verifiers.ts';

/** Settings that commands accept as options. */
const OPTION_KEYS = ['data', 'host', 'port'] as const;

/** Options of a command line as they were written. */
export interface SettingOptions extends Partial<Readonly<Record<(typeof OPTION_KEYS)[number], string>>> {
  /** Path of the configuration file. If given, the file must exist; the default file may be missing. Null reads none. */
  readonly config?: string | null;
}

const DEFAULT_FILE = 'abs.config.json';
const SETTINGS = settingsOf(DECLARATION);

/**
 * Loads the settings: defaults, overridden by the file, the environment and the options, in this order. Throws a
 * ConfigError with all faults. Nothing else reads `process.env`.
 */
export function loadConfig({
  options = {},
  environment = process.env,
  directory = process.cwd(),
  checksFiles = false,
  readsBucket = false,
  findFurther = () => [],
}: {
  readonly options?: SettingOptions;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths, except for those in the file, which are relative to the file's folder. */
  readonly directory?: string;
  /** True to report message files and modules that can't be read as well. */
  readonly checksFiles?: boolean;
  /** True if a bucket is read besides those of the settings. */
  readonly readsBucket?: boolean;
  /** Finds faults that need more than the settings themselves. */
  readonly findFurther?: (config: Config) => readonly Problem[];
} = {}): Config {
  const problems: Problem[] = [];
  const source = { folder: directory, problems };
  const fromFile = readFile(options.config, source);
  // Where a value is wrong, the next weaker source counts for the faults that are found later.
  const given: Given = new Map([
    ...readDefaults(DECLARATION, directory),
    ...rightOf(fromFile),
    ...rightOf(readEnvironment(environment, source, fromFile)),
    ...rightOf(readOptions(options, source)),
  ]);
  const unreadable = checksFiles ? findUnreadableFiles(given) : [];
  for (const [key, value] of readCommonVariables(given, environment, readsBucket)) given.set(key, value);

  const ownDefaults = readDefaults(ENDPOINT_DECLARATION, directory);
  const shared: Given = new Map([...ownDefaults, ...[...given].filter(([key]) => PER_ENDPOINT_KEYS.has(key))]);
  const overrides = given.get('endpoints') as ReadonlyMap<string, Given>;
  // Only here are values cast to the types of the declaration.
  const config = freeze({
    ...build(ENDPOINT_DECLARATION, shared),
    ...build(DECLARATION, given),
    endpoints: new Map(
      [...overrides].map(([name, own]) => [name, build(ENDPOINT_DECLARATION, new Map([...shared, ...rightOf(own)]))]),
    ),
  }) as unknown as Config;
  const unfit = [
    ...verifiersThatLack(config),
    ...storesThatConflict(config),
    ...pagesThatConflict(config),
    ...picturesThatLack(config),
    ...signInThatLacks(config),
    ...findFurther(config),
  ].filter((found) => !problems.some(({ key }) => isAbout(found, key)));
  const all = [...problems, ...unfit, ...unreadable];
  if (all.length > 0) throw new ConfigError(all);
  return config;
}

/** Whether a fault is of that setting or names it: a wrong value of one is no reason to complain about the other. */
function isAbout({ key, message }: Problem, other: string): boolean {
  if (other === '') return true;
  const inGroup = other.replace(/^endpoints\.[^.]+\./, '');
  const isWithin = (one: string, two: string) =>
    one === two || (one.startsWith(two) && /^[.[]/.test(one.slice(two.length)));
  const areRelated = (one: string, two: string) => isWithin(one, two) || isWithin(two, one);
  return areRelated(key, other) || message.split(/[ ,;]+/).some((word) => word !== '' && areRelated(word, inGroup));
}

function rightOf(given: Given): Given {
  return new Map([...given].filter(([, value]) => value !== undefined));
}

/**
 * Loads the settings of one of several catalogues: those of a configuration file, or the defaults for a data folder.
 * Variables such as ABS_DATA would mean all of them, so only those that other programs read, too, are used.
 */
export function loadConfigOf(
  place: string,
  {
    environment = process.env,
    directory = process.cwd(),
  }: { readonly environment?: Readonly<Record<string, string | undefined>>; readonly directory?: string } = {},
): Config {
  const isFile = place.endsWith('.json') || statSync(resolve(directory, place), { throwIfNoEntry: false })?.isFile();
  return loadConfig({
    options: isFile ? { config: place } : { data: place, config: null },
    environment: withoutOwnVariables(environment),
    directory,
  });
}

function readDefaults(declaration: Declaration, folder: string): Given {
  const given: Given = new Map();
  for (const [key, setting] of settingsOf(declaration)) {
    given.set(key, setting.read(setting.default, new SettingReader({ source: 'default', folder, problems: [] })));
  }
  return given;
}

function readFile(path: string | null | undefined, { folder, problems }: Omit<Source, 'source'>): Given {
  if (path === null) return new Map();
  const file = resolve(folder, path ?? DEFAULT_FILE);
  const source = path ?? DEFAULT_FILE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (path !== undefined || code !== 'ENOENT') {
      problems.push({ key: '', source, message: `the configuration file can't be read (${code})` });
    }
    return new Map();
  }
  try {
    const reader = new SettingReader({ source, folder: dirname(file), problems });
    return readObject(DECLARATION, withoutSchema(parseJson(withoutComments(text)), reader), reader);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { line, column } = error.position;
    problems.push({ key: '', source: `${source}:${line}:${column}`, message: `not JSON: ${error.problem}` });
    return new Map();
  }
}

/** Replaces comments by blanks, so that positions stay. */
function withoutComments(text: string): string {
  const stringOrComment = /"(?:\\.|[^"\\])*"|\/\/.*|\/\*[\s\S]*?\*\//g;
  return text.replace(stringOrComment, (part) => (part.startsWith('"') ? part : part.replace(/[^\r\n]/g, ' ')));
}

/** Returns the settings without `$schema`, which only tells editors where the schema of the file is. */
function withoutSchema(value: unknown, reader: SettingReader): unknown {
  if (!isObject(value) || !Object.hasOwn(value, '$schema')) return value;
  const { $schema: schema, ...settings } = value;
  if (typeof schema !== 'string') reader.at('$schema', () => reader.wrong(schema, 'a text'));
  return settings;
}

function readOptions(options: SettingOptions, source: Omit<Source, 'source'>): Given {
  const given: Given = new Map();
  for (const key of OPTION_KEYS) {
    const text = options[key];
    const setting = SETTINGS.get(key);
    if (text === undefined || setting === undefined) continue;
    const reader = new SettingReader({ ...source, source: `option --${key}` }, [key]);
    given.set(key, readSetting(setting, setting.fromText ? setting.fromText(text) : text, reader));
  }
  return given;
}

/** Converts values by key path to the nested object that the declaration describes. */
function build(declaration: Declaration, values: Given, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(declaration).map(([key, declared]) => [
      key,
      isSetting(declared) ? values.get(prefix + key) : build(declared, values, `${prefix}${key}.`),
    ]),
  );
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const members = value instanceof Map ? value.values() : Object.values(value);
  for (const member of members) freeze(member);
  return Object.freeze(value);
}
