/** Addresses and short names in what is stated of an asset's rights (extensions E4). */

/** Returns true for an address that may be linked: `http:` or `https:`, without anything that a browser would correct. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(text) && URL.canParse(text);
}

/** Returns the short name of a digital source type that is given by its IPTC address or its short name. */
export function sourceTypeName(text: string): string | undefined {
  return /^(?:https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/)?([a-z][a-z0-9]{0,63})\/?$/i.exec(text)?.[1];
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
