import { TextDecoder } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import type { TextsByLanguage } from '../../../core/src/domain/file-properties.ts';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { isoDate } from './dates.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';
import { cleaned, creatorsOf, singleLine } from './marks-from-tags.ts';
import { withOwnEntities } from './own-entities.ts';

/** Elements of RDF that describe the drawing: that of Creative Commons, which Inkscape writes, and that of RDF itself. */
const DESCRIBING = /^(?:Work|Description)$/;
const OF_RDF = /^(?:title|description|creator|rights|date|subject)$/;
const OF_DRAWING = /^(?:title|desc)$/;

interface Stated {
  readonly language: string;
  text: string;
}

/**
 * Reads the descriptive metadata of an SVG: Dublin Core in its RDF, else title and description of the drawing itself, but
 * not those of shapes within it.
 */
export function metadataFromSvg(bytes: Uint8Array): WrittenMetadata {
  /** By element, those of RDF with a prefix. */
  const found = new Map<string, Stated[]>();
  const open: { readonly name: string; readonly language: string; readonly isInRdf: boolean }[] = [];
  let licence = '';
  let reading: { readonly level: number; readonly isInRdf: boolean; readonly texts: Stated[] } | undefined;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.slice(tag.indexOf(':') + 1);
        const parent = open.at(-1);
        const language = attributes['xml:lang'] ?? attributes['lang'] ?? parent?.language ?? 'x-default';
        const isInRdf = parent !== undefined && (parent.isInRdf || parent.name === 'RDF');
        open.push({ name, language, isInRdf });
        if (isInRdf && parent?.name === 'Work' && name === 'license')
          licence ||= singleLine(attributes['rdf:resource'] ?? '');
        const isWanted = isInRdf ? DESCRIBING.test(parent?.name ?? '') && OF_RDF.test(name) : OF_DRAWING.test(name);
        if (reading === undefined && isWanted && (isInRdf || open.length === 2)) {
          const key = isInRdf ? `rdf ${name}` : name;
          const texts = found.get(key) ?? [];
          found.set(key, texts);
          reading = { level: open.length, isInRdf, texts };
          texts.push({ language, text: '' });
        }
        // Each item of a list is a text by itself.
        else if (reading?.isInRdf) reading.texts.push({ language, text: '' });
      },
      ontext(part) {
        const last = reading?.texts.at(-1);
        if (last) last.text += part;
      },
      onclosetag() {
        if (reading?.level === open.length) reading = undefined;
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(withOwnEntities(new TextDecoder(encodingOf(bytes)).decode(bytes)));
  const texts = (...names: readonly string[]) =>
    names
      .map((name) => (found.get(name) ?? []).filter((each) => each.text.trim() !== ''))
      .find(({ length }) => length > 0) ?? [];
  const plain = (...names: readonly string[]) => texts(...names).map((each) => each.text.trim());
  const byLanguage = (...names: readonly string[]): TextsByLanguage =>
    Object.fromEntries(
      texts(...names)
        .reverse()
        .map(({ language, text }) => [language, text]),
    );
  const creator = creatorsOf(plain('rdf creator'));
  const copyright = cleaned(byLanguage('rdf rights'), singleLine);
  const marks = {
    ...(creator.length > 0 && { creator }),
    ...(copyright && { copyright }),
    ...(licence && { licence }),
  };
  return {
    title: plain('rdf title', 'title'),
    description: plain('rdf description', 'desc'),
    inLanguages: { title: byLanguage('rdf title', 'title'), description: byLanguage('rdf description', 'desc') },
    ...(Object.keys(marks).length > 0 && { marks }),
    captured: isoDate(plain('rdf date')[0] ?? ''),
    keywords: flatKeywords([], plain('rdf subject')),
  };
}
