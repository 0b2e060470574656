import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import sharp from 'sharp';

export interface Style {
  readonly isMono?: boolean;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
}

export const SANS = 'Noto Sans';
export const MONO = 'Noto Sans Mono';
/** Width of each character of the monospaced font, as a fraction of the font size. */
export const MONO_ADVANCE = 0.6;

const REGULAR = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const BOLD = '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf';
const ITALIC = '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf';
const FIXED = '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf';

let taken: Promise<void> | undefined;

/**
 * Loads the bundled fonts into the image library of this process, so that text can be drawn on a machine without fonts.
 * Scripts that they lack use system fonts if there are any, else boxes.
 */
export function loadFonts(): Promise<void> {
  taken ??= takeIn([REGULAR, ITALIC, BOLD, FIXED]);
  return taken;
}

/** Returns the width of a text as a fraction of the font size. */
export type Measure = (text: string, style: Style) => number;

let measuring: Promise<Measure> | undefined;

/** Reads the character widths from the fonts, once per process. */
export function openMeasure(): Promise<Measure> {
  measuring ??= readWidths();
  return measuring;
}

/** Returns true for characters about as wide as high, such as Chinese ones and emoji. */
export function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    character,
  );
}

async function takeIn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    // The library can only load a font by drawing with it.
    await sharp({ text: { text: 'a', font: SANS, fontfile: pathOf(file) } })
      .raw()
      .toBuffer();
  }
}

async function readWidths(): Promise<Measure> {
  const { openSync } = await import('fontkit');
  const widthsIn = (file: string) => {
    const font = openSync(pathOf(file)) as Font; // the file contains a single font
    const known = new Map<string, number>();
    return (character: string) => {
      let width = known.get(character);
      if (width === undefined) {
        const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
        width = glyph.id === 0 ? foreignWidth(character) : glyph.advanceWidth / font.unitsPerEm;
        known.set(character, width);
      }
      return width;
    };
  };
  const regular = widthsIn(REGULAR);
  const bold = widthsIn(BOLD);
  return (text, { isMono, isBold }) => {
    let width = 0;
    for (const character of text) {
      if (isMono) width += /\p{M}/u.test(character) ? 0 : MONO_ADVANCE * (isWide(character) ? 2 : 1);
      else width += (isBold ? bold : regular)(character);
    }
    return width;
  };
}

/** Opens the monospaced font, to embed it in a document. */
export async function openMonoFont(): Promise<Font> {
  const { openSync } = await import('fontkit');
  return openSync(pathOf(FIXED)) as Font; // the file contains a single font
}

/** Estimates the width of characters that come from other fonts. */
function foreignWidth(character: string): number {
  if (/\p{M}|\p{Cf}/u.test(character)) return 0;
  return isWide(character) ? 1 : 0.6;
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}
