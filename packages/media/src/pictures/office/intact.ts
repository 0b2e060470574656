/** Tells by the structure of an Office file whether LibreOffice can open it. */
import { type FileHandle, open } from 'node:fs/promises';
import { withZip, type ZipParts } from '../../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readExactly } from '../../inspect/bytes.ts';
import { COMPOUND_START, type CompoundStreams, compoundStreams, readPieces } from '../../inspect/compound-file.ts';
import { brokenLine } from '../../inspect/well-formed.ts';
import { attribute, startTags } from '../../inspect/zipped-xml.ts';

/** `locked`: it needs a password. `damaged` includes what is no Office file, which LibreOffice would print as text. */
export type OfficeCondition = 'intact' | 'locked' | 'damaged';

/** Looks at the outer structure of an Office file, and whether its main part is well-formed. */
export async function officeCondition(path: string): Promise<OfficeCondition> {
  await using file = await open(path);
  const head = Buffer.alloc(8);
  await file.read(head, 0, head.length, 0);
  const start = head.toString('latin1');
  if (start.startsWith('{\\rtf')) return 'intact';
  try {
    if (start.startsWith('PK')) return await withZip(path, zipCondition);
    if (start !== COMPOUND_START) return (await isFlatDocument(file)) ? 'intact' : 'damaged';
    const streams = await compoundStreams(file);
    const headOf = async (name: string) => await readPieces(file, streams.get(name) ?? [], HEAD_BYTES);
    return await compoundCondition(streams, headOf);
  } catch (error) {
    if (!(error instanceof CannotMake || error instanceof Error)) throw error;
    return 'damaged';
  }
}

const MANIFEST = 'META-INF/manifest.xml';
const OPEN_DOCUMENT = 'content.xml';
const RELATIONS = '_rels/.rels';

async function zipCondition(zip: ZipParts): Promise<OfficeCondition> {
  if (zip.names.includes(MANIFEST) && (await zip.text(MANIFEST)).includes(':encryption-data')) return 'locked';
  const main = zip.names.includes(OPEN_DOCUMENT) ? OPEN_DOCUMENT : await mainPart(zip);
  return main !== undefined && (await isWholePart(zip, main)) ? 'intact' : 'damaged';
}

/** Returns the name of the main part of a file of Office Open XML. */
async function mainPart(zip: ZipParts): Promise<string | undefined> {
  if (!zip.names.includes('[Content_Types].xml')) return undefined;
  const relation = startTags(await zip.text(RELATIONS), 'Relationship').find((tag) =>
    attribute(tag, 'Type')?.endsWith('/officeDocument'),
  );
  const target = attribute(relation, 'Target')
    ?.replace(/^\.?\//, '')
    .toLowerCase();
  return zip.names.find((name) => name.toLowerCase() === target);
}

/** The main parts of texts, spreadsheets, slides and drawings. */
const MAIN_ELEMENT = /<(?:[\w.-]+:)?(?:document-content|document|workbook|presentation)(?=[\s/>])/;
const EDGE_BYTES = 4096;
/** Larger parts are not looked at, and of larger files only the beginning. */
const MAX_READ_BYTES = 64 * 2 ** 20;

/** Returns false unless a part has the XML of a document. The parts of .xlsb are no XML. */
async function isWholePart(zip: ZipParts, name: string): Promise<boolean> {
  if (name.endsWith('.bin')) return zip.size(name) > 0;
  const part = await zip.read(name, MAX_READ_BYTES);
  return part === undefined || isWholeXml(part, MAIN_ELEMENT);
}

/** By what LibreOffice knows a file of OpenDocument that is one XML document. It would print others as text. */
const FLAT_ELEMENT = /<office:document\s[^<>]*?office:mimetype="application\/(?:x-)?vnd\.oasis\.opendocument\./;

async function isFlatDocument(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size > MAX_READ_BYTES) return beginsWith(FLAT_ELEMENT, await readExactly(file, 0, EDGE_BYTES));
  return isWholeXml(await readExactly(file, 0, size), FLAT_ELEMENT);
}

function isWholeXml(xml: Buffer, element: RegExp): boolean {
  return beginsWith(element, xml) && brokenLine(xml) === undefined;
}

function beginsWith(element: RegExp, xml: Buffer): boolean {
  return element.test(xml.toString('latin1', 0, EDGE_BYTES).replaceAll('\0', ''));
}

const HEAD_BYTES = 512;
/** Flags of a Word file behind its first ten bytes ([MS-DOC] 2.5.2). */
const WORD_FLAGS_AT = 10;
const WORD_LOCKED = 0x0100;
/** The record that begins a workbook, and the one behind it if the rest is encrypted ([MS-XLS] 2.4.117). */
const FILE_PASS = 0x002f;
const WRITE_PROTECT = 0x0086;
/** Of slides that are encrypted ([MS-PPT] 2.3.2). */
const SLIDES_LOCKED = 0xf3d1c4df;

async function compoundCondition(
  streams: CompoundStreams,
  headOf: (name: string) => Promise<Buffer>,
): Promise<OfficeCondition> {
  // Holds a whole file of Office Open XML.
  if (streams.has('EncryptedPackage')) return 'locked';
  const word = await headOf('WordDocument');
  if (word.length >= 12 && (word.readUInt16LE(WORD_FLAGS_AT) & WORD_LOCKED) !== 0) return 'locked';
  const book = streams.has('Workbook') ? await headOf('Workbook') : await headOf('Book');
  for (let at = 0, n = 0; at + 4 <= book.length && n < 3; at += 4 + book.readUInt16LE(at + 2), n++) {
    const type = book.readUInt16LE(at);
    if (type === FILE_PASS) return 'locked';
    if (n > 0 && type !== WRITE_PROTECT) break;
  }
  const user = await headOf('Current User');
  if (user.length >= 16 && user.readUInt32LE(12) === SLIDES_LOCKED) return 'locked';
  const isDocument = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document'].some((name) => streams.has(name));
  return isDocument ? 'intact' : 'damaged';
}
