import { TextDecoder } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { CannotMake } from '../derived/cannot-make.ts';

/** Bytes of markup after which a file is given up: more than any real document has. */
const MAX_BYTES = 512 * 2 ** 20;
/** Elements within each other after which a file is given up. */
const MAX_LEVELS = 2000;

const NESTED_ENTITY = /^ENTITY\s[^&]*&[^#]/;

/** What an element of a markup begins and ends. Names are without prefix. */
export interface MarkupReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True when no more is wanted. */
  isDone?(): boolean;
}

/** Reads XML, XHTML, or HTML as browsers do, as it comes. Loads nothing, and knows no entities but those of the language. */
export async function readMarkup(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { open, text, close, isDone }: MarkupReader,
  language: 'xml' | 'xhtml' | 'html' = 'xml',
): Promise<void> {
  let levels = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        levels += 1;
        if (levels > MAX_LEVELS) throw new CannotMake('corrupt', 'too many elements within each other');
        open?.(localName(name), attributes);
      },
      onprocessinginstruction: (_, data) => {
        if (language === 'xml' && data.includes('<!ENTITY')) throw ownEntities();
      },
      oncomment: (data) => {
        // Books define names for single characters, which are not needed to read them; a bomb nests them.
        if (language === 'xhtml' && NESTED_ENTITY.test(data)) throw ownEntities();
      },
      ontext: (part) => text?.(part),
      onclosetag: (name) => {
        levels -= 1;
        close?.(localName(name));
      },
    },
    {
      xmlMode: language === 'xml',
      decodeEntities: true,
      // Elements such as `<title/>` have an end in XHTML, too, which has the entities of HTML all the same.
      recognizeSelfClosing: language !== 'html',
      recognizeCDATA: language === 'xhtml',
    },
  );
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new CannotMake('too_large', 'more text than any document has');
    decoder ??= new TextDecoder(encodingOf(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
    if (isDone?.()) return;
  }
  parser.end(decoder?.decode() ?? '');
}

const ownEntities = () => new CannotMake('unsupported', 'a document with entities of its own');

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the value of an attribute by its local name. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  for (const [key, value] of Object.entries(attributes)) if (localName(key) === name) return value;
  return undefined;
}
