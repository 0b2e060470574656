import type { Caption } from './caption.ts';

/** An XMP packet with the caption in Dublin Core, IPTC and Lightroom's words. */
export function xmpOf(caption: Caption): string {
  const bag = (words: readonly string[]): string =>
    `<rdf:Bag>${words.map((word) => `<rdf:li>${escapeXml(word)}</rdf:li>`).join('')}</rdf:Bag>`;
  const alternative = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" photoshop:City="${escapeXml(caption.city)}" photoshop:Country="${escapeXml(caption.country)}" photoshop:Credit="Velmara" photoshop:DateCreated="${caption.captured}" xmp:Rating="${caption.rating}"><dc:title>${alternative(caption.title)}</dc:title><dc:description>${alternative(caption.description)}</dc:description><dc:rights>${alternative(caption.copyright)}</dc:rights><dc:creator><rdf:Seq><rdf:li>${escapeXml(caption.creator)}</rdf:li></rdf:Seq></dc:creator><dc:subject>${bag(caption.keywords)}</dc:subject><lr:hierarchicalSubject>${bag(caption.keywordPaths.map((path) => path.join('|')))}</lr:hierarchicalSubject></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
