import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, readCommandLine } from '../../src/cli/command-line.ts';

const FLAGS = { render: false, text: false, watch: false, repair: false, json: false, isDryRun: false };
const NOTHING: Omit<CommandLine, 'command'> = { operands: [], settings: {}, prune: 'nothing', exclude: [], ...FLAGS };

const TAKEN: readonly (readonly [args: string, line: Partial<CommandLine>])[] = [
  ['start', {}],
  ['start ../photos --port 0', { operands: ['../photos'], settings: { port: '0' } }],
  [
    'serve --data D --port=1 --host :: --config c.json',
    { settings: { data: 'D', port: '1', host: '::', config: 'c.json' } },
  ],
  ['import --text', { text: true }],
  ['import a --render', { operands: ['a'], render: true }],
  ['import a --prune b --data D', { operands: ['a', 'b'], settings: { data: 'D' }, prune: 'deleted' }],
  ['import a --prune=all --exclude *.raw --exclude=-x', { operands: ['a'], prune: 'all', exclude: ['*.raw', '-x'] }],
  ['import a --table t.csv --dry-run', { operands: ['a'], table: 't.csv', isDryRun: true }],
  ['import --watch -- --odd', { operands: ['--odd'], watch: true }],
  ['duplicates --json', { json: true }],
  ['export out', { operands: ['out'] }],
  ['check --repair', { repair: true }],
  ['token create shop --user 3 --expires 90d', { operands: ['create', 'shop'], user: '3', expires: '90d' }],
  ['sign /a?b --user 3 --groups 1,2 --expires 7d', { operands: ['/a?b'], user: '3', groups: '1,2', expires: '7d' }],
  ['copy --from a.json --to b', { from: 'a.json', to: 'b' }],
  ['doctor --config c.json', { settings: { config: 'c.json' } }],
  ['openapi --version 3.2', { version: '3.2' }],
  ['token list', { operands: ['list'] }],
  ['check --data=--odd', { settings: { data: '--odd' } }],
];

for (const [args, line] of TAKEN) {
  test(`abs ${args} is accepted`, () => {
    const words = args.split(' ');
    assert.deepEqual(readCommandLine(words), { kind: 'run', line: { ...NOTHING, command: words[0], ...line } });
  });
}

const REFUSED: Readonly<Record<string, string>> = {
  ...{ '': 'a command is missing', serv: 'there is no command serv; did you mean serve?' },
  ...{ toString: 'there is no command toString', '--prot': 'there is no option --prot' },
  ...{ 'serve --prot 1': 'serve has no option --prot; did you mean --port?' },
  ...{ 'serve --prune': 'serve has no option --prune', 'serve -p 1': 'serve has no option -p' },
  ...{ 'serve x': 'serve takes no x', 'serve --port': '--port needs a value' },
  ...{ 'serve --port=': '--port needs a value', 'serve --data --port 1': '--data needs a value' },
  ...{ 'serve --port 1 --port 2': '--port is given twice' },
  ...{ 'import a --prune=some': '--prune takes no value but all, as in --prune=all' },
  ...{ 'import a --exclude': '--exclude needs a value', 'check --repair=yes': '--repair takes no value' },
  ...{ 'check --no-repair': 'check has no option --no-repair; did you mean --repair?' },
  ...{ import: 'import needs SOURCE… or --text', export: 'export needs DIR', 'export a b': 'export takes no b' },
  ...{ 'start a b': 'start takes no b', 'copy --from a': 'copy needs --from and --to' },
  ...{ 'copy a b': 'copy takes no a', 'openapi --version': '--version needs a value' },
  ...{ token: 'token needs create|list|revoke [NAME]', 'token create a b': 'token takes no b' },
  ...{ 'token create a --user': '--user needs a value' },
};

for (const [args, message] of Object.entries(REFUSED)) {
  test(`abs ${args} is refused`, () => {
    const asked = readCommandLine(args === '' ? [] : args.split(' '));
    assert.equal(asked.kind === 'wrong' && asked.message, message);
  });
}

test('help and version work with and without a command', () => {
  assert.deepEqual(readCommandLine(['--help']), { kind: 'help', command: undefined });
  assert.deepEqual(readCommandLine(['help', 'import']), { kind: 'help', command: 'import' });
  assert.deepEqual(readCommandLine(['import', '-h']), { kind: 'help', command: 'import' });
  assert.deepEqual(readCommandLine(['--version']), { kind: 'version' });
  assert.deepEqual(readCommandLine(['serve', '--version']), { kind: 'version' });
});
