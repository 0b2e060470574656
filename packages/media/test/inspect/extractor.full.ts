import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { Extractor } from '../../src/inspect/extractor.ts';
import { missingTools } from '../../src/inspect/perl.ts';
import { jpegWith, xmp } from './jpeg.ts';
import { withPerl } from './with-perl.ts';

const skip = missingTools().length > 0 && 'needs perl';
const directory = mkdtempSync(join(tmpdir(), 'extractor-'));
const signal = new AbortController().signal;
const picture = await jpegWith({ xmp: xmp('<xmp:Rating>5</xmp:Rating>') });
after(() => rmSync(directory, { recursive: true }));

const HOSTILE = [
  ...['-ver.jpg', '-@', ' lead.jpg', 'trail .jpg ', 'pipe.jpg|', '|touch pwned.jpg', '$(touch pwned).jpg'],
  ...['#[CSTR]\\n-ver.jpg', 'line\n-execute\n-ver\n.jpg', 'a.jpg\n-o\npwned\n'],
  ...['%d%f.jpg', '*?[a].jpg', 'ünï 東京.jpg'],
  ...['quote"\'`.jpg'],
];

test('no file name is interpreted as an option, a command or a pattern', { skip }, async () => {
  const folder = join(directory, 'hostile');
  mkdirSync(folder);
  for (const name of HOSTILE) await writeFile(join(folder, name), picture);
  const before = readdirSync(folder).sort();
  await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
  for (const name of HOSTILE) {
    const { properties, metadata } = await extractor.extract(join(folder, name), {
      name,
      sidecar: join(folder, name),
      signal,
    });
    assert.deepEqual([properties.width, properties.height, metadata?.rating], [40, 20, 5], JSON.stringify(name));
  }
  assert.deepEqual(readdirSync(folder).sort(), before);
  assert.equal(existsSync('pwned'), false);
});

test('a configuration file in the home or working directory is never run', { skip }, async () => {
  const marker = join(directory, 'configured');
  const home = join(directory, 'home');
  await mkdir(home);
  await writeFile(join(home, '.ExifTool_config'), `open(my $f, '>', '${marker}'); close $f; 1;`);
  const before = { home: process.env['HOME'], cwd: process.cwd() };
  process.env['HOME'] = home;
  process.chdir(home);
  try {
    await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
    await writeFile(join(directory, 'a.jpg'), picture);
    await extractor.extract(join(directory, 'a.jpg'), { name: 'a.jpg', signal });
    assert.equal(existsSync(marker), false);
  } finally {
    process.chdir(before.cwd);
    if (before.home === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before.home;
  }
});

/** A frame of 128 kbit/s at 44.1 kHz. */
const frame = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);
test('the first bytes decide the media type', { skip }, async () => {
  await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 193 + 7) % 256));
  const cases: readonly (readonly [
    name: string,
    content: Buffer | string,
    category: keyof typeof FILE_CATEGORIES,
    warning: RegExp,
  ])[] = [
    ['a.jpg', picture, 'image', /^$/],
    ['A.JPG', picture.subarray(0, 300), 'image', /damaged/],
    ['garbage.jpg', noise, 'unknown', /not what \.jpg promises/],
    ['empty.jpg', '', 'unknown', /empty/],
    ['noise', noise, 'unknown', /not known/],
    ['text.jpg', 'only words', 'text', /text\/plain.*not what \.jpg promises/],
    ['picture.pdf', picture, 'image', /image\/jpeg.*not what \.pdf promises/],
    ['a.txt', 'Grüße', 'text', /^$/],
    ['latin.txt', Buffer.from('Grüße', 'latin1'), 'text', /^$/],
    ['binary.txt', Buffer.from('a\0b'), 'unknown', /not what \.txt promises/],
    [
      'a.svg',
      '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="2in" height="48"/>',
      'image',
      /^$/,
    ],
    ['a.xml', '<?xml version="1.0"?><a/>', 'text', /^$/],
    ['a.json', '{"a":1}', 'text', /^$/],
    ['a.gltf', '{"asset":{"version":"2.0"}}', '3d', /^$/],
    ['a.obj', '# cube\nv 0 0 0\n', '3d', /^$/],
    ['a.ply', 'ply\nformat ascii 1.0\n', '3d', /damaged/],
    ['a.eps', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n', 'image', /^$/],
    ['a.ai', '%PDF-1.6\n1 0 obj\n<< >>\nendobj\n', 'image', /./],
    ['LICENSE', 'You may copy it.', 'text', /^$/],
    ['key.asc', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n', 'text', /^$/],
    ['a.cin', noise, 'unknown', /^The kind of file is known by its name \(\.cin\) alone, not by its content\.$/],
    ['lone-frame', Buffer.concat([Buffer.from('fffb9000', 'hex'), noise]), 'unknown', /not known/],
    ['frames', Buffer.concat(Array.from({ length: 4 }, () => frame)), 'audio', /^$/],
    ['a.rtf', '{\\rtf1 x}', 'document', /^$/],
  ];
  for (const [name, content, category, expected] of cases) {
    const path = join(directory, 'case');
    await writeFile(path, content);
    const { properties, warning } = await extractor.extract(path, { name, signal });
    assert.equal(properties.category, FILE_CATEGORIES[category], `${name} ${properties.mediaType}`);
    if (name !== 'a.ai') assert.match(warning ?? '', expected, name);
    if (name === 'a.svg') assert.deepEqual([properties.width, properties.drawn], [0, { width: 192, height: 48 }]);
  }
});

