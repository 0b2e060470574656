import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { attribute, startTags } from '../inspect/zipped-xml.ts';
import { dateFormats, shownDate } from './cell-formats.ts';
import { GrowingText } from './growing-text.ts';
import { attributeOf, type MarkupReader, readMarkup } from './markup-text.ts';
import { relationsOf } from './zipped-text.ts';

/** Characters of shared texts of a workbook that are kept while its sheets are read. */
const MAX_SHARED = 32_000_000;
const NONE: ReadonlySet<string> = new Set();
const FALSE = new Set(['0', 'false', 'off', 'hidden', 'veryHidden']);

/** Characters of what a layout and its master show. */
const MAX_LAYOUT = 10_000;

/** The main part of most files, by a word in the media type. */
const MAIN = { presentation: 'ppt/presentation.xml', powerpoint: 'ppt/presentation.xml', sheet: 'xl/workbook.xml' };
const DOCUMENT = 'word/document.xml';
const DRAWN = new Set(['drawing', 'diagramData', 'chart']);
/** What stands on every page, notes, and what is drawn. */
const AROUND = new Set(['header', 'footer', 'footnotes', 'endnotes', ...DRAWN]);
/** Content that is there for other programs, was moved away, says how to pronounce a word, or how one looked before a change. */
const SKIPPED = new Set(['Fallback', 'moveFrom', 'rt', 'rPrChange', 'pPrChange']);

/** Reads a document, a presentation or a workbook. Returns true if the parts of `text` are the pages of its PDF. */
export async function readOffice(zip: ZipParts, text: GrowingText, mediaType: string): Promise<boolean> {
  const usual = Object.entries(MAIN).find(([word]) => mediaType.includes(word))?.[1];
  const stated = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.target;
  const main = stated ?? usual ?? (mediaType.includes('excel') ? MAIN.sheet : DOCUMENT);
  if (!zip.names.includes(main)) throw new CannotMake('corrupt', `no ${main} in it`);
  if (usual === MAIN.presentation) {
    await readSlides(zip, main, text);
    return true;
  }
  if (usual === MAIN.sheet || mediaType.includes('excel')) await readSheets(zip, main, text);
  else {
    const styles = [...(await relationsOf(zip, main)).values()].find(({ type }) => type === 'styles')?.target;
    await readMarkup(zip.stream(main), paragraphs(text, styles === undefined ? NONE : await hidingStyles(zip, styles)));
    await readRelated(zip, main, AROUND, text);
  }
  return false;
}

async function hidingStyles(zip: ZipParts, part: string): Promise<ReadonlySet<string>> {
  const hiding = new Set<string>();
  let style = '';
  await readMarkup(zip.stream(part), {
    open: (name, attributes) => {
      if (name === 'style') style = attributeOf(attributes, 'styleId') ?? '';
      else if (name === 'vanish' && !FALSE.has(attributeOf(attributes, 'val') ?? '')) hiding.add(style);
    },
  });
  return hiding;
}

/** Reads what a part refers to, of some types, and what that refers to. */
async function readRelated(zip: ZipParts, part: string, types: ReadonlySet<string>, text: GrowingText, levels = 2) {
  for (const { type, target } of levels > 0 ? (await relationsOf(zip, part)).values() : []) {
    if (!types.has(type)) continue;
    await readMarkup(zip.stream(target), paragraphs(text));
    await readRelated(zip, target, types, text, levels - 1);
  }
}

/** Returns the ID of the relation that a tag names; its own ID has no prefix. */
const relationIn = (tag: string): string => /\s[\w-]+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '';

