/** Reads the XML of documents that are ZIP files: those of Office, OpenDocument and EPUB. */

/** Returns the start tags of elements with a local name, whatever their prefix. */
export function startTags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:[\\w-]+:)?${name}(?=[\\s/>])[^<>]*>`, 'g')) ?? [];
}

/** Returns the value of an attribute of a start tag. */
export function attribute(tag: string | undefined, name: string): string | undefined {
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag ?? '');
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

/** Returns the texts of all non-empty elements with a local name, whatever their prefix. */
export function elementTexts(xml: string, name: string): string[] {
  const pattern = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>([^<]*)</`, 'g');
  return Array.from(xml.matchAll(pattern), ([, text = '']) => unescapeXml(text).trim()).filter((text) => text !== '');
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

export function unescapeXml(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
