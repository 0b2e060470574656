import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { wordsOf } from '../../../core/src/domain/words.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { mayHaveLayers } from '../../src/texts/may-have-layers.ts';
import { readPdfWords } from '../../src/texts/pdf-words.ts';
import { TextReader } from '../../src/texts/text-reader.ts';
import { pdfOfContents, pdfOfTexts } from './pdf-of-texts.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const TYPES = {
  ...{ pdf: 'application/pdf', docx: `${OFFICE}wordprocessingml.document`, xlsx: `${OFFICE}spreadsheetml.sheet` },
  ...{ pptx: `${OFFICE}presentationml.presentation`, odt: 'application/vnd.oasis.opendocument.text' },
  ...{ ods: 'application/vnd.oasis.opendocument.spreadsheet' },
  ...{ odp: 'application/vnd.oasis.opendocument.presentation' },
  ...{ fodt: 'application/vnd.oasis.opendocument.text-flat-xml', epub: 'application/epub+zip', html: 'text/html' },
  ...{ md: 'text/markdown', srt: 'application/x-subrip', vtt: 'text/vtt', ass: 'text/x-ssa', smi: 'text/x-sami' },
  ...{ sub: 'text/x-microdvd', sbv: 'text/x-sbv', lrc: 'text/x-lrc', txt: 'text/plain', json: 'application/json' },
  ...{ xhtml: 'application/xhtml+xml', eml: 'message/rfc822', csv: 'text/csv', xml: 'application/xml' },
} as const;

type Type = keyof typeof TYPES;

const word = (body: string) => `<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`;
const chart =
  '<c:x><a:p><a:t>Umsatz</a:t></a:p><c:strCache><c:pt><c:v>Ost</c:v></c:pt></c:strCache><c:numCache><c:pt><c:v>5</c:v></c:pt></c:numCache><c:strLit><c:pt><c:v>Süd</c:v></c:pt></c:strLit><c:numLit><c:pt><c:v>5</c:v></c:pt></c:numLit></c:x>';
const open = (body: string, kind: string) => `<office:body><office:${kind}>${body}</office:${kind}></office:body>`;

