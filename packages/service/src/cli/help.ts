import { settingsOf } from '../config/declare.ts';
import { variableOf } from '../config/environment.ts';
import { DECLARATION } from '../config/settings.ts';
import { COMMANDS, type Command, type CommandName, OPTIONS, type Option } from './command-line.ts';

export function usage(command: CommandName | undefined): string {
  if (command === undefined) return 'Usage: abs COMMAND …';
  const { operands, options, required = [] }: Command = COMMANDS[command];
  const words = options.map((name) => {
    const { repeats = false }: Option = OPTIONS[name];
    return required.includes(name) ? optionWords(name) : `[${optionWords(name)}]${repeats ? '…' : ''}`;
  });
  return ['Usage: abs', command, operands, ...words].filter((word) => word !== '').join(' ');
}

/** Returns the help text of a command, or of the whole program. */
export function help(command: CommandName | undefined): string {
  return command === undefined ? programHelp() : commandHelp(command);
}

function programHelp(): string {
  return [
    usage(undefined),
    '',
    ...table(
      Object.entries(COMMANDS).map(([name, { operands, summary }]) => [`  ${name} ${operands}`.trimEnd(), summary]),
    ),
    '',
    ...table([
      ['  COMMAND --help', 'options of a command; serve --help lists every setting'],
      ['  --version', 'version of the program'],
    ]),
    '',
  ].join('\n');
}

function commandHelp(command: CommandName): string {
  const { summary, options } = COMMANDS[command];
  return [
    usage(command),
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    ...table(options.map((name) => [`  ${optionWords(name)}`, OPTIONS[name].meaning])),
    ...(command === 'serve' ? settingsHelp() : []),
    '',
  ].join('\n');
}

/** Lists every setting, generated from the declaration with which settings are read. */
function settingsHelp(): readonly string[] {
  return [
    '',
    'Settings are read from abs.config.json. The environment variable next to a setting overrides it, and an option',
    'overrides both. See docs/reference/settings.md.',
    ...[...settingsOf(DECLARATION)].flatMap(([key, { meaning, expected, default: standard }]) => [
      '',
      `  ${key}  ${variableOf(key)}`,
      `      ${meaning}`,
      `      ${expected}; default ${JSON.stringify(standard)}`,
    ]),
  ];
}

export function optionWords(name: keyof typeof OPTIONS): string {
  const { value, attached }: Option = OPTIONS[name];
  if (attached !== undefined) return `--${name}[=${attached}]`;
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** Aligns the cells of the rows in columns. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
