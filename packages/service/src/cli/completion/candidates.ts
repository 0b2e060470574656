/** What may stand where on the command line, in a form that all shells need. */
import { COMMANDS, type Command, type CommandName, OPTIONS, type Option, type OptionName } from '../command-line.ts';

/** Words to choose from, or names of files or folders; undefined if only the user knows what to write. */
export type Candidates = readonly string[] | 'files' | 'folders' | undefined;

export interface CompletedOption {
  readonly name: OptionName;
  readonly meaning: string;
  /** Name of its value; undefined for a flag. */
  readonly value: string | undefined;
  readonly candidates: Candidates;
}

export interface CompletedCommand {
  readonly name: CommandName;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly operands: readonly { readonly word: string; readonly candidates: Candidates }[];
  /** True if the last operand may be repeated. */
  readonly takesMore: boolean;
}

/** The values that the words of usage texts stand for. */
const FILES: ReadonlySet<string> = new Set(['FILE', 'SOURCE', 'A', 'B']);
const FOLDERS: ReadonlySet<string> = new Set(['DIR']);

/** The commands in the order of the help. */
export function completedCommands(): readonly CompletedCommand[] {
  return (Object.entries(COMMANDS) as [CommandName, Command][]).map(([name, { summary, operands, options }]) => ({
    name,
    summary,
    options: options.map(completedOption),
    operands: operands
      .replace('…', '')
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ word: word.replace(/[[\]]/g, ''), candidates: candidatesOf(word) })),
    takesMore: operands.endsWith('…'),
  }));
}

function completedOption(name: OptionName): CompletedOption {
  const { value, meaning }: Option = OPTIONS[name];
  return { name, meaning, value, candidates: value === undefined ? undefined : candidatesOf(value) };
}

function candidatesOf(word: string): Candidates {
  const bare = word.replace(/[[\]]/g, '');
  if (bare.includes('|')) return bare.split('|');
  if (FOLDERS.has(bare)) return 'folders';
  return FILES.has(bare) ? 'files' : undefined;
}

/** Quotes a text for bash, zsh and fish, which read it alike without a backslash in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
