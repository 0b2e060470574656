/** Marks of rights that pictures carry: what the asset states, and of the file what that lacks (extensions E1). */
import type { FileMarks, TextsByLanguage } from '../../../../core/src/domain/file-properties.ts';
import type { Asset, Rights, Text, Version } from '../../../../core/src/domain/model.ts';
import {
  dataMiningAddress,
  dataMiningCode,
  isWebAddress,
  sourceTypeAddress,
  sourceTypeName,
} from '../../../../core/src/domain/rights.ts';
import { type Languages, textIn } from '../../../../core/src/domain/text.ts';
import { licenceOf } from '../../../../core/src/licences/licence.ts';
import { escapeXml } from '../../../../media/src/pictures/sheet/escape.ts';

/** Limit of each text in characters; smaller ones follow until the marks fit into one segment of a JPEG. */
const LIMITS = [2000, 1000, 500, 250] as const;
const MAX_BYTES = 65_000;

/** Returns the marks of a version as an XMP packet; undefined if nothing is stated. */
export function marksOf(
  { rights = {} }: Pick<Asset, 'rights'>,
  { properties: { marks = {} } }: Pick<Version, 'properties'>,
  languages: Languages,
): string | undefined {
  const stated = { ...marks, ...statedBy(rights, languages) };
  if (Object.keys(stated).length === 0) return undefined;
  const packets = LIMITS.values().map((limit) => packetOf(stated, limit));
  return packets.find((packet) => packet === undefined || Buffer.byteLength(packet) <= MAX_BYTES);
}

/** Returns the rights of an asset in the form that files have. */
function statedBy(rights: Rights, languages: Languages): FileMarks {
  const { creator, credit, copyright, usageTerms, licence, webStatement, sourceType, dataMining } = rights;
  return {
    ...(creator && { creator }),
    ...(credit !== undefined && { credit: textIn(credit, languages.defaultLanguage, languages) }),
    ...(copyright !== undefined && { copyright: byLanguage(copyright, languages) }),
    ...(usageTerms !== undefined && { usageTerms: byLanguage(usageTerms, languages) }),
    ...(licence !== undefined && { licence }),
    ...(webStatement !== undefined && { webStatement }),
    ...(sourceType !== undefined && { sourceType }),
    ...(dataMining !== undefined && { dataMining }),
  };
}

function byLanguage(text: Text, languages: Languages): TextsByLanguage {
  const general = { 'x-default': textIn(text, languages.defaultLanguage, languages) };
  return typeof text === 'string' ? general : { ...general, ...text };
}

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  cc: 'http://creativecommons.org/ns#',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
} as const;

function packetOf(marks: FileMarks, limit: number): string | undefined {
  const { sourceType = '', dataMining = '', licence = '' } = marks;
  const type = sourceTypeName(sourceType);
  const code = dataMiningCode(dataMining);
  const elements = [
    element('dc:creator', listOf(marks.creator ?? [], limit)),
    element('photoshop:Credit', written(marks.credit, limit)),
    element('dc:rights', alternatives(marks.copyright, limit)),
    element('xmpRights:UsageTerms', alternatives(marks.usageTerms, limit)),
    element('xmpRights:WebStatement', written(marks.webStatement, limit)),
    element('plus:Licensor', licensor(written(marks.licensorUrl, limit))),
    licenceElement(licence, limit),
    element('Iptc4xmpExt:DigitalSourceType', type ? sourceTypeAddress(type) : written(sourceType, limit)),
    element('plus:DataMining', code ? dataMiningAddress(code) : written(dataMining, limit)),
    element('plus:OtherConstraints', alternatives(marks.otherConstraints, limit)),
  ].join('');
  if (elements === '') return undefined;
  const namespaces = Object.entries(NAMESPACES).filter(([prefix]) => elements.includes(`<${prefix}:`));
  const declared = namespaces.map(([prefix, address]) => ` xmlns:${prefix}="${address}"`).join('');
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""${declared}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}

function element(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

function written(text: string | undefined, limit: number): string {
  return text === undefined ? '' : escapeXml(cut(text.trim(), limit));
}

/** Lists entries as long as all together keep to the limit. */
function listOf(texts: readonly string[], limit: number): string {
  let rest = limit;
  const items: string[] = [];
  for (const text of texts) {
    const shown = cut(text.trim(), rest);
    rest -= Array.from(shown).length;
    if (shown !== '') items.push(`<rdf:li>${escapeXml(shown)}</rdf:li>`);
  }
  return element('rdf:Seq', items.join(''));
}

/** Lists a text in its languages: the general one, and of the others those that keep to the limit together. */
function alternatives(texts: TextsByLanguage | undefined, limit: number): string {
  const { 'x-default': general = '', ...others } = texts ?? {};
  let rest = limit;
  const items = Object.entries(others).map(([tag, text]) => {
    rest -= Array.from(text.trim()).length;
    return rest < 0 ? '' : alternative(tag, written(text, limit));
  });
  return element('rdf:Alt', alternative('x-default', written(general, limit)) + items.join(''));
}

function alternative(tag: string, text: string): string {
  return text === '' ? '' : `<rdf:li xml:lang="${escapeXml(tag)}">${text}</rdf:li>`;
}

function licensor(address: string): string {
  return address === ''
    ? ''
    : `<rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>${address}</plus:LicensorURL></rdf:li></rdf:Seq>`;
}

function licenceElement(licence: string, limit: number): string {
  const { url } = licenceOf(licence);
  if (url === undefined || url.length > limit || !isWebAddress(url))
    return element('cc:license', written(licence, limit));
  return `<cc:license rdf:resource="${escapeXml(url)}"/>`;
}

function cut(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : Array.from(text.slice(0, 2 * limit))
        .slice(0, limit)
        .join('');
}
