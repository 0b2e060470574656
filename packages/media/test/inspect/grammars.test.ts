import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import { cleanLine, KEYWORD_LIMITS } from '../../src/inspect/clean-text.ts';
import { isoDate } from '../../src/inspect/dates.ts';
import { flatKeywords, keywordPaths } from '../../src/inspect/keywords.ts';
import { firstWhole, withWhole } from '../../src/inspect/lost-letters.ts';
import { svgSize } from '../../src/inspect/svg-size.ts';
import { tableRows } from '../../src/inspect/table-shape.ts';
import { decodeText } from '../../src/inspect/text-content.ts';
import { readPdfText, readUndeclaredUtf8 } from '../../src/inspect/undeclared-text.ts';

test('dates as files write them become ISO 8601, and other texts nothing', () => {
  const expected: readonly (readonly [string, string | undefined])[] = [
    ['2024:05:01 10:00:00', '2024-05-01T10:00:00'],
    ['2024:05:01 10:00:00.25+02:00', '2024-05-01T10:00:00.25+02:00'],
    ['2024-05-01T10:00Z', '2024-05-01T10:00:00Z'],
    ['2024:05:01 10:00:00+0200', '2024-05-01T10:00:00+02:00'],
    ['2024:02:29', '2024-02-29'],
    ['2023:02:29', undefined],
    ['2024:05', '2024-05'],
    ['1888', '1888'],
    ['0000:00:00 00:00:00', undefined],
    ['2024:13:01', undefined],
    ['2024:05:01 25:00:00', '2024-05-01'],
    ['    :  :     :  :  ', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [written, iso] of expected) assert.equal(isoDate(written), iso, written);
});

test('keyword paths are clean, unique and bounded, whatever was written', () => {
  const texts = fc.array(fc.string({ unit: codePoint, maxLength: 40 }), { maxLength: 20 });
  forAll(texts, texts, texts, (flat, hierarchical, supplemental) => {
    const written = {
      ...flatKeywords(flat),
      'lr:hierarchicalSubject': hierarchical.map((text) => text.split('|')),
      'IPTC:SupplementalCategories': [supplemental],
    };
    const paths = keywordPaths([written, flatKeywords(supplemental)]);
    assert.equal(new Set(paths.map((path) => path.join('\0'))).size, paths.length);
    for (const path of paths) {
      assert.ok(path.length > 0 && path.length <= KEYWORD_LIMITS.levels);
      for (const element of path) assert.ok(element !== '' && cleanLine(element) === element, JSON.stringify(element));
    }
  });
});

test('UTF-8 read as Latin-1 is repaired, and real Latin-1 stays', () => {
  const misread = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
  forAll(fc.string({ unit: 'grapheme' }), (text) => assert.equal(readUndeclaredUtf8(misread(text)), text));
  for (const text of ['Café', 'Übergröße', 'naïve', '€ 5', '']) assert.equal(readUndeclaredUtf8(text), text);
  const ofPdf = { 'Ã¼': 'ü', 'ï»¿Ã¼': 'ü', 'â•€': '\u2020', Müller: 'Müller', Š: 'Š', 東: '東' };
  for (const [text, repaired] of Object.entries(ofPdf)) assert.equal(readPdfText(text), repaired);
});

test('a text that has lost letters gives way to a whole one, and one that asks a question does not', () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['J?rgen', 'Jürgen'], 'Jürgen'],
    [['J??rgen M??ller', 'J\ufffdrgen M\ufffdller', 'Jürgen Müller'], 'Jürgen Müller'],
    [['???', '東京都'], '東京都'],
    [['Quo vadis?', 'Où?'], 'Quo vadis?'],
    [['Où?', 'O??', 'Où!'], 'Où?'],
    [['J\ufffdrgen', 'Anna'], 'Anna'],
    [['J\ufffdrgen'], 'J\ufffdrgen'],
  ];
  for (const [texts, expected] of cases) assert.equal(firstWhole(texts, String), expected);
  assert.deepEqual(withWhole(['B?ume', 'Wo?'], ['Bäume', 'Seen']), ['Bäume', 'Wo?']);
  const [long, whole] = ['ä'.repeat(30), `${'ä'.repeat(31)}e`];
  assert.deepEqual(withWhole([`${long}\ufffd`, long, long.slice(1)], [whole], 64), [whole, long, long.slice(1)]);
  assert.deepEqual(withWhole([`${long}\ufffd`], [whole]), [`${long}\ufffd`]);
  // Takes no longer than others.
  const many = Array.from({ length: 50_000 }, (_, number) => `keyword ${number}`);
  for (const bytes of [64, Number.POSITIVE_INFINITY]) assert.deepEqual(withWhole(many, many, bytes), many);
});

