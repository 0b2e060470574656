import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { distance, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

suite('texts drawn as sheets of paper', () => {
  const { renderer, at, ...desk } = useRenderer(2);
  let made = 0;

  test('a machine without fonts draws the same letters', async () => {
    const config = at('no-fonts.conf');
    await writeFile(config, `<fontconfig><cachedir>${at('fonts')}</cachedir></fontconfig>`);
    const program = `
      import { drawSheet } from ${JSON.stringify(new URL('../../src/pictures/sheet/sheet.ts', import.meta.url).href)};
      import { markdownBlocks } from ${JSON.stringify(new URL('../../src/pictures/sheet/markdown.ts', import.meta.url).href)};
      const { pixels } = await drawSheet(markdownBlocks(process.argv[1]), { box: 1024 });
      process.stdout.write(await pixels.jpeg().toBuffer());`;
    const line = (letters: string) => `# ${letters.repeat(20)}\n\n${letters.repeat(400)}\n\n`.repeat(3);
    const text = line('ЖßiΩ');
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, text], {
      env: { FONTCONFIG_FILE: config },
      encoding: 'buffer',
    });
    const here = await draw('fonts.md', text, { kind: 'preview' });
    assert.ok((await distance(stdout, here.bytes)) < 1);
    const without = await draw('none.md', line('\u{10ffff}'), { kind: 'preview' });
    assert.ok((await distance(stdout, without.bytes)) > 1);
  });

  test('only the beginning of a file of 300 MB is drawn', async () => {
    const path = at('huge.txt');
    await writeFile(path, 'A line of text\n'.repeat(10_000));
    const small = await draw('small.txt', 'A line of text\n'.repeat(10_000));
    await truncate(path, 300_000_000);
    const { bytes } = await renderer.render(planFor(), sourceAt(path), patiently());
    assert.deepEqual(Buffer.from(bytes), Buffer.from(small.bytes));
  });

  test('a wide table is drawn in landscape, and any separator is recognised', async () => {
    const table = (separator: string) =>
      Array.from({ length: 30 }, (_, row) =>
        Array.from({ length: 25 }, (_, column) => `${row * column} of`).join(separator),
      ).join('\n');
    const [comma, semicolon, tab] = await Promise.all([',', ';', '\t'].map((each) => draw('w.csv', table(each))));
    assert.deepEqual([comma?.width, comma?.height], [256, 181]);
    assert.ok(comma && semicolon && tab);
    assert.ok((await distance(comma.bytes, semicolon.bytes)) < 0.1);
    assert.ok((await distance(comma.bytes, tab.bytes)) < 0.1);
  });

  test('content that is not text is refused', async () =>
    await assert.rejects(draw('a.txt', Buffer.from([0, 1, 2, 0])), { name: 'CannotMake', reason: 'corrupt' }));

  test('deeply nested Markdown is drawn', async () => {
    for (const text of ['>'.repeat(2e4), '- '.repeat(5000), '['.repeat(5000), '**a'.repeat(5000), '|a'.repeat(2e4)]) {
      assert.equal((await draw('deep.md', text)).height, 256);
    }
  });

  function draw(name: string, content: string | Buffer, request = {}, properties = {}): Promise<Rendered> {
    // Some tests draw several at once.
    made += 1;
    return desk.draw(`${made}-${name}`, content, properties, request);
  }
});
