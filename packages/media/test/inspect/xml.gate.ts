import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../core/test/support/zip.ts';
import { brokenLine } from '../../src/inspect/well-formed.ts';
import { extracted, skip } from '../support/extracting.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('XML is broken where a tag, a value, an entity, a character or the end is not what it has to be', () => {
  const whole = [
    '<a/>',
    '\ufeff<?xml version="1.0"?>\n<!-- < & --><!DOCTYPE a [<!ENTITY b "]>"><!-- it\'s ]> -->]>\n<a/>\n<!-- end -->',
    '<a b=\'"\' c=">"><b:c d="&#x2f;&amp;"/><![CDATA[<&]]>]]</a >',
    utf16('<a>ä</a>'),
    latin1('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe4</a>'),
    latin1('<a>\xe4</a>'),
  ];
  for (const text of whole) assert.equal(brokenLine(Buffer.from(text)), undefined, String(text));
  const broken = [
    ...['', 'text', '<a>', '<a></b>', '<a>\n<b></a></b>', '<a/><b/>', '<a/>text', '<a b></a>', '<a b=c/>'],
    ...['<a b="<"/>', '<a>&</a>', '<a b="&"/>', '<a>\0</a>', '<a><!-- </a>', '<a><![CDATA[ </a>', '<a b="', '< a/>'],
    ...['<a>\ufffe</a>', utf16('<a>'), latin1('<?xml version="1.0" encoding="utf-8"?><a>\xe4</a>')],
  ];
  for (const text of broken) assert.ok(brokenLine(Buffer.from(text)), String(text));
  assert.equal(brokenLine(Buffer.from('<a>\r\n<b>\r\n</c>\r\n</b></a>')), 3);
  // Takes no longer than others.
  for (const open of [
    ...['<a b="', `<a b="${'&#10;'.repeat(100)}`, '<a ', '<!-- ', `<!DOCTYPE a [${'<!-- it -->'.repeat(1000)}`],
  ])
    assert.notEqual(brokenLine(Buffer.from(open + ' x="y"'.repeat(10_000))), undefined, open.slice(0, 20));
});

const SVG = 'xmlns="http://www.w3.org/2000/svg" width="30" height="20"';
const book = (chapter: string, parts: Record<string, string> = {}) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf': '<package><metadata/></package>',
    'one.xhtml': chapter,
    ...parts,
  });

