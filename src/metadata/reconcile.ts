import { type Tags, textOf } from './tags.ts';

/** The same property as XMP and IPTC-IIM state it, a text or a list. */
export interface Stated {
  readonly xmp: readonly string[];
  readonly iptc: readonly string[];
  /** How many bytes IPTC-IIM has for one text. Writers cut longer ones. */
  readonly iptcBytes: number;
}

/**
 * Tells which of XMP and IPTC to believe, by the Metadata Working Group's guidelines 2.0 (3.3.3): XMP, unless a program that
 * knows IPTC alone has edited the file since. It leaves the checksum of the IPTC block, which the last writer of both has
 * stored, as it was. A text that IPTC could only hold the beginning of is taken from XMP all the same.
 */
export function reconciler(tags: Tags): (stated: Stated) => readonly string[] {
  const stored = textOf(tags, 'Photoshop:IPTCDigest');
  const current = textOf(tags, 'File:CurrentIPTCDigest');
  const isIptcNewer = stored !== undefined && current !== undefined && stored !== current;
  return ({ xmp, iptc, iptcBytes }) => {
    if (iptc.length === 0 || (xmp.length > 0 && !isIptcNewer)) return xmp;
    return iptc.map((text) => xmp.find((whole) => isCutFrom(text, whole, iptcBytes)) ?? text);
  };
}

/** A character of several bytes may fall to the cut, too. */
function isCutFrom(text: string, whole: string, iptcBytes: number): boolean {
  const cut = text.replace(/\ufffd+$/, '');
  return whole.length > cut.length && whole.startsWith(cut) && Buffer.byteLength(text) > iptcBytes - 4;
}
