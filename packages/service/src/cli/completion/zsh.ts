import { INSTEAD_OF_COMMANDS } from '../command-line.ts';
import { type Candidates, type CompletedCommand, completedCommands, quoted } from './candidates.ts';

/** Returns the completion for zsh: to be sourced, or saved as `_abs` in a folder of `fpath`. */
export function zshCompletion(): string {
  const commands = completedCommands();
  const described = commands.map(
    ({ name, summary }) => `        ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`,
  );
  const instead = Object.entries(INSTEAD_OF_COMMANDS).map(
    ([name, meaning]) => `    ${quoted(`(- *)${name}[${meaning}]`)} \\`,
  );
  return `#compdef abs
# Completion of abs for zsh. Put this line into ~/.zshrc, after compinit:
#   source <(abs completion zsh)
_abs() {
  local state line
  local -a commands
  _arguments -C \\
${instead.join('\n')}
    '1:command:->command' \\
    '*::argument:->argument'
  case $state in
    command)
      commands=(
${described.join('\n')}
      )
      _describe command commands
      ;;
    argument)
      case $line[1] in
${commands.map(commandLines).join('\n')}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _abs ]]; then _abs "$@"; else compdef _abs abs; fi
`;
}

function commandLines({ name, options, operands, takesMore }: CompletedCommand): string {
  const specs = [
    ...options.map(({ name: option, meaning, value, candidates }) => {
      const text = meaning.replaceAll(/[[\]:]/g, '\\$&');
      return value === undefined
        ? `--${option}[${text}]`
        : `--${option}=[${text}]:${value.replaceAll('|', ' or ')}:${action(candidates)}`;
    }),
    '(- *)--help[show the options of this command]',
    ...operands.map(({ word, candidates }, place) => {
      const which = takesMore && place === operands.length - 1 ? '*' : place + 1;
      return `${which}:${word.replaceAll('|', ' or ')}:${action(candidates)}`;
    }),
  ];
  return [
    `        ${name})`,
    '          _arguments \\',
    `${specs.map((spec) => `            ${quoted(spec)}`).join(' \\\n')}`,
    '          ;;',
  ].join('\n');
}

function action(candidates: Candidates): string {
  if (candidates === 'files') return '_files';
  if (candidates === 'folders') return '_files -/';
  return candidates === undefined ? ' ' : `(${candidates.join(' ')})`;
}