test('a file of XML that is broken in the middle is known as damaged', { skip }, async () => {
  const files: Record<string, (middle: string) => string | Uint8Array> = {
    'a.xml': (middle) => `<?xml version="1.0"?>\n<list><item>${middle}</item></list>`,
    'bare.xml': (middle) => `<list><item>${middle}</item></list>`,
    'utf16.xml': (middle) => utf16(`<list><item>${middle}</item></list>`),
    'a.xhtml': (middle) => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>${middle}</p></html>`,
    'a.gpx': (middle) => `<?xml version="1.0"?><gpx><trk>${middle}</trk></gpx>`,
    'a.dae': (middle) => `<?xml version="1.0"?><COLLADA><asset>${middle}</asset></COLLADA>`,
    'a.fb2': (middle) => `<?xml version="1.0"?><FictionBook><body>${middle}</body></FictionBook>`,
    'a.svg': (middle) => `<svg ${SVG}><g>${middle}</g></svg>`,
    'latin.svg': (middle) =>
      latin1(`<?xml version="1.0" encoding="iso-8859-1"?><svg ${SVG}><g id="\xe4">${middle}</g></svg>`),
    'a.svgz': (middle) => gzipSync(`<svg ${SVG}><g>${middle}</g></svg>`),
    'a.epub': (middle) => book(`<html><body><p>${middle}</p></body></html>`),
  };
  for (const [name, made] of Object.entries(files)) {
    const { warning, properties } = await extracted(name, made('<b/>'));
    assert.deepEqual([warning, properties.isDamaged], [undefined, undefined], name);
    for (const middle of ['<b>', '<b a=>', 'A & B']) {
      const broken = await extracted(name, made(middle));
      assert.match(broken.warning ?? '', /^The file seems damaged/, `${name} ${middle}`);
      // Others are drawn as text, or by their cover, whatever is in them.
      assert.equal(broken.properties.isDamaged ?? false, /svg/.test(name), `${name} ${middle}`);
      assert.equal(broken.properties.mediaType, properties.mediaType, name);
    }
  }
  const page = await extracted('a.html', '<!doctype html><html><body><p>one<p>two<br></div></html>');
  assert.equal(page.warning, undefined);
});

test('an SVG that is too large to be read is not damaged', { skip }, async () => {
  for (const size of [SVG, '']) {
    const large = gzipSync(`<svg ${size}>${' '.repeat(32 * 2 ** 20)}</svg>`);
    const { warning, properties } = await extracted('a.svgz', large);
    const { mediaType, drawn, isDamaged } = properties;
    assert.deepEqual([warning, mediaType, isDamaged], [undefined, 'image/svg+xml', undefined], size);
    assert.equal(drawn?.width, size === '' ? undefined : 30);
  }
});

test('a book is not damaged for what is encrypted in it, but for what does not unpack', { skip }, async () => {
  const reference = (address: string) => `<enc:CipherReference URI="${address}"/>`;
  const encrypted = (...names: string[]) => ({
    'a b.xhtml': '\x01\x02',
    'META-INF/encryption.xml': `<encryption>${names.map(reference).join('')}</encryption>`,
  });
  const warningOf = async (content: Uint8Array) => (await extracted('a.epub', content)).warning;
  assert.equal(await warningOf(book('\x01\x02', encrypted('one.xhtml', 'a%20b.xhtml'))), undefined);
  const open = book('\x01\x02', encrypted('a%20b.xhtml'));
  assert.match((await warningOf(open)) ?? '', /^The file seems damaged: one\.xhtml/i);
  const packed = book(`<p>${' '.repeat(20_000)}</p>`);
  const at = packed.indexOf('one.xhtml') + 'one.xhtml'.length;
  assert.match((await warningOf(packed.fill(0xff, at, at + 2))) ?? '', /^The file seems damaged: one\.xhtml/i);
});

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"';
const agent = (name: string) => `<cc:Agent><dc:title>${name}</dc:title></cc:Agent>`;
const INKSCAPE = `<svg:title>Own</svg:title><svg:desc>Text</svg:desc><svg:metadata><rdf:RDF ${RDF} xmlns:cc="http://creativecommons.org/ns#"><cc:Work
  rdf:about=""><dc:format>image/svg+xml</dc:format><dc:title>See &amp; Boot</dc:title><dc:description>Am Ufer</dc:description>
  <dc:creator>${agent('Ann')}</dc:creator><dc:creator>${agent('Bob')}</dc:creator><dc:rights>${agent('© Ann')}</dc:rights>
  <dc:publisher>${agent('Press')}</dc:publisher><dc:date>2020-05-06</dc:date>
  <dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>boat</rdf:li></rdf:Bag></dc:subject>
  <cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/></cc:Work><cc:License rdf:about="https://creativecommons.org/licenses/by/4.0/"/></rdf:RDF></svg:metadata>`;

test('an SVG has title, description and rights of its metadata, else its own', { skip }, async () => {
  const metadataOf = async (name: string, content: string | Uint8Array) => (await extracted(name, content)).metadata;
  const plain = (content: string) => `<svg ${SVG}>${content}</svg>`;
  const inkscape = `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="30" height="20">${'<svg:g/>'.repeat(10_000)}${INKSCAPE}</svg:svg>`;
  const read = {
    ...{ title: 'See & Boot', description: 'Am Ufer', creator: 'Ann, Bob', copyright: '© Ann', captured: '2020-05-06' },
    keywords: [['lake'], ['boat']],
    rights: { creator: ['Ann', 'Bob'], copyright: '© Ann', licence: 'https://creativecommons.org/licenses/by/4.0/' },
  };
  assert.deepEqual((await extracted('a.svg', inkscape)).properties.marks, {
    ...read.rights,
    copyright: { 'x-default': '© Ann' },
  });
  assert.deepEqual(await metadataOf('a.svg', inkscape), read);
  assert.deepEqual(await metadataOf('a.svgz', gzipSync(inkscape)), read);
  assert.deepEqual(await metadataOf('a.svg', utf16(inkscape)), read);
  assert.deepEqual(await metadataOf('a.svg', latin1(`<?xml version="1.0" encoding="iso-8859-1"?>${inkscape}`)), read);
  const inner = '<g><title>Shape</title><desc>of a shape</desc></g>';
  const own = `${inner}<title>Lake <!-- x -->&lt;1&gt;</title><desc>With <b>boats</b></desc><title>Second</title>`;
  assert.deepEqual(await metadataOf('a.svg', plain(own)), {
    ...{ title: 'Lake <1>', description: 'With boats', keywords: [] },
  });
  assert.deepEqual(await metadataOf('a.svg', plain(inner)), { keywords: [] });
  // Nested without end, which takes no longer than others: broken XML has no metadata.
  assert.deepEqual(await metadataOf('a.svg', plain(`<title>Lake</title>${'<g>'.repeat(1_000_000)}`)), { keywords: [] });
  const languages = '<title lang="de">See</title><title xml:lang="en">Lake</title><title>Lac</title>';
  assert.deepEqual((await metadataOf('a.svg', plain(languages)))?.title, { de: 'See', en: 'Lake', 'x-default': 'Lac' });
  const entities = (declared: string, title: string) =>
    `<!DOCTYPE svg [${declared}]>\n${plain(`<title>${title}</title>`)}`;
  const titles: readonly (readonly [declared: string, title: string, read: string | undefined])[] = [
    ['<!ENTITY x "Lake"><!ENTITY x "Other">', 'The &x; &#252;ber &#x1F30A; &amp;x;', 'The Lake über 🌊 &x;'],
    [`<!ENTITY in 'L&#228;ke'> <!ENTITY out "&in; &amp; &in;">`, '&out;', 'Läke & Läke'],
    ['<!ENTITY x "&x;&x;">', 'Lake', 'Lake'],
    ['<!ENTITY x SYSTEM "file:///etc/hostname">', 'Lake &x;', 'Lake &x;'],
  ];
  for (const [declared, title, read] of titles)
    assert.equal((await metadataOf('a.svg', entities(declared, title)))?.title, read, title);
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
  const bomb = (await metadataOf('a.svg', entities(`<!ENTITY e0 "Lake">${levels}`, 'Small &e9;')))?.title;
  assert.ok(typeof bomb === 'string' && bomb.startsWith('Small ') && bomb.length <= 10_000);
  const xmp = `<metadata><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}><rdf:Description rdf:about=""><dc:title><rdf:Alt>
    <rdf:li xml:lang="x-default">Lake</rdf:li><rdf:li xml:lang="de">See</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>
    </x:xmpmeta></metadata>`;
  for (const [name, content] of [
    ['a.svg', plain(xmp)],
    ['a.svgz', gzipSync(plain(xmp))],
  ] as const)
    assert.deepEqual((await metadataOf(name, content))?.title, { 'x-default': 'Lake', de: 'See' }, name);
});
