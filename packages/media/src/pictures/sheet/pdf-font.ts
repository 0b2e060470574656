import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { MONO_ADVANCE, openMonoFont } from '../../inspect/fonts.ts';
import { type PdfPart, pdfStream } from '../write-pdf.ts';

/** Number of PDF objects of the font. */
export const FONT_OBJECTS = 5;
/** Unit of lengths in a PDF font, as a fraction of the font size. */
const EM = 1000;
/** Most mappings that one section may have. */
const MAX_MAPPED = 100;

/** The monospaced font, embedded with the characters that a document has. */
export interface PdfFont {
  /** Returns the codes of a text, in hexadecimal digits; undefined if the font lacks a character. */
  glyphsOf(text: string): string | undefined;
  /** Returns the objects of the font, of which the first has this number and is what pages refer to. */
  objects(number: number): Promise<(readonly PdfPart[])[]>;
}

export async function openPdfFont(): Promise<PdfFont> {
  const font = await openMonoFont();
  const subset = font.createSubset();
  /** Codes by character; undefined for what can't be shown without another font or without shaping. */
  const codes = new Map<string, string | undefined>();
  const unicode = new Map<string, string>();

  function codeOf(character: string): string | undefined {
    if (codes.has(character)) return codes.get(character);
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const isShown = glyph.id !== 0 && Math.abs(glyph.advanceWidth / font.unitsPerEm - MONO_ADVANCE) < 0.001;
    // The declared result of the library is wrong: it is the place of the glyph.
    const code = isShown && !/\p{M}/u.test(character) ? hex(Number(subset.includeGlyph(glyph))) : undefined;
    codes.set(character, code);
    if (code !== undefined && !unicode.has(code)) unicode.set(code, character);
    return code;
  }

  return {
    glyphsOf(text) {
      let glyphs = '';
      for (const character of text) {
        const code = codeOf(character);
        if (code === undefined) return undefined;
        glyphs += code;
      }
      return glyphs;
    },
    async objects(number) {
      const compressed = async (content: string | Uint8Array) =>
        pdfStream('/Filter/FlateDecode', await promisify(deflate)(content));
      const inEm = (length: number) => Math.round((length / font.unitsPerEm) * EM);
      const { minX, minY, maxX, maxY } = font.bbox;
      // Six letters before the name tell that only a part of the font is embedded.
      const name = '/AAAAAA+NotoSansMono-Regular';
      return [
        [
          `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H`,
          `/DescendantFonts[${number + 1} 0 R]/ToUnicode ${number + 4} 0 R>>`,
        ],
        [
          `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/FontDescriptor ${number + 2} 0 R/CIDToGIDMap/Identity`,
          `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW ${MONO_ADVANCE * EM}>>`,
        ],
        [
          `<</Type/FontDescriptor/FontName${name}/Flags 5/FontBBox[${[minX, minY, maxX, maxY].map(inEm).join(' ')}]`,
          `/ItalicAngle 0/Ascent ${inEm(font.ascent)}/Descent ${inEm(font.descent)}/CapHeight ${inEm(font.capHeight)}`,
          `/StemV 80/FontFile2 ${number + 3} 0 R>>`,
        ],
        await compressed(subset.encode()),
        await compressed(toUnicode([...unicode])),
      ];
    },
  };
}

/** Returns what tells readers the characters of codes, so that text can be found and copied. */
function toUnicode(mapped: readonly (readonly [string, string])[]): string {
  const sections = [];
  for (let start = 0; start < mapped.length; start += MAX_MAPPED) {
    const some = mapped.slice(start, start + MAX_MAPPED);
    const lines = some.map(
      ([code, character]) => `<${code}><${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
    );
    sections.push(`${some.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000><ffff> endcodespacerange
${sections.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