/** Reads paragraphs of text documents, drawings and slides, without what is deleted or hidden, and the names in charts. */
function paragraphs(text: GrowingText, hidingStyles: ReadonlySet<string> = NONE): MarkupReader {
  let isText = false;
  let isHidden = false;
  let isHiddenParagraph = false;
  /** False for the numbers of a chart. */
  let isName = false;
  let skipped = 0;
  return {
    open: (name, attributes) => {
      if (SKIPPED.has(name)) skipped += 1;
      if (skipped > 0) return;
      if (/(?:Cache|Lit)$/.test(name)) isName = !name.startsWith('num');
      else if (name === 't' || name === 'v') isText = name === 't' || isName;
      else if (name === 'p') isHiddenParagraph = false;
      else if (name === 'pStyle') isHiddenParagraph = hidingStyles.has(attributeOf(attributes, 'val') ?? '');
      else if (name === 'r') isHidden = false;
      else if (name === 'rStyle') isHidden = hidingStyles.has(attributeOf(attributes, 'val') ?? '');
      else if (name === 'vanish') isHidden = !FALSE.has(attributeOf(attributes, 'val') ?? '');
      else if (name === 'tab' || name === 'ptab') text.add('\t');
      else if (name === 'br' || name === 'cr' || name === 'txbxContent') text.add('\n');
      else if (name === 'noBreakHyphen') text.add('-');
    },
    text: (part) => {
      if (isText && !isHidden && !isHiddenParagraph && skipped === 0) text.add(part);
    },
    close: (name) => {
      if (name === 't' || name === 'v') isText = false;
      else if (name === 'p' || name === 'pt') text.add('\n');
      else if (SKIPPED.has(name)) skipped -= 1;
      else if (name === 'r') isHidden = false;
    },
    isDone: () => text.isFull,
  };
}

/** Reads what a layout or a master shows on its slides: all but the places that each slide fills itself. */
function aroundSlide(text: GrowingText): MarkupReader & { readonly showsMaster: () => boolean } {
  const own = paragraphs(text);
  let isPlace = false;
  let showsMaster = true;
  return {
    ...own,
    open: (name, attributes) => {
      if (name === 'sldLayout') showsMaster = !FALSE.has(attributes['showMasterSp'] ?? '');
      if (name === 'sp') isPlace = false;
      if (name === 'ph') isPlace = true;
      own.open?.(name, attributes);
    },
    text: (part) => {
      if (!isPlace) own.text?.(part);
    },
    close: (name) => {
      if (name === 'sp') isPlace = false;
      own.close?.(name);
    },
    showsMaster: () => showsMaster,
  };
}

/** Returns the function that finds what stands on all slides of a layout, with its master. */
function layoutTexts(zip: ZipParts): (part: string) => Promise<string> {
  const known = new Map<string, string>();
  const textOf = async (part: string, master: string): Promise<string> => {
    const before = known.get(part);
    if (before !== undefined) return before;
    // A damaged file may name the part itself as what is above it.
    known.set(part, '');
    const text = new GrowingText(MAX_LAYOUT);
    const reader = aroundSlide(text);
    await readMarkup(zip.stream(part), reader);
    const above = [...(await relationsOf(zip, part)).values()].find(({ type }) => type === master)?.target;
    const found = `${text.pages().join('')}\n${above && reader.showsMaster() ? await textOf(above, '') : ''}`.trim();
    known.set(part, found);
    return found;
  };
  return async (slide) => {
    const layout = [...(await relationsOf(zip, slide)).values()].find(({ type }) => type === 'slideLayout')?.target;
    return layout === undefined ? '' : await textOf(layout, 'slideMaster');
  };
}

async function readSlides(zip: ZipParts, main: string, text: GrowingText): Promise<void> {
  const around = layoutTexts(zip);
  const relations = await relationsOf(zip, main);
  const slides = startTags(await zip.text(main), 'sldId').flatMap(
    (tag) => relations.get(relationIn(tag))?.target ?? [],
  );
  let isFirst = true;
  for (const slide of slides) {
    if (text.isFull) return;
    let isShown = true;
    let showsLayout = true;
    const own = paragraphs(text);
    await readMarkup(zip.stream(slide), {
      ...own,
      open: (name, attributes) => {
        if (name === 'sld') {
          isShown = !FALSE.has(attributes['show'] ?? '');
          showsLayout = !FALSE.has(attributes['showMasterSp'] ?? '');
          // A hidden slide has no page.
          if (isShown && !isFirst) text.nextPage();
          if (isShown) isFirst = false;
        }
        own.open?.(name, attributes);
      },
      text: (part) => {
        if (isShown) own.text?.(part);
      },
    });
    if (!isShown) continue;
    await readRelated(zip, slide, DRAWN, text);
    if (showsLayout) text.add(`\n${await around(slide)}`);
  }
}