test('the size of an SVG is that of width and height, else of its viewBox', () => {
  const expected: readonly (readonly [string, (readonly [number, number])?])[] = [
    ['<svg width="100" height="50">', [100, 50]],
    ['<svg width="1.5" height="1e9">', [1.5, 1e9]],
    ['<svg width="1in" height="25.4mm">', [96, 96]],
    ["<svg viewBox='0 0 30 20'>", [30, 20]],
    ['<svg viewBox="0,0,30,20" width="60">', [60, 40]],
    ['<svg width="100%" height="100%" viewBox="0 0 8 4">', [8, 4]],
    ['<svg:svg data-width="9" width="3" height="2">', [3, 2]],
    ['<svg title="a > b" width="3" height="2">', [3, 2]],
    ['<!-- <svg width="9"> --><svg width="3" height="2">', [3, 2]],
    ['<!-- <svg width="3" height="2">'],
    ['<svg width="1e999" height="1">'],
    ['<svg>'],
    [''],
  ];
  for (const [text, size] of expected)
    assert.deepEqual(svgSize(text), size && { width: size[0], height: size[1] }, text);
});

test('text is in the encoding that it declares, else UTF-8, or Windows-1252 without control characters', () => {
  assert.equal(decodeText(Buffer.from('Grüße')), 'Grüße');
  assert.equal(decodeText(Buffer.from('Grüße').subarray(0, 3)), 'Gr'); // cut within a character
  assert.equal(decodeText(Buffer.from('Grüße', 'latin1')), 'Grüße');
  assert.equal(decodeText(Buffer.from('\ufeffab', 'utf16le')), 'ab');
  assert.equal(decodeText(Buffer.from([0xfe, 0xff, 0, 0x61])), 'a');
  const html = (label: string) => `<!DOCTYPE html><!-- <meta charset="big5"> --><meta charset="${label}">`;
  const xml = (label: string) => `<?xml version='1.0' encoding='${label}'?><a>`;
  const typed = '<html><meta http-equiv="Content-Type" content="text/html; charset=GBK">';
  const declared: readonly (readonly [string, string, string])[] = [
    [html('windows-1251'), '\xcf\xf0\xe8', 'При'],
    [html('KOI8-R'), '\xf0\xd2\xc9', 'При'],
    [html('x-sjis'), '\x93\x8c\x8b\x9e', '東京'],
    [typed, '\xb6\xab', '东'],
    // What stands in another content declares nothing.
    [`<meta name="description" content="How to write charset=big5">${typed}`, '\xb6\xab', '东'],
    [`<meta http-equiv="refresh" content="5; charset=utf-8"><meta charset=GBK>`, '\xb6\xab', '东'],
    [`<meta content='text/html;charset=GBK' http-equiv=content-type>`, '\xb6\xab', '东'],
    [xml('euc-kr'), '\xc7\xd1\x8c\x63', '한똠'],
    [html('ks_c_5601-1989'), '\x94\xee', '뷁'],
    [html('big5'), '\xad\xbb\x87\x40', '香䏰'],
    [html('windows-1252'), '\x81\xfc', '\x81ü'],
    [xml('ISO-8859-2'), '\xb1\xea', 'ąę'],
    [xml('utf-16'), '\xc3\xbc', 'ü'],
    [html('no-such'), '\xfc', 'ü'],
    ['@charset "windows-1251";', '\xcf', 'П'],
    ['# <meta charset="windows-1251">', '\xfc', 'ü'],
  ];
  for (const [start, bytes, text] of declared)
    assert.equal(decodeText(Buffer.from(start + bytes, 'latin1')), start + text, start);
  const wide = Buffer.from(`${xml('UTF-16')}東`, 'utf16le');
  assert.deepEqual([decodeText(wide), decodeText(wide.swap16())], [`${xml('UTF-16')}東`, `${xml('UTF-16')}東`]);
  assert.equal(decodeText(Buffer.from('a\0b')), undefined);
  assert.equal(decodeText(Buffer.from([0x89, 0x50, 0x1a])), undefined);
});

test('a table has the delimiter that its first line states for Excel, and that line is no row', async () => {
  const rows = [
    ['Name', '1,5'],
    ['a;b', '2'],
  ];
  for (const line of ['sep=|\n', 'SEP=|\r\n', '"sep=|"\n'])
    assert.deepEqual(await tableRows(`${line}Name|1,5\na;b|2\n`), rows, line);
  assert.deepEqual(await tableRows('sep=x,y\n1,2\n'), [
    ['sep=x', 'y'],
    ['1', '2'],
  ]);
});
