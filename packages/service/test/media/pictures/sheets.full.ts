import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Rendered } from '../../../src/media/pictures/renderer.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { distance, greyGrid, gridDistance, patiently, planFor, sourceAt } from './pictures.ts';

suite('texts drawn as sheets of paper', () => {
  const renderer = openSharpRenderer({ processes: 2, seconds: 120, megabytes: 512, queue: 100 });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sheets-'));
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  for (const name of ['letter.txt', 'letter.md', 'letter.csv']) {
    test(`${name} has the proportions of A4 as thumb, preview and big preview`, async () => {
      const requests = [{}, { kind: 'preview' }, { kind: 'preview', big: true }] as const;
      const drawn = await Promise.all(requests.map((request) => draw(name, 'one, two', request)));
      assert.deepEqual(
        drawn.map(({ width, height, pages }) => `${width}x${height} ${pages}`),
        ['181x256 1', '724x1024 1', '2120x3000 1'],
      );
    });
  }

  test('thumb and preview look alike', async () => {
    const text = '# Title\n\nA paragraph. '.repeat(12);
    const [thumb, preview] = await Promise.all([draw('a.md', text), draw('a.md', text, { kind: 'preview' })]);
    assert.ok(gridDistance(await greyGrid(thumb.bytes), await greyGrid(preview.bytes)) < 3);
  });

  test('one text gives one picture in every encoding', async () => {
    const text = 'Grüße aus Köln, naïve café\n'.repeat(40);
    const plain = await draw('utf8.txt', text);
    const encodings: [string, Buffer][] = [
      ['a byte order mark', Buffer.from(`\ufeff${text}`)],
      ['UTF-16 LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16 BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
      ['Latin-1', Buffer.from(text, 'latin1')],
      ['CR LF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ];
    for (const [name, bytes] of encodings) {
      assert.deepEqual(Buffer.from((await draw('x.txt', bytes)).bytes), Buffer.from(plain.bytes), name);
    }
  });

  test('letters of Greek, Cyrillic and Vietnamese differ from the boxes of missing glyphs', async () => {
    const boxes = await draw('boxes.txt', `${'\u{10ffff}'.repeat(40)}\n`.repeat(30));
    for (const letter of ['Ω', 'Ж', 'ệ', 'ß']) {
      const { bytes } = await draw('letters.txt', `${letter.repeat(40)}\n`.repeat(30));
      assert.ok((await distance(bytes, boxes.bytes)) > 0.5, letter);
    }
  });

  test('a machine without fonts draws the same letters', async () => {
    const config = join(folder, 'no-fonts.conf');
    await writeFile(config, `<fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
    const program = `
      import { drawSheet } from ${JSON.stringify(new URL('../../../src/media/pictures/sheet/sheet.ts', import.meta.url).href)};
      import { markdownBlocks } from ${JSON.stringify(new URL('../../../src/media/pictures/sheet/markdown.ts', import.meta.url).href)};
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
    const path = join(folder, 'huge.txt');
    await writeFile(path, 'A line of text\n'.repeat(10_000));
    const small = await draw('small.txt', 'A line of text\n'.repeat(10_000));
    await truncate(path, 300_000_000);
    const { bytes } = await renderer.render(planFor(), sourceAt(path), patiently());
    assert.deepEqual(Buffer.from(bytes), Buffer.from(small.bytes));
  });

  test('an empty text is an empty sheet', async () => {
    for (const [name, text] of [
      ['a.txt', ' \n\n'],
      ['a.md', '<!-- nothing -->'],
      ['a.csv', '\n'],
      ['b.txt', '\u200b\u200d'],
    ] as const) {
      assert.ok(
        (await greyGrid((await draw(name, text)).bytes)).every((value) => value > 250),
        name,
      );
    }
  });

  test('a web page shows its text, whatever its markup, and nothing of its scripts', async () => {
    const html = (content: string) => `<html><head><style>p{margin:0}</style></head><body>${content}</body></html>`;
    const words = 'Some words of a page that are read. '.repeat(30);
    const plain = await drawAs('text/html', html(`<h1>Title</h1><p>${words}</p><p>caf\u00e9</p>`));
    const asWritten = [
      html(
        `<script>let x = "<p>no</p>";</script>\n\n<h1>\n  Title</h1><p>${words.replaceAll(' ', '\n')}<div>caf&eacute;`,
      ),
      html(
        `<h1>Title</h1><p>${words}<noscript>Switch it on</noscript><iframe src="file:///etc/passwd">no</iframe><p>caf\u00e9`,
      ),
    ];
    for (const source of asWritten) {
      const { bytes } = await drawAs('text/html', source);
      assert.deepEqual(Buffer.from(bytes), Buffer.from(plain.bytes), source.slice(0, 120));
    }
    assert.ok((await distance(plain.bytes, (await drawAs('text/plain', asWritten[0] ?? '')).bytes)) > 1);
  });

  test('a web page filled by scripts only is shown as source', async () => {
    const source = '<html><body><script>document.write("words")</script></body></html>';
    const [page, plain] = await Promise.all([drawAs('text/html', source), drawAs('text/plain', source)]);
    assert.deepEqual(Buffer.from(page.bytes), Buffer.from(plain.bytes));
  });

  test('a Markdown heading is darker than its paragraph', async () => {
    const heading = await greyGrid((await draw('h.md', '# MMMMMMMMM')).bytes);
    const body = await greyGrid((await draw('p.md', 'MMMMMMMMM')).bytes);
    assert.ok(Math.min(...heading) < Math.min(...body));
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

  test('a page beyond the first does not exist', async () => {
    await assert.rejects(draw('a.txt', 'text', { page: 1 }), { name: 'CannotMake', reason: 'no_such_page' });
  });

  test('content that is not text is refused', async () => {
    await assert.rejects(draw('a.txt', Buffer.from([0, 1, 2, 0])), { name: 'CannotMake', reason: 'corrupt' });
  });

  test('deeply nested Markdown is drawn', async () => {
    for (const text of [
      '>'.repeat(20_000),
      '- '.repeat(5000),
      '['.repeat(5000),
      '**a'.repeat(5000),
      '|a'.repeat(20_000),
    ]) {
      assert.equal((await draw('deep.md', text)).height, 256);
    }
  });

  test('any text gives a picture, as plain text, Markdown and table', async () => {
    const scripts = [
      'mess',
      'עברית',
      'العربية',
      '漢字',
      'देवनागरी',
      '👩‍👩‍👧',
      '\u0301\u0489',
      '\u202e',
      '<svg>&"',
      '\t',
      '**`',
      '|',
      '"',
    ];
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom(...scripts)), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('a.txt', 'a.md', 'a.csv'), async (parts, name) => {
        // Control characters make a file binary.
        const printable = parts.join('').replaceAll(/[^\P{Cc}\t\n]/gu, '');
        assert.equal(Math.max(...sizeOf(await draw(name, printable))), 256);
      }),
      { numRuns: 20 },
    );
  });

  function sizeOf({ width, height }: Rendered): number[] {
    return [width, height];
  }

  const drawAs = (mediaType: string, content: string) => draw('page', content, {}, { mediaType });

  async function draw(name: string, content: string | Buffer, request = {}, properties = {}): Promise<Rendered> {
    const path = join(folder, `${Math.random()}-${name}`);
    await writeFile(path, content);
    try {
      return await renderer.render(planFor(request), sourceAt(path, properties), patiently());
    } finally {
      await rm(path);
    }
  }
});
