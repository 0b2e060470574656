import { INSTEAD_OF_COMMANDS } from '../command-line.ts';
import { type Candidates, type CompletedCommand, completedCommands, quoted } from './candidates.ts';

/** Returns the completion for bash 3.2 and later, which is what macOS has. */
export function bashCompletion(): string {
  const commands = completedCommands();
  const first = [...commands.map(({ name }) => name), ...Object.keys(INSTEAD_OF_COMMANDS)];
  return `# Completion of abs for bash. Put this line into ~/.bashrc:
#   eval "$(abs completion bash)"
_abs() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} place=0 words='' word i
  COMPREPLY=()
  # bash takes the equals sign of --data=DIR for a word.
  [[ $current == = ]] && current=''
  [[ $previous == = ]] && previous=\${COMP_WORDS[COMP_CWORD - 2]}
  if ((COMP_CWORD == 1)); then
    words=${quoted(first.join(' '))}
  else
    for ((i = 2; i < COMP_CWORD; i += 1)); do
      case \${COMP_WORDS[i]} in
        ${valueOptions(commands)})
          [[ \${COMP_WORDS[i + 1]} == = ]] && ((i += 1))
          ((i += 1))
          ;;
        -*) ;;
        *) ((place += 1)) ;;
      esac
    done
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueLines).join('\n')}
      *)
        case "\${COMP_WORDS[1]} $place" in
${commands.flatMap(operandLines).join('\n')}
        esac
        if [[ $current == -* || $words == - ]]; then
          case \${COMP_WORDS[1]} in
${commands.map(optionLine).join('\n')}
          esac
        fi
        ;;
    esac
  fi
  # Without words, bash offers the names of files, unless nothing can be offered.
  [[ $words == - ]] && { compopt +o default 2>/dev/null; return; }
  [[ -z $words ]] && return
  for word in $(compgen -W "$words" -- "$current"); do
    [[ $word == --* && " \${COMP_WORDS[*]} " == *" $word "* && $word != "$current" ]] || COMPREPLY+=("$word")
  done
}
complete -o default -F _abs abs
`;
}

/** A pattern of the options that take a value. */
function valueOptions(commands: readonly CompletedCommand[]): string {
  const names = commands.flatMap(({ options }) => options.filter(({ value }) => value !== undefined));
  return [...new Set(names.map(({ name }) => `--${name}`))].join(' | ');
}

function valueLines({ name, options }: CompletedCommand): readonly string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => `      '${name} --${option.name}') ${offer(option.candidates)} ;;`);
}

function optionLine({ name, options }: CompletedCommand): string {
  return `            ${name}) words=${quoted([...options.map((option) => `--${option.name}`), '--help'].join(' '))} ;;`;
}

function operandLines({ name, operands, takesMore }: CompletedCommand): readonly string[] {
  const lines = operands.map(({ candidates }, place) => {
    const pattern = takesMore && place === operands.length - 1 ? `'${name} '*` : `'${name} ${place}'`;
    return `          ${pattern}) ${offer(candidates)} ;;`;
  });
  return takesMore ? lines : [...lines, `          '${name} '*) words=- ;;`];
}

/** Sets `words`: - stands for nothing at all. */
function offer(candidates: Candidates): string {
  if (candidates === 'files' || candidates === 'folders') return "words=''";
  return `words=${candidates === undefined ? '-' : quoted(candidates.join(' '))}`;
}
