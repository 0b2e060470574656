/** The completion scripts: that of bash, run in bash, and the words that the others offer. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/command-line.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';

/** What is offered at the end of a line. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(COMMANDS),
  imp: ['import'],
  'token ': ['create', 'list', 'revoke'],
  'token --data=x c': ['create'],
  'openapi --version 3': ['3.1', '3.2'],
  'check --re': ['--repair'],
  'import --prune --pr': [],
};

test('bash offers commands, options and their values', {
  skip: spawnSync('bash', ['-c', 'true']).status !== 0 && 'skipped: no bash on this machine',
}, () => {
  const script = `${bashCompletion()}
    COMP_WORDS=(abs "$@"); COMP_CWORD=$#; _abs; printf '%s\\n' "\${COMPREPLY[@]}"`;
  for (const [line, words] of Object.entries(OFFERED)) {
    // As bash splits a line; an equals sign is a word.
    const typed = line.split(/ |(?==)|(?<==)/);
    const args = ['--norc', '--noprofile', '-c', script, 'bash', ...typed];
    const offered = execFileSync('bash', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
    const last = typed.at(-1) ?? '';
    const commands = offered.filter((word) => word.startsWith(last) && !(line === '' && word.startsWith('-')));
    assert.deepEqual(commands.toSorted(), words.toSorted(), `abs ${line}`);
  }
});

test('the scripts for fish and zsh name every command', () => {
  for (const script of [fishCompletion(), zshCompletion()])
    for (const name of Object.keys(COMMANDS)) assert.match(script, new RegExp(`\\b${name}\\b`));
});