suite('the text of a file', () => {
  const folder = newFolder();
  // Slides have pages only where LibreOffice draws them.
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  const reader = new TextReader({ processes: 2, secondsPerFile: 60 });
  process.env['PATH'] = path;
  after(() => reader[Symbol.asyncDispose]());
  let files = 0;

  async function read(type: Type, content: string | Uint8Array, maxCharacters = 1_000_000) {
    files += 1;
    const file = join(folder, `${files}`);
    writeFileSync(file, content);
    const signal = AbortSignal.timeout(120_000);
    return await reader.read({ path: file, mediaType: TYPES[type] }, { maxCharacters, signal });
  }

  async function pagesOf(...args: Parameters<typeof read>): Promise<readonly string[]> {
    const text = await read(...args);
    assert.ok(!('failure' in text), 'failure' in text ? text.failure : '');
    return text.pages;
  }

  const SAYS: readonly (readonly [what: string, type: Type, content: string | Uint8Array, text: string])[] = [
    ['UTF-8', 'txt', 'Schlüssel \u{1f332}\r\n\r\n\r\n\r\nund  mehr\u0007', 'Schlüssel \u{1f332}\n\nund mehr'],
    ['JSON', 'json', '{"ort": "K\\u00f6ln\\nRhein", "weg": "a\\\\u"}', '{"ort": "Köln\nRhein", "weg": "a\\u"}'],
    ['UTF-16', 'txt', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['UTF-16 with the high byte first', 'txt', Buffer.from('\ufeffGrüße', 'utf16le').swap16(), 'Grüße'],
    ['UTF-16 without a mark', 'txt', Buffer.from('Grüße aus Köln', 'utf16le'), 'Grüße aus Köln'],
    [
      'UTF-8 with a wrong byte',
      'txt',
      Buffer.concat([Buffer.from('Öl '.repeat(30)), Buffer.from([0xfc]), Buffer.from(' Maß')]),
      `${'Öl '.repeat(30)} Maß`.replaceAll('  ', ' '),
    ],
    ['Windows-1252', 'csv', Buffer.from('Stra\xdfe;\x80 5', 'latin1'), 'Straße;€ 5'],
    [
      'ligatures and soft hyphens',
      'txt',
      'e\ufb03zient Aus\u00adstel\u00ad\nlung Muse-\nums E-\nMail',
      'effizient Ausstellung Museums E-\nMail',
    ],
    [
      'a web page without scripts',
      'html',
      `<title>Öl</title><script>a()</script><style>b{}</style><p>Wer<b>ke</b><a href="#n"><sup>1</sup></a> aus <ruby>東<rp>(<rt>とう<rp>)<rt></ruby>京<p hidden>c</p><ul><li>eins<li>zwei</ul>
       <img alt="Ein Bild"><noscript>d</noscript><p style="color: red; display:none">e</p>`,
      'Öl\n\nWerke 1 aus 東京\n\neins\n\nzwei\n\nEin Bild',
    ],
    ['a Cyrillic web page', 'html', Buffer.from('<meta charset=windows-1251>\xcc\xf3\xe7\xe5\xe9', 'latin1'), 'Музей'],
    [
      'XHTML, where any element may end at once',
      'xhtml',
      '<?xml version="1.0"?><html><head><title/><script src="a"/></head><body><p>&eacute;t&eacute;</p><textarea/><![CDATA[<b>]]></body></html>',
      'été\n\n<b>',
    ],
    [
      'an e-mail without its attachments',
      'eml',
      [
        ...['From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>', 'Subject: =?iso-8859-1?B?R3L83w==?='],
        ...[' =?iso-8859-1?q?_an_alle?=', 'Content-Type: multipart/mixed; boundary="m"', '', '--m'],
        ...['Content-Type: multipart/alternative; boundary=a', '', '--a', 'Content-Type: text/plain; charset=koi8-r'],
        ...['Content-Transfer-Encoding: quoted-printable', '', '=CD=C9=', '=D2', '--a', 'Content-Type: text/html', ''],
        ...['<p>the same</p>', '--a--', '--m', 'Content-Type: text/html; charset=shift_jis'],
        ...['Content-Transfer-Encoding: base64', '', 'k/qWe4zq', '--m', 'Content-Type: text/plain'],
        ...['Content-Disposition: attachment; filename=b.txt', '', 'attached', '--m--'],
      ].join('\r\n'),
      'Grüß an alle\nJürgen j@example.org\n\nмир\n\n日本語',
    ],
    ['Markdown', 'md', '# Titel\n\n[Link](http://x) und **fett**.\n<script>x</script>', 'Titel\n\nLink und fett.'],
    [
      'XML',
      'xml',
      '<a b="c"><stylesheet>p {}</stylesheet><d>Öl</d><d>auf<!-- e --> Holz &amp; Öl</d><binary>/9j/</binary></a>',
      'Öl auf Holz & Öl',
    ],
    [
      'SubRip',
      'srt',
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Guten</i> Tag\r\n12\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Rock &amp; Roll',
      'Guten Tag\n12\nRock & Roll',
    ],
    [
      'WebVTT',
      'vtt',
      'WEBVTT - a\n\nNOTE b\n\nSTYLE\n::cue {}\n\nid\n00:01.000 --> 00:02.000 align:start\n<v Anna>Bonjour <c.x>le</c> monde',
      'Bonjour le monde',
    ],
    [
      'SubStation Alpha',
      'ass',
      `[Script Info]\nTitle: a\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n[Events]\nFormat: Layer, Start, End, Style, Text
Comment: 0,0:00:01.00,0:00:02.00,Default,b\nDialogue: 0,0:00:01.00,0:00:02.00,Default,{\\i1}kur{\\i0}siv, ja\\Nnächste\\hZeile
Dialogue: 0,0:00:01.00,0:00:02.00,Default,{\\p1}m 0 0 l 1 1{\\p0}Bild
Dialogue: 0,0:00:01.00,0:00:02.00,Default,vor{\\an7\\p2}m 0 0{\\i1} l 1 1`,
      'kursiv, ja\nnächste Zeile\nBild\nvor',
    ],
    [
      'SubStation Alpha without columns and with a mark that does not end',
      'ass',
      `${'[Events]\n'.repeat(100_000)}Dialogue: ${','.repeat(9)}Bild{${'\\p1'.repeat(100_000)}{\\i1}`,
      `Bild{${'\\p1'.repeat(100_000)}`,
    ],
    [
      'SAMI',
      'smi',
      `<SAMI><HEAD><STYLE TYPE="text/css"><!-- P {} .ENCC {Name: English;} --></STYLE></HEAD><BODY>
<SYNC Start=1000><P Class=ENCC>Rock &amp; <i>Ro</i>ll<br>two<SYNC Start=2000><P Class=ENCC>&nbsp;${'<SYNC Start=3000><P Class=ENCC>'.repeat(2500)}end`,
      'Rock & Roll\n\ntwo\n\nend',
    ],
    ['MicroDVD', 'sub', '{1}{1}25.000\n{0}{25}{y:i}Guten Tag|Welt\n{30}{50}12', 'Guten Tag\nWelt\n12'],
    ['SubViewer', 'sub', '[INFORMATION]\n\n00:00:01.00,00:00:02.00\nA[br]B\n\n00:00:03.00,00:00:04.00\nC', 'A\nB\nC'],
    ['YouTube', 'sbv', '0:00:01.000,0:00:02.000\nGuten Tag\n\n0:00:03.000,0:00:04.000\nWelt', 'Guten Tag\nWelt'],
    ['lyrics', 'lrc', '[ti:L]\n[length:02:10]\n[00:12.00][01:12.00]A<00:12.50>b\n[00:15.30]C [d]', 'L\n\nAb\nC [d]'],
    [
      'Word',
      'docx',
      zipOf({
        'word/header': word('<w:p><w:r><w:t>Briefkopf</w:t></w:r></w:p>'),
        'word/document.xml': word(
          `<w:p><w:r><w:t>Rech</w:t></w:r><w:r><w:t>nung</w:t><w:tab/><w:t>7</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="V"/></w:pPr><w:r><w:t>geheim</w:t></w:r></w:p>
           <w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>geheim</w:t></w:r><w:r><w:rPr><w:rStyle w:val="V"/></w:rPr><w:t>geheim</w:t></w:r>
           <w:del><w:r><w:delText>alt</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt></w:ruby><w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>neu</w:t></w:r><w:moveFrom><w:r><w:noBreakHyphen/></w:r></w:moveFrom></w:p>
           <w:p><w:r><w:t>Vor</w:t><AlternateContent><Choice><w:txbxContent><w:p><w:r><w:t>Feld</w:t></w:r></w:p></w:txbxContent></Choice><Fallback><w:p><w:r><w:t>Feld</w:t></w:r></w:p></Fallback></AlternateContent></w:r></w:p>`,
        ),
        'word/_rels/document.xml.rels': relations('header', 'comments', 'chart', 'styles', 'diagramData'),
        'word/styles': '<w:s><w:style w:styleId="V"><w:rPr><w:vanish/></w:rPr></w:style></w:s>',
        'word/chart': chart,
        'word/diagramData': '<d:pt><a:p><a:t>Schritt</a:t></a:p></d:pt>',
        'word/comments': word('<w:p><w:r><w:t>Anmerkung</w:t></w:r></w:p>'),
      }),
      'Rechnung 7\n\nneu\nVor\nFeld\n\nBriefkopf\nUmsatz\nOst\n\nSüd\n\nSchritt',
    ],
    [
      'Excel',
      'xlsx',
      zipOf({
        'xl/workbook.xml': `<workbook xmlns:r="x"><sheets><sheet name="Preise" r:id="rId1"/><sheet name="b" state="hidden" r:id="rId2"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': relations(
          'worksheets/sheet1.xml',
          'worksheets/sheet2.xml',
          'sharedStrings.xml',
          'styles',
        ),
        'xl/styles': `<s><numFmts><numFmt numFmtId="164" formatCode="[$-407]dd/mm\\.yy\\ &quot;um&quot; h:mm AM/PM;@"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts>
          <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 164, 46, 165, 15].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></s>`,
        'xl/sharedStrings.xml':
          '<sst><si><t>W_x0061_re</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウ</t></rPh></si></sst>',
        'xl/worksheets/sheet1.xml': `<worksheet><row>${'<c/>'.repeat(3000)}<c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
          <row><c t="inlineStr"><is><t>_x0048_am</t></is><is><t>mer</t></is></c><c><f>A1*2</f><v>12.5</v></c><c t="e"><v>#N/A</v></c></row>
          <row>${[1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>45650.53125</v></c>`).join('')}<c s="1"><v>59</v></c></row>
          <headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;8Bericht A&amp;&amp;B&amp;RSeite &amp;P</oddHeader></headerFooter></worksheet>`,
        'xl/worksheets/_rels/sheet1.xml.rels': relations('drawing'),
        'xl/worksheets/drawing': '<x/>',
        'xl/worksheets/_rels/drawing.rels': relations('chart'),
        'xl/worksheets/chart': chart,
        'xl/worksheets/sheet2.xml': '<worksheet><row><c t="str"><v>geheim</v></c></row></worksheet>',
      }),
      'Preise\nWare 東京\nHammer 12.5\n2024-12-24 24/12.24 um 12:45 PM 1095612:45:00 45650.53125 24-Dec-24 1900-02-28\n\nBericht A&B Seite\nUmsatz\nOst\n\nSüd',
    ],
    [
      'text of OpenDocument',
      'odt',
      zipOf({
        'content.xml': open(
          `<text:tracked-changes><text:p>alt</text:p></text:tracked-changes><text:h>Kata<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note>log</text:h>
           <style:style style:name="H"><style:text-properties text:display="none"/></style:style><text:p text:style-name="H">a</text:p>
           <text:section text:display="none"><text:p>b</text:p></text:section><text:p>Ein<text:s text:c="2"/>Bild<text:span text:style-name="H">c</text:span><office:annotation><text:p>x</text:p></office:annotation><text:line-break/>in <text:span>Öl</text:span><draw:text-box><text:p>Feld</text:p></draw:text-box></text:p>
           <table:table table:name="T"><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>`,
          'text',
        ),
        'styles.xml':
          '<office:s><office:master-styles><style:master-page style:name="S"><style:header-left style:display="false"><text:p>geheim</text:p></style:header-left><text:p>Fuß<text:page-number>1</text:page-number></text:p></style:master-page></office:master-styles></office:s>',
      }),
      'Katalog\nEin Bild\nin Öl\nFeld\n\n1 2\n\nFuß\n\nNote',
    ],
    [
      'text of OpenDocument in one XML file',
      'fodt',
      `<o:d><o:master-styles><s:master-page s:name="S"><text:p>Kopf</text:p></s:master-page></o:master-styles>${open('<text:p>Flach</text:p>', 'text')}</o:d>`,
      'Flach\n\nKopf',
    ],
    [
      'a workbook of OpenDocument',
      'ods',
      zipOf({
        'content.xml': `<office:d><office:automatic-styles><number:text>-</number:text><style:style style:name="h"><style:table-properties table:display="false"/></style:style><style:style style:name="t" style:master-page-name="L"/></office:automatic-styles>${open(
          `<table:table table:name="Liste" table:style-name="t"><office:forms/><table:table-row><table:table-cell><text:p>Öl</text:p></table:table-cell><table:table-cell office:date-value="2024-12-24"/></table:table-row></table:table>
           <table:table table:name="b" table:style-name="h"><table:table-row><table:table-cell><text:p>geheim</text:p></table:table-cell></table:table-row></table:table>`,
          'spreadsheet',
        )}</office:d>`,
        'styles.xml':
          '<o:s><s:master-page s:name="L"><text:p>Kopf</text:p></s:master-page><s:master-page s:name="x"><text:p>Rest</text:p></s:master-page></o:s>',
      }),
      'Liste\nÖl 2024-12-24\n\nKopf',
    ],
    [
      'a book in the order of its chapters',
      'epub',
      zipOf({
        'META-INF/container.xml': '<container><rootfile full-path="o/b.opf"/></container>',
        'o/b.opf':
          '<package><manifest><item id="b" href="zwei.xhtml"/><item id="a" href="ein%20s.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        'o/zwei.xhtml': '<html><body><p>Zweites</p></body></html>',
        'o/ein s.xhtml': '<html><head><title>T</title></head><body><h1>Erstes</h1></body></html>',
      }),
      'T\n\nErstes\n\nZweites',
    ],
  ];
  for (const [what, type, content, text] of SAYS) {
    test(`is read of ${what}`, async () => {
      assert.deepEqual(await read(type, content), { pages: [text], hasPages: false, isSparse: false });
    });
  }

  test('of slides is that of those that are shown', async () => {
    const slide = (text: string, more = '') =>
      `<p:sld ${more}><a:p><a:r><a:t>${text}</a:t></a:r><a:br/><a:r><a:t>x</a:t></a:r></a:p></p:sld>`;
    const pptx = zipOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId3"/><p:sldId id="258" r:id="rId1"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations('slides/1.xml', 'slides/2.xml', 'slides/3.xml'),
      'ppt/slides/1.xml': slide('Ende', 'showMasterSp="0"'),
      'ppt/slides/2.xml': slide('Anfang'),
      'ppt/slides/_rels/2.xml.rels': relations('../slideLayout'),
      'ppt/slideLayout':
        '<p:sldLayout><p:sp><p:ph/><a:t>Titel hier</a:t></p:sp><p:sp><a:t>Muster</a:t></p:sp></p:sldLayout>',
      'ppt/_rels/slideLayout.rels': relations('slideMaster'),
      'ppt/slideMaster': '<p:sldMaster><p:sp><a:t>GmbH</a:t></p:sp></p:sldMaster>',
      'ppt/_rels/slideMaster.rels': '<r><Relationship Id="itself" Target="slideMaster"/></r>',
      'ppt/slides/_rels/1.xml.rels': relations('../slideLayout'),
      'ppt/slides/3.xml': slide('geheim', 'show="0"'),
      'ppt/notesSlides/1.xml': slide('Notiz'),
    });
    assert.deepEqual(await pagesOf('pptx', pptx), ['Anfang\nx\n\nMuster\nGmbH\n\nEnde\nx']);
    const odp = zipOf({
      'content.xml': `<o:d><style:style style:name="h"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>${open(
        `<draw:page draw:master-page-name="M"><text:p>Anfang</text:p><presentation:notes><text:p>Notiz</text:p></presentation:notes></draw:page>
         <draw:page draw:style-name="h"><text:p>geheim</text:p></draw:page><draw:page><text:p>Ende</text:p></draw:page>`,
        'presentation',
      )}</o:d>`,
      'styles.xml':
        '<o:s><s:master-page s:name="M"><draw:frame p:placeholder="true"><text:p>Titel hier</text:p></draw:frame><text:p>Muster</text:p></s:master-page></o:s>',
    });
    assert.deepEqual(await pagesOf('odp', odp), ['Anfang\n\nMuster\n\nEnde']);
  });

  test('of a PDF comes by pages, in reading order, without what lies outside of them', async () => {
    const left = [
      'Die Ausstellung zeigt Werke',
      'aus dem Besitz der Stadt, die',
      'zuvor nie zu sehen waren, und',
      'endet im kommenden März.',
    ];
    const right = ['Rechts beginnt die zweite', 'Spalte mit anderem', 'Text, der danach zu', 'lesen ist, wie immer.'];
    const pdf = await pdfOf((page) => {
      page.text('Sonderschau', 60, 40);
      const each = (draw: (text: string, x: number, y: number) => void) => {
        for (const [row, text] of left.entries()) {
          draw(text, 60, 100 + row * 14);
          draw(right[row] ?? '', 330, 100 + row * 14);
        }
      };
      each((text, x, y) => page.text(text, x, y, { lineBreak: false }));
      page.addPage();
      each((text, x, y) => {
        for (const { 0: word, index } of text.matchAll(/\S+/g))
          page.text(word, x + page.widthOfString(text.slice(0, index)), y, { lineBreak: false });
      });
      page.addPage();
      page.addPage().text('Muse-', 60, 60).text('um', 60, 74).text('outside', -300, 60, { lineBreak: false });
    });
    const text = await read('pdf', pdf);
    assert.ok(!('failure' in text));
    assert.deepEqual([text.hasPages, text.isSparse], [true, true]);
    assert.deepEqual(
      text.pages.map((page) => page.replaceAll(/\s+/g, ' ')),
      [['Sonderschau', ...left, ...right].join(' '), [...left, ...right].join(' '), '', 'Museum'],
    );
  });

  test('of a PDF in vertical lines of a font that is not embedded is read from the right', async () => {
    // 日本, 東京 and 本日 in Shift-JIS.
    const lines = ['93fa967b', '938c8b9e', '967b93fa'].map(
      (codes, at) => `BT /F 12 Tf ${500 - 200 * (at % 2)} ${at < 2 ? 780 : 400} Td <${codes.repeat(3)}> Tj ET`,
    );
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-V /DescendantFonts [<< /Type /Font
      /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>
      /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] /Ascent 880 >> >>] >>`;
    const pdf = pdfOfContents([lines.toReversed().join('\n')], font);
    const all = ['日本', '東京', '本日'].map((line) => line.repeat(3)).join('\n');
    assert.deepEqual(await pagesOf('pdf', pdf), [all]);
    assert.equal((await readPdfWords(Buffer.from(pdf), 0)).text.trim().replaceAll(/\s+/g, '\n'), all);
  });

  test('of a PDF whose map of characters is broken is what can be told of it', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>';
    const shown = 'BT /F 10 Tf 40 800 Td (Hafen im Nebel) Tj ET';
    for (const [map, text] of [
      ['', 'Hafen im Nebel'],
      ['beginbfchar <48> <ZZ> <61>', 'Hafen im Nebel'],
      [`99999999 beginbfrange ${'<00> <ff> [<0041>] '.repeat(2000)}`, 'Hafen im Nebel'],
      ['2 beginbfchar <48> <0000> <61> <d800> endbfchar', 'fen im Nebel'],
    ] as const) {
      assert.deepEqual(await pagesOf('pdf', pdfOfContents([shown, map], font)), [text], map.slice(0, 40));
    }
  });

  test('of a PDF has letters that a font draws as one in their order, in lines from the right, too', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>';
    for (const one of ['06440627', 'FEFC']) {
      // Seen, lam with alef, and meem, stored from left to right.
      const map = `3 beginbfchar <61> <0633> <62> <${one}> <63> <0645> endbfchar`;
      const pdf = pdfOfContents(['BT /F 10 Tf 40 800 Td (cba cba) Tj ET', map], font);
      assert.deepEqual(await pagesOf('pdf', pdf), ['\u0633\u0644\u0627\u0645 \u0633\u0644\u0627\u0645'], one);
      assert.equal(
        (await readPdfWords(Buffer.from(pdf), 0)).text,
        '\u0633\u0644\u0627\u0645 \u0633\u0644\u0627\u0645',
        one,
      );
    }
    // Each in the place of the one before.
    const map = '1 beginbfrange <61> <69> <0631> endbfrange';
    const letters = Array.from({ length: 150_000 }, (_, at) => `(${'abcdefghi'[at % 9]}) 600`).join(' ');
    const wide = font.replace('Helvetica', 'Courier');
    const [page] = await pagesOf('pdf', pdfOfContents([`BT /F 10 Tf 40 800 Td [${letters}] TJ ET`, map], wide));
    assert.ok(page?.includes('\u0631'));
  });

  test('of a PDF in two columns that begin at the right is read column by column', async () => {
    const letters = Array.from(
      { length: 26 },
      (_, at) => `/uni${(0x5d0 + at).toString(16).toUpperCase().padStart(4, '0')}`,
    );
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [97 ${letters.join(' ')}] >> >>`;
    // Letters are stored from left to right.
    const rows = ['abcde', 'fghij', 'klmno', 'pqrst'];
    const lines = rows.flatMap((row, at) =>
      [330, 60].map(
        (x) => `BT /F 10 Tf ${x} ${700 - 14 * at} Td (${`${row} `.repeat(6)}${x === 60 ? 'u' : 'v'}) Tj ET`,
      ),
    );
    const [text = ''] = await pagesOf('pdf', pdfOfContents([lines.join('\n')], font));
    assert.equal(
      text
        .split('\n')
        .map((line) => line[0])
        .join(''),
      '\u05e5'.repeat(4) + '\u05e4'.repeat(4),
    );
  });

  test('of a PDF lacks what is in layers that are not shown', async () => {
    const line = (text: string, row: number) => `BT /F 10 Tf 40 ${800 - 20 * row} Td (${text}) Tj ET`;
    const within = (layer: string, content: string) => `/OC /${layer} BDC ${content} EMC`;
    const content = [
      line('Plan', 0),
      within('Shown', line('Fenster', 1)),
      within('Off', line('Entwurf', 2)),
      within('Off', '0 0 90 90 re f'),
      within('Shown', within('Off', line('innen', 3))),
      within('MOff', line('abhaengig', 4)),
      within('MShown', line('sichtbar', 5)),
      within('Shown', `1 1 1 rg ${line('weiss', 6)}`),
    ].join('\n');
    const pdf = pdfOfContents([within('Off', line('leer', 0)), content], undefined, { Shown: true, Off: false });
    assert.deepEqual(await pagesOf('pdf', pdf), ['', 'Plan\nFenster\nsichtbar\nweiss']);
    assert.equal((await readPdfWords(Buffer.from(pdf), 1)).text.replaceAll(/\s+/g, ' '), 'Plan Fenster sichtbar weiss');
  });

  test('of a PDF lacks parts that are in layers that are not shown', async () => {
    const line = (text: string, row: number) => `BT /F 10 Tf 40 ${800 - 20 * row} Td (${text}) Tj ET`;
    const of = (policy: string) => `<< /Type /OCMD /OCGs [Shown Off] /P /${policy} >>`;
    const parts = {
      A: [line('an', 1), 'Shown'],
      B: [line('aus', 2), 'Off'],
      C: [`/A Do ${line('darin', 3)}`, 'Off'],
      D: [line('eines', 4), of('AnyOn')],
      E: [line('alle', 5), of('AllOn')],
      F: [line('nicht', 6), '<< /Type /OCMD /VE [/Not Shown] >>'],
      G: [line('doch', 7), '<< /Type /OCMD /VE [/Not Off] >>'],
    } as const;
    const content = [line('Plan', 0), ...Object.keys(parts).map((name) => `/${name} Do`)].join('\n');
    const layers = { Shown: true, Off: false };
    assert.deepEqual(await pagesOf('pdf', pdfOfContents([content], undefined, layers, parts)), [
      'Plan\nan\neines\ndoch',
    ]);
    // What names the layers may be compressed.
    const compressed = (objects: Uint8Array) =>
      mayHaveLayers(
        Buffer.concat([Buffer.from('1 0 obj << /Type /ObjStm >> stream\r\n'), objects, Buffer.from('\nendstream')]),
      );
    assert.equal(compressed(deflateSync('1 0 << /OCProperties << >> >>')), true);
    assert.equal(compressed(Buffer.from('encrypted')), true);
    assert.equal(compressed(deflateSync('1 0 << /Type /Catalog >>')), false);
  });

  test('of a PDF lacks hidden words, but has those that lie over a scan', async () => {
    const hide = (page: PDFKit.PDFDocument) =>
      (page as unknown as { addContent(text: string): void }).addContent('3 Tr');
    const pdf = await pdfOf((page) => {
      page.text('Seen').save();
      hide(page);
      page.text('Hidden').restore().addPage().text('Page 2').save();
      hide(page);
      page.text('Recognised').text('by a scanner').restore();
    });
    assert.deepEqual(await pagesOf('pdf', pdf), ['Seen', 'Page 2\nRecognised\nby a scanner']);
    // The same in a part that pages may share.
    const shared = await pdfOf((page) => {
      page.font('Helvetica').text('Seen, too');
      const part = page.ref({
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 600, 850],
        Resources: { Font: page.page.fonts },
      });
      part.end('BT /F1 12 Tf 60 500 Td (Part) Tj 3 Tr 0 -40 Td (Hidden) Tj ET');
      Object.assign(page.page.xobjects, { P: part });
      (page as unknown as { addContent(text: string): void }).addContent('/P Do');
    });
    assert.deepEqual(await pagesOf('pdf', shared), ['Seen, too\nPart']);
  });

  test('of a PDF has what is filled in its form, or written on it', async () => {
    const pdf = await pdfOf((page) => {
      page.font('Helvetica').text('Guest').initForm();
      page.formText('name', 60, 100, 200, 20, { value: 'Ada Lovelace' });
      page.formText('secret', 60, 140, 200, 20, { value: 'hidden', password: true });
    });
    assert.deepEqual(await pagesOf('pdf', pdf), ['Guest\nAda Lovelace']);
    const written = await pdfOf((page) => {
      const note = (subtype: string, text: string, flags: number) =>
        page.annotate(60, 100, 90, 20, { Subtype: subtype, Contents: new String(text), F: flags } as never);
      page.text('Guest');
      note('FreeText', 'Grüße', 4);
      note('FreeText', 'hidden', 2);
      note('Text', 'a remark that opens', 4);
    });
    assert.deepEqual(await pagesOf('pdf', written), ['Guest\nGrüße']);
  });

  test('keeps U+200B, which parts words, and drops what joins them', async () => {
    const written = 'alpha\u200bbeta gam\u2060ma';
    const paragraph = `<p>${written.replace('\u200b', '&#8203;')}</p>`;
    const contents: Partial<Record<Type, string | Uint8Array>> = {
      txt: written,
      md: written,
      html: paragraph,
      xml: paragraph,
      srt: `1\n00:00:01,000 --> 00:00:02,000\n${written}\n`,
      docx: zipOf({ 'word/document.xml': word(`<w:p><w:r><w:t>${written}</w:t></w:r></w:p>`) }),
      odt: zipOf({ 'content.xml': open(`<text:p>${written}</text:p>`, 'text') }),
    };
    for (const [type, content] of Object.entries(contents)) {
      const [text = ''] = await pagesOf(type as Type, content);
      assert.deepEqual(wordsOf(text), ['alpha', 'beta', 'gamma'], type);
    }
  });

  test('of a table in a PDF is read across', async () => {
    const pdf = await pdfOf((page) => {
      for (let row = 0; row < 5; row += 1) {
        page.text(`Posten ${row}`, 60, 100 + row * 14, { lineBreak: false });
        page.text(`${row},50 Euro`, 330, 100 + row * 14, { lineBreak: false });
      }
    });
    assert.match((await pagesOf('pdf', pdf))[0] ?? '', /Posten 1 1,50 Euro\nPosten 2 2,50 Euro/);
  });

  test('of a PDF with turned lines has each on its own', async () => {
    const lines = ['Hafen', 'Nebel', 'Insel'].map(
      (line, at) => `BT /F 10 Tf 0 1 -1 0 ${300 + 20 * at} 100 Tm (${line}) Tj ET`,
    );
    assert.deepEqual(await pagesOf('pdf', pdfOfContents([lines.join('\n')])), ['Hafen\nNebel\nInsel']);
  });

  test('ends at the greatest number of characters, between two characters', async () => {
    assert.deepEqual(await pagesOf('txt', 'abc\u{1f332}def', 4), ['abc']);
    const pdf = await pdfOf((page) => page.text('first').addPage().text('second').addPage().text('third'));
    assert.deepEqual(await pagesOf('pdf', pdf, 8), ['first', 'sec']);
  });

  test('of 100 MB, or of 10,000 pages, is its beginning', async () => {
    const [text = ''] = await pagesOf('txt', Buffer.alloc(100 * 2 ** 20, 'many words '));
    assert.equal(text.length, 1_000_000);
    const pages = await pagesOf('pdf', pdfOfTexts(Array.from({ length: 10_000 }, (_, page) => [`page ${page}`])));
    assert.deepEqual([pages.length, pages[9_999]], [10_000, 'page 9999']);
  });

  const REFUSED: readonly (readonly [
    what: string,
    type: Type,
    content: () => string | Uint8Array | Promise<Uint8Array>,
    reason: RegExp,
  ])[] = [
    ['a PDF with a password', 'pdf', () => pdfOf((page) => page.text('a'), { userPassword: 'b' }), /needs a password/],
    ['what is no PDF', 'pdf', () => 'nothing', /./],
    ['a damaged archive', 'docx', () => 'PK\u0003\u0004nothing', /./],
    ['a bomb', 'docx', () => zipOf({ 'word/document.xml': word(`<w:t>${'a'.repeat(6e7)}</w:t>`) }), /that unpacks to/],
    ['elements without end', 'odt', () => zipOf({ 'content.xml': '<a>'.repeat(1_000_000) }), /too many elements/],
    [
      'a document that needs a password',
      'odt',
      () => zipOf({ 'content.xml': 'x', 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
      /needs a password/,
    ],
    [
      'entities that multiply',
      'docx',
      () =>
        zipOf({
          'word/document.xml': `<!DOCTYPE a [<!ENTITY b "cccccccc"><!ENTITY d "&b;&b;">]>${word('<w:t>&d;</w:t>')}`,
        }),
      /entities/,
    ],
    [
      'entities that multiply in a web page',
      'xhtml',
      () => '<!DOCTYPE a [<!ENTITY b "cccccccc"><!ENTITY d "&b;&b;">]><html><p>&d;</p></html>',
      /entities/,
    ],
  ];
  for (const [what, type, content, reason] of REFUSED) {
    test(`is none of ${what}`, async () => {
      const text = await read(type, await content());
      assert.ok('failure' in text, JSON.stringify(text).slice(0, 200));
      assert.match(text.failure, reason);
    });
  }
});

function relations(...targets: readonly string[]): string {
  const all = targets.map(
    (target, at) => `<Relationship Id="rId${at + 1}" Type="x/${target.replace(/\.xml$/, '')}" Target="${target}"/>`,
  );
  return `<Relationships>${all.join('')}</Relationships>`;
}

async function pdfOf(
  draw: (page: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', ...options });
  draw(document);
  document.end();
  return await buffer(document);
}