async function readSheets(zip: ZipParts, main: string, text: GrowingText): Promise<void> {
  const { texts, sheets, isFrom1904 } = await openWorkbook(zip, main);
  const styles = [...(await relationsOf(zip, main)).values()].find(({ type }) => type === 'styles')?.target;
  const formats = styles === undefined ? [] : await dateFormats(zip, styles);
  const shown = (value: string, style: string) => {
    const format = formats[Number(style)];
    return (format && shownDate(value, format, isFrom1904)) ?? value;
  };
  for (const { name, part } of sheets) {
    if (text.isFull) continue;
    text.add(`${name}\n`);
    await readMarkup(zip.stream(part), cells(texts, shown, text));
    await readRelated(zip, part, DRAWN, text);
    text.add('\n\n');
  }
}

/** Returns the texts that cells share, the sheets that are shown with their parts, and the beginning of its calendar. */
export async function openWorkbook(
  zip: ZipParts,
  main: string = MAIN.sheet,
): Promise<{
  readonly texts: readonly string[];
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly isFrom1904: boolean;
}> {
  const relations = await relationsOf(zip, main);
  const workbook = await zip.text(main);
  const shared = [...relations.values()].find(({ type }) => type === 'sharedStrings')?.target;
  const texts = shared === undefined ? [] : await sharedTexts(zip, shared);
  const sheets = startTags(workbook, 'sheet').flatMap((tag) => {
    const part = FALSE.has(attribute(tag, 'state') ?? '') ? undefined : relations.get(relationIn(tag))?.target;
    return part === undefined ? [] : [{ name: attribute(tag, 'name') ?? '', part }];
  });
  const [settings = ''] = startTags(workbook, 'workbookPr');
  return { texts, sheets, isFrom1904: /^(?:1|true)$/.test(attribute(settings, 'date1904') ?? '') };
}

/** How Excel writes characters that XML lacks or changes, such as the carriage return of a line break. */
const ESCAPED = /_x([\da-fA-F]{4})_/g;

/** Returns the text of a cell as Excel shows it. */
export function textOfCell(written: string): string {
  return written.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function sharedTexts(zip: ZipParts, part: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let current = '';
  let characters = 0;
  let isText = false;
  /** Inside of how to pronounce a text. */
  let isSpoken = false;
  await readMarkup(zip.stream(part), {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isSpoken = true;
    },
    text: (each) => {
      if (isText && !isSpoken) current += each;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'si') {
        texts.push(textOfCell(current));
        characters += current.length;
      }
    },
    isDone: () => characters > MAX_SHARED,
  });
  return texts;
}

/** What stands above or below the pages of a sheet, and the codes in it: of places, fonts, and fields. */
const AROUND_SHEET = /^(?:odd|even|first)(?:Header|Footer)$/;
const PAGE_CODE = /&(?:"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d+|[A-Z&])/gi;

function meantByCode(code: string): string {
  if (code === '&&') return '&';
  return /^&[LCR]$/i.test(code) ? '\t' : '';
}

/** Reads the cells of a sheet by rows, and what stands around them. `shown` is what a number looks like in a style. */
function cells(
  shared: readonly string[],
  shown: (value: string, style: string) => string,
  text: GrowingText,
): MarkupReader {
  let [type, style, value] = ['', '', ''];
  let isValue = false;
  return {
    open: (name, attributes) => {
      const isAround = AROUND_SHEET.test(name);
      if (name === 'c') [type, style] = [attributes['t'] ?? 'n', attributes['s'] ?? ''];
      if (name === 'c' || isAround) value = '';
      isValue = name === 'v' || name === 't' || isAround;
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      isValue = false;
      if (name === 'row') text.add('\n');
      if (AROUND_SHEET.test(name)) text.add(`\n${value.replace(PAGE_CODE, meantByCode)}\n`);
      if (name !== 'c' || value === '' || type === 'b' || type === 'e') return;
      const written = type === 'n' ? shown(value, style) : textOfCell(value);
      text.add(`${type === 's' ? (shared[Number(value)] ?? '') : written}\t`);
    },
    isDone: () => text.isFull,
  };
}
