/** A declaration in the document type, of a text between quotes. */
const DECLARED = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const DOCTYPE = /^<!DOCTYPE\s[^[>]*\[([\s\S]*?)\]\s*>/;
const REFERENCE = /&([\w:.-]+);/g;
/** Levels of entities within entities. */
const MAX_LEVELS = 8;
/** Characters that the entities of a document may add, after which the others stay as written. */
const MAX_ADDED = 100_000;

/** Replaces the entities that an XML document declares itself by their texts; the first declaration of a name counts. */
export function withOwnEntities(xml: string): string {
  // There is one alone: to look for more would take long in a file of many that don't end.
  const before = xml.indexOf('<!DOCTYPE');
  const [doctype, declarations = ''] = DOCTYPE.exec(xml.slice(before)) ?? [];
  if (doctype === undefined) return xml;
  const texts = new Map<string, string>();
  for (const [, name = '', double, single = ''] of declarations.matchAll(DECLARED))
    if (!texts.has(name)) texts.set(name, double ?? single);
  let room = MAX_ADDED;
  const expanded = (part: string, levels: number): string =>
    part.replace(REFERENCE, (written, name: string) => {
      const text = texts.get(name);
      if (text === undefined || levels === 0 || text.length > room) return written;
      room -= text.length;
      return expanded(text, levels - 1);
    });
  return texts.size === 0 ? xml : expanded(xml.slice(0, before) + xml.slice(before + doctype.length), MAX_LEVELS);
}