test('a missing file or a folder rejects with the cause, and an abort with its reason', async () => {
  await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
  await assert.rejects(
    extractor.extract(join(directory, 'gone.jpg'), { name: 'gone.jpg', signal }),
    (error) => error instanceof Error && /cannot read/.test(error.message) && /ENOENT/.test(String(error.cause)),
  );
  await assert.rejects(extractor.extract(directory, { name: 'folder.jpg', signal }), /cannot read/);
  const reason = new Error('stopped');
  await assert.rejects(extractor.extract(directory, { name: 'a.jpg', signal: AbortSignal.abort(reason) }), reason);
});

test('without Perl, category, size and everything that needs no exiftool are still read', async () => {
  await withPerl(directory, undefined, async () => {
    assert.equal(missingTools()[0]?.tool, 'perl');
    await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
    const path = join(directory, 'plain.jpg');
    await writeFile(path, await jpegWith({ orientation: 8 }));
    const { properties, warning } = await extractor.extract(path, { name: 'plain.jpg', signal });
    const read = [properties.category, properties.width, properties.height, warning];
    assert.deepEqual(read, [FILE_CATEGORIES.image, 20, 40, undefined]);
  });
});

test('an extraction that hangs is killed, the file keeps its category, and the next one works', async () => {
  await withPerl(directory, '#!/bin/sh\nexec /bin/sleep 600\n', async () => {
    await using extractor = new Extractor({ processes: 1, secondsPerFile: 5 });
    const path = join(directory, 'slow.jpg');
    await writeFile(path, picture);
    const { properties, metadata, warning } = await extractor.extract(path, { name: 'slow.jpg', signal });
    assert.equal(metadata, undefined);
    assert.deepEqual([properties.category, properties.mediaType], [FILE_CATEGORIES.image, 'image/jpeg']);
    assert.match(warning ?? '', /given up after 5 s|could not be read/);
    const note = join(directory, 'note.txt');
    await writeFile(note, 'x');
    const category = (await extractor.extract(note, { name: 'note.txt', signal })).properties.category;
    assert.equal(category, FILE_CATEGORIES.text);
  });
});

test('closing the extractor leaves no process and no temporary file', { skip }, async () => {
  // A temporary folder of its own: other tests make theirs at the same time.
  const usual = process.env['TMPDIR'];
  const own = join(directory, 'own');
  await mkdir(own);
  process.env['TMPDIR'] = own;
  const extractor = new Extractor({ processes: 2, secondsPerFile: 120 });
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  assert.equal(readdirSync(own).length, 1);
  const path = join(directory, 'last.jpg');
  await writeFile(path, picture);
  await Promise.all([1, 2, 3].map(() => extractor.extract(path, { name: 'last.jpg', signal })));
  await extractor[Symbol.asyncDispose]();
  assert.deepEqual(readdirSync(own), []);
  if (existsSync('/proc/self/task'))
    assert.equal(readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim(), '');
});
