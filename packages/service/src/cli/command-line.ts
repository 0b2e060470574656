/** Declares all commands and options, and reads a command line by them. */
import { parseArgs } from 'node:util';
import type { SettingOptions } from '../config/load.ts';
import { nearest } from '../config/nearest.ts';
import type { PruneMode } from '../transfer/folder/prune.ts';

/** A command, as the usage text and the parser need it. Its code is in `src/cli/<name>.ts`. */
export interface Command {
  readonly summary: string;
  /** Positional arguments as the usage text shows them: one in brackets is optional, and `…` allows more. */
  readonly operands: string;
  /** Option with which the operands may be left out. */
  readonly without?: OptionName;
  readonly options: readonly OptionName[];
  /** Those of the options that must be given; default none. */
  readonly required?: readonly OptionName[];
}

/** An option of a command. Without `value` it is a flag, to which a word may be attached with `=` if `attached` names one. */
export interface Option {
  readonly value?: string;
  readonly attached?: string;
  /** True if it may be given several times. */
  readonly repeats?: boolean;
  readonly meaning: string;
}

export const OPTIONS = {
  data: { value: 'DIR', meaning: 'folder of the catalogue (default ./data; for start, one below ./data-start)' },
  port: { value: 'N', meaning: 'port to listen on, 0 for a free one (default 8080)' },
  host: { value: 'H', meaning: 'address to listen on (default 127.0.0.1)' },
  config: { value: 'FILE', meaning: 'configuration file (default abs.config.json, where it exists)' },
  prune: {
    attached: 'all',
    meaning:
      'remove assets whose files were deleted or are now left out; with =all even if the source seems to be away',
  },
  exclude: {
    value: 'PATTERN',
    repeats: true,
    meaning: 'leave out what the pattern names, as a line of .absignore does; may be repeated',
  },
  table: {
    value: 'FILE',
    meaning: 'table in CSV or .xlsx with metadata: the name of the file, then a column for each field',
  },
  'dry-run': { meaning: 'change nothing; say what an import would do, and what of the table fits nothing' },
  render: { meaning: 'make all thumbnails now, not when first requested' },
  text: { meaning: 'read the texts of all files that are there already, too' },
  watch: { meaning: 'continue importing as files change, until stopped' },
  json: { meaning: 'print JSON for programs' },
  repair: { meaning: 'repair what can be repaired' },
  from: { value: 'A', meaning: 'configuration file or data folder of the catalogue to copy' },
  to: { value: 'B', meaning: 'the same of the copy; a folder or a database that is empty or an earlier copy of A' },
  user: { value: 'ID', meaning: 'user of the catalogue that the token or the address stands for' },
  groups: { value: 'IDS', meaning: "groups such as 3,12 that count in place of the user's own" },
  expires: {
    value: 'WHEN',
    meaning: 'when the token or the address expires, such as 2030-12-31, 90d or 12h (of a token default never)',
  },
  version: {
    value: '3.1|3.2',
    meaning: 'version of OpenAPI: 3.1 has an address per operation, 3.2 the exact contract (default 3.1)',
  },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

/** The commands (catalogue: commands). */
export const COMMANDS = {
  start: {
    summary: 'serve a demo catalogue, or your own folder or bundle',
    operands: '[DIR]',
    options: ['data', 'port', 'host', 'config'],
  },
  serve: {
    summary: 'serve the catalogue',
    operands: '',
    options: ['data', 'port', 'host', 'config'],
  },
  import: {
    summary: 'import folders, S3 buckets or bundles',
    operands: 'SOURCE…',
    without: 'text',
    options: ['data', 'config', 'prune', 'exclude', 'table', 'dry-run', 'render', 'text', 'watch'],
  },
  sources: {
    summary: 'list what was imported from where and when',
    operands: '',
    options: ['data', 'config', 'json'],
  },
  export: {
    summary: 'write a bundle of everything',
    operands: 'DIR',
    options: ['data', 'config'],
  },
  copy: {
    summary: 'copy the catalogue, originals and tokens to other stores, such as PostgreSQL and S3',
    operands: '',
    options: ['from', 'to'],
    required: ['from', 'to'],
  },
  backup: {
    summary: 'bring a backup of everything in DIR up to date, while the service runs',
    operands: 'DIR',
    options: ['data', 'config'],
  },
  restore: {
    summary: 'restore the backup in DIR to empty stores',
    operands: 'DIR',
    options: ['data', 'config'],
  },
  check: {
    summary: 'verify every hash, reference and rendition, or every file of a backup',
    operands: '[BACKUP]',
    options: ['data', 'config', 'repair'],
  },
  doctor: {
    summary: 'look for what is wrong with the settings, the stores and this machine',
    operands: '',
    options: ['data', 'config'],
  },
  token: {
    summary: 'make, list and revoke tokens of the verifier static',
    operands: 'create|list|revoke [NAME]',
    options: ['data', 'config', 'user', 'expires'],
  },
  sign: {
    summary: 'sign an address of a picture, a film or a download, so that it needs no token',
    operands: 'ADDRESS',
    options: ['data', 'config', 'user', 'groups', 'expires'],
    required: ['user', 'expires'],
  },
  reviews: {
    summary: 'list and remove reviews',
    operands: 'list|delete [ID]',
    options: ['data', 'config'],
  },
  pins: {
    summary: 'list and revoke PINs, the links that show assets to everybody',
    operands: 'list|revoke [PIN]',
    options: ['data', 'config'],
  },
  webhooks: {
    summary: 'list, test and retry the receivers that are told of changes',
    operands: 'list|test|retry [ID]',
    options: ['data', 'config'],
  },
  duplicates: {
    summary: 'list assets with the same file, and pictures that look nearly the same',
    operands: '',
    options: ['data', 'config', 'json'],
  },
  openapi: {
    summary: 'print the description of the interface for programs',
    operands: '',
    options: ['version'],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export interface CommandLine {
  readonly command: CommandName;
  readonly operands: readonly string[];
  /** Settings given as options, for `loadConfig`. */
  readonly settings: SettingOptions;
  readonly prune: PruneMode;
  readonly exclude: readonly string[];
  /** Flags; false if the command doesn't have the flag. */
  readonly render: boolean;
  readonly text: boolean;
  readonly watch: boolean;
  readonly repair: boolean;
  readonly json: boolean;
  readonly isDryRun: boolean;
  /** Values as they were written; absent if not given. */
  readonly user?: string;
  readonly groups?: string;
  readonly expires?: string;
  readonly from?: string;
  readonly to?: string;
  readonly table?: string;
  readonly version?: string;
}

export type Asked =
  | { readonly kind: 'run'; readonly line: CommandLine }
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly command: CommandName | undefined; readonly message: string };

/** Parses the arguments after the program's name. */
export function readCommandLine(args: readonly string[]): Asked {
  const [first, ...rest] = args;
  if (first === undefined) return wrong(undefined, 'a command is missing');
  if (first === '--version' || first === '-v') return { kind: 'version' };
  if (first === '--help' || first === '-h') return { kind: 'help', command: undefined };
  if (first === 'help') return { kind: 'help', command: rest.find(isCommandName) };
  if (!isCommandName(first)) {
    const meant = nearest(first, Object.keys(COMMANDS));
    const noun = first.startsWith('-') ? 'option' : 'command';
    return wrong(undefined, `there is no ${noun} ${first}${meant ? `; did you mean ${meant}?` : ''}`);
  }
  return readCommand(first, rest);
}

function readCommand(command: CommandName, args: readonly string[]): Asked {
  const { operands: shown, without, options, required = [] }: Command = COMMANDS[command];
  const words = shown.split(' ').filter((word) => word !== '');
  const minOperands = words.filter((word) => !word.startsWith('[')).length;
  const maxOperands = shown.endsWith('…') ? Number.POSITIVE_INFINITY : words.length;
  const { values, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([
      ['version', { type: 'boolean', short: 'v' } as const] as const,
      ...options.map((name) => [name, { type: 'value' in OPTIONS[name] ? 'string' : 'boolean' } as const] as const),
      ['help', { type: 'boolean', short: 'h' } as const] as const,
    ]),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (values['help'] === true) return { kind: 'help', command };
  // `openapi` has an option of this name.
  if (values['version'] === true && !options.includes('version')) return { kind: 'version' };

  const texts: Partial<Record<OptionName, string>> = {};
  const flags = new Set<OptionName>();
  const exclude: string[] = [];
  let prune: PruneMode = 'nothing';
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const known = options.find((option) => option === name);
    if (known === undefined) {
      const meant = nearest(name, options);
      return wrong(command, `${command} has no option ${rawName}${meant ? `; did you mean --${meant}?` : ''}`);
    }
    const { value: taken, attached, repeats = false }: Option = OPTIONS[known];
    // An option in the place of a value means that the value was forgotten. `--data=-x` passes such a value on purpose.
    const isForgotten = value === undefined || value === '' || (!token.inlineValue && value.startsWith('--'));
    if (taken !== undefined && isForgotten) return wrong(command, `${rawName} needs a value`);
    if (attached !== undefined && value !== undefined && value !== attached)
      return wrong(command, `${rawName} takes no value but ${attached}, as in ${rawName}=${attached}`);
    if (taken === undefined && attached === undefined && value !== undefined)
      return wrong(command, `${rawName} takes no value`);
    if (!repeats && (known in texts || flags.has(known))) return wrong(command, `${rawName} is given twice`);
    if (taken === undefined) flags.add(known);
    if (known === 'prune') prune = value === 'all' ? 'all' : 'deleted';
    else if (known === 'exclude') exclude.push(value ?? '');
    else if (value !== undefined) texts[known] = value;
  }
  const isEnough = operands.length >= minOperands || (without !== undefined && flags.has(without));
  if (!isEnough) return wrong(command, `${command} needs ${shown}${without === undefined ? '' : ` or --${without}`}`);
  if (operands.length > maxOperands) return wrong(command, `${command} takes no ${operands[maxOperands]}`);
  if (required.some((name) => !(name in texts))) {
    return wrong(command, `${command} needs ${required.map((name) => `--${name}`).join(' and ')}`);
  }
  const { user, groups, expires, from, to, table, version, ...settings } = texts;
  return {
    kind: 'run',
    line: {
      command,
      operands,
      settings,
      prune,
      exclude,
      render: flags.has('render'),
      text: flags.has('text'),
      watch: flags.has('watch'),
      repair: flags.has('repair'),
      json: flags.has('json'),
      isDryRun: flags.has('dry-run'),
      ...(user === undefined ? {} : { user }),
      ...(groups === undefined ? {} : { groups }),
      ...(expires === undefined ? {} : { expires }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(table === undefined ? {} : { table }),
      ...(version === undefined ? {} : { version }),
    },
  };
}

function wrong(command: CommandName | undefined, message: string): Asked {
  return { kind: 'wrong', command, message };
}

function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}
