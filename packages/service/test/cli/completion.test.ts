/** The completion scripts, run in the shells that this machine has. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COMMANDS } from '../../src/cli/command-line.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';

const folder = mkdtempSync(join(tmpdir(), 'abs-completion-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'photos'));
writeFileSync(join(folder, 'photo.config.json'), '{}');

/** Runs a script in a shell, in a folder that has a folder and a file. */
function inShell(shell: string, flags: readonly string[], script: string, ...args: readonly string[]): string {
  const file = join(folder, `script.${shell}`);
  writeFileSync(file, script);
  return execFileSync(shell, [...flags, file, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb' },
  });
}

const withShell = (shell: string) => ({
  skip: spawnSync(shell, ['-c', 'true']).status !== 0 && `skipped: no ${shell} on this machine`,
});

/** What all shells offer at the end of a line. Each word begins with the last word of the line. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['imp', ['import']],
  ['token ', ['create', 'list', 'revoke']],
  ['token --data x c', ['create']],
  ['token --data=x c', ['create']],
  ['completion ', ['bash', 'fish', 'zsh']],
  ['openapi --version 3', ['3.1', '3.2']],
  ['check --re', ['--repair']],
  ['copy --', ['--from', '--help', '--to']],
  ['import --prune --pr', []],
  ['export import --da', ['--data']],
];

describe('bash', withShell('bash'), () => {
  const offered = (line: string) =>
    inShell(
      'bash',
      ['--norc', '--noprofile'],
      `${bashCompletion()}
COMP_WORDS=(abs "$@"); COMP_CWORD=$#; _abs; printf '%s\\n' "\${COMPREPLY[@]}"`,
      // As bash splits a line; an equals sign is a word.
      ...line.split(/ |(?==)|(?<==)/),
    );
  for (const [line, words] of OFFERED) {
    test(`offers ${words.join(', ') || 'nothing'} after abs ${line}`, () => {
      const found = offered(line).split('\n').filter(Boolean);
      assert.deepEqual(found.filter((word) => word.startsWith(line.split(' ').at(-1) ?? '')).toSorted(), words);
    });
  }

  test('offers every command first', () => {
    assert.deepEqual(offered('').trim().split('\n').slice(0, Object.keys(COMMANDS).length), Object.keys(COMMANDS));
  });
});

describe('fish', withShell('fish'), () => {
  const offered = (line: string) =>
    inShell('fish', ['--no-config'], `${fishCompletion()}\ncomplete -C "abs $argv[1]"`, line)
      .split('\n')
      .filter(Boolean)
      .map((each) => each.split('\t')[0]);
  for (const [line, words] of OFFERED) {
    test(`offers ${words.join(', ') || 'nothing'} after abs ${line}`, () => {
      assert.deepEqual(offered(line).toSorted(), words);
    });
  }

  test('offers commands with what they do, and names of files where they are meant', () => {
    assert.deepEqual(offered('').toSorted(), Object.keys(COMMANDS).toSorted());
    assert.deepEqual(offered('import pho').toSorted(), ['photo.config.json', 'photos/']);
    assert.deepEqual(offered('serve --data pho'), ['photos/']);
    assert.deepEqual(offered('serve --port pho'), []);
  });
});

describe('zsh', withShell('zsh'), () => {
  /** The line after a press of Tab, as a terminal has it. */
  const completed = (line: string) => {
    const setup = join(folder, 'setup.zsh');
    writeFileSync(
      setup,
      `autoload -Uz compinit; compinit -u -d ${join(folder, 'dump')}
abs() { print -r -- "RAN[$*]" }
${zshCompletion()}`,
    );
    const output = inShell(
      'zsh',
      ['-f'],
      `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; unsetopt zle_bracketed_paste prompt_sp; source ${setup}"
zpty -w -n shell "abs $1"$'\\t\\n'
zpty -r shell output '*RAN\\[*\\]*'
print -r -- $output`,
      line,
    );
    return /RAN\[(.*?) ?\]/.exec(output)?.[1];
  };
  for (const [line, words] of OFFERED.filter(([, { length }]) => length === 1)) {
    test(`completes abs ${line} with ${words}`, () => {
      assert.equal(completed(line), [...line.split(' ').slice(0, -1), ...words].join(' '));
    });
  }

  test('completes names of folders where they are meant', () => {
    assert.equal(completed('serve --data pho'), 'serve --data photos');
    assert.equal(completed('serve --config photo.'), 'serve --config photo.config.json');
  });
});
