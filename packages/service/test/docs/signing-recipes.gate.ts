/** The recipes of the guide to signed addresses, each run by its own program. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { signTarget } from '../../src/auth/signed-address.ts';
import { readExecutable } from './page-blocks.ts';

const { blocks } = readExecutable('guides/signed-addresses.md');
const recipe = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';

/** Bytes that are no text, with line breaks that belong to them. */
const SECRET = Buffer.from(`\r\n${'\u00ff\0'.repeat(15)}\nz`, 'latin1');

const RECIPES = {
  php: { program: 'php', option: '-r', print: (call: string) => `echo ${call};` },
  python: { program: 'python3', option: '-c', print: (call: string) => `print(${call}, end='')` },
};

for (const [language, { program, option, print }] of Object.entries(RECIPES)) {
  test(`the recipe for ${language} signs as the service does`, {
    skip: findProgram(program) === undefined && `skipped: ${program} is not here`,
  }, () => {
    const folder = newFolder();
    const key = { id: '2026', secret: SECRET.toString('base64') };
    for (const end of ['', '\n', '\r\n']) {
      const file = join(folder, `key${end.length}`);
      writeFileSync(file, Buffer.concat([SECRET, Buffer.from(end)]));
      for (const [origin, target, groups] of [
        ['', '/asset.do?thumb=1000', []],
        ['https://media.example:81', '/press/asset.do?picture=5&img=a%2Fb.jpg', [3, 12]],
        ['http://media.example', '/asset.do/play?play=5&x=https://a/b?c', [1]],
      ] as const) {
        const call = `sign_address('${origin}${target}', 2, 1790000000, '2026', '${file}', [${groups}])`;
        const as = { user: 2, expires: 1_790_000_000, ...(groups.length > 0 && { groups }) };
        const printed = execFileSync(program, [option, recipe(language) + print(call)], { encoding: 'utf8' });
        assert.equal(printed, origin + signTarget(target, as, key), target);
      }
    }
  });
}
