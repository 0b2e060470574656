import { INSTEAD_OF_COMMANDS } from '../command-line.ts';
import { type Candidates, type CompletedCommand, completedCommands, quoted } from './candidates.ts';

/** Returns the completion for fish 3 and later. */
export function fishCompletion(): string {
  const commands = completedCommands();
  return `# Completion of abs for fish. Put this line into ~/.config/fish/config.fish:
#   abs completion fish | source
# True if the command is $argv[1] and, if $argv[2] says so, that many operands come before the cursor.
function __abs_at
    set -l words (commandline -opc)
    test (count $words) -gt 1; or return 1
    test $words[2] = $argv[1]; or return 1
    set -q argv[2]; or return 0
    set -l operands 0
    set -l is_value 0
    for word in $words[3..]
        if test $is_value = 1
            set is_value 0
        else if contains -- $word ${valueOptions(commands)}
            set is_value 1
        else if not string match -q -- '-*' $word
            set operands (math $operands + 1)
        end
    end
    test $operands = $argv[2]; or test $argv[2] = any
end
complete -c abs -f
${Object.entries(INSTEAD_OF_COMMANDS)
  .map(([name, meaning]) => `complete -c abs -n __fish_is_first_token -l ${name.slice(2)} -d ${quoted(meaning)}`)
  .join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}

function valueOptions(commands: readonly CompletedCommand[]): string {
  const names = commands.flatMap(({ options }) => options.filter(({ value }) => value !== undefined));
  return [...new Set(names.map(({ name }) => `--${name}`))].join(' ');
}

function commandLines({ name, summary, options, operands, takesMore }: CompletedCommand): readonly string[] {
  const lines = [`complete -c abs -n __fish_is_first_token -a ${name} -d ${quoted(summary)}`];
  for (const { name: option, meaning, value, candidates } of options) {
    // The condition also decides about the value, so an option with one cannot vanish once it is given.
    const once = value === undefined ? `; and not __fish_contains_opt ${option}` : '';
    const given = value === undefined ? '' : ` ${candidates === 'files' ? '-r' : '-x'}${argument(candidates)}`;
    lines.push(`complete -c abs -n '__abs_at ${name}${once}' -l ${option}${given} -d ${quoted(meaning)}`);
  }
  lines.push(`complete -c abs -n '__abs_at ${name}' -l help -d 'show the options of this command'`);
  for (const [place, { candidates }] of operands.entries()) {
    if (candidates === undefined) continue;
    const which = takesMore && place === operands.length - 1 ? 'any' : place;
    lines.push(`complete -c abs -n '__abs_at ${name} ${which}'${argument(candidates)}`);
  }
  return lines;
}

function argument(candidates: Candidates): string {
  if (candidates === 'files') return ' -F';
  if (candidates === 'folders') return " -a '(__fish_complete_directories (commandline -ct))'";
  return candidates === undefined ? '' : ` -a ${quoted(candidates.join(' '))}`;
}
