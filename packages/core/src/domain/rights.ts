/** Addresses and short names in what is stated of an asset's rights (extensions E4). */

/** Returns true for an address that may be linked: `http:` or `https:`, without anything that a browser would correct. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(text) && URL.canParse(text);
}

/** All digital source types of IPTC, with those that it has retired. */
const SOURCE_TYPES = `
  algorithmicallyEnhanced algorithmicMedia composite compositeCapture compositeSynthetic
  compositeWithTrainedAlgorithmicMedia computationalCapture dataDrivenMedia digitalArt digitalCapture digitalCreation
  humanEdits minorHumanEdits multiFrameComputationalCapture negativeFilm positiveFilm print screenCapture softwareImage
  trainedAlgorithmicMedia virtualRecording`
  .trim()
  .split(/\s+/);
const BY_SPELLING = new Map(SOURCE_TYPES.map((name) => [name.toLowerCase(), name]));
const SOURCE_TYPE =
  /^(?:https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/|digsrctype:)?([a-z][a-z0-9]{0,63})\/?$/i;

/**
 * Returns the short name of a digital source type that is given by its IPTC address, its code or its short name, which for
 * known ones may be written in any case and as several words.
 */
export function sourceTypeName(text: string): string | undefined {
  const known = BY_SPELLING.get(text.replaceAll(/[\s_-]/g, '').toLowerCase());
  const [, name] = SOURCE_TYPE.exec(text.replace(/[?#].*$/, '')) ?? [];
  return known ?? (name && (BY_SPELLING.get(name.toLowerCase()) ?? name));
}

/** Returns the short name of a digital source type, else the text that stands in its place. */
export function sourceTypeOf(text: string): string {
  return sourceTypeName(text) ?? text;
}

/** Returns the address of a digital source type, which files have. */
export function sourceTypeAddress(name: string): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;
}

/** Returns the code of a rule about data mining that is given by its PLUS address or its code. */
export function dataMiningCode(text: string): string | undefined {
  return /^(?:https?:\/\/ns\.useplus\.org\/ldf\/vocab\/)?(DMI-[A-Z-]{1,64})\/?$/i.exec(text)?.[1]?.toUpperCase();
}

/** Returns the address of a rule about data mining, which files have. */
export function dataMiningAddress(code: string): string {
  return `http://ns.useplus.org/ldf/vocab/${code}`;
}
