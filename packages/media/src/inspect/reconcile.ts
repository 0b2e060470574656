import { isTruncated } from './lost-letters.ts';
import { type Tags, tagText } from './tags.ts';

/** Values of one property in XMP and in IPTC-IIM; a single text is a list with one entry. */
export interface XmpAndIptc {
  readonly xmp: readonly string[];
  readonly iptc: readonly string[];
  /** Limit of IPTC-IIM for one text in bytes. Programs truncate longer texts. */
  readonly iptcBytes: number;
}

/**
 * Chooses between XMP and IPTC by the Metadata Working Group's guidelines 2.0 (3.3.3). XMP wins, unless a program that
 * knows only IPTC edited the file last: such a program changes the IPTC block but not its stored checksum, so the two
 * differ. Even then a text comes from XMP if the IPTC text is only its truncated beginning.
 */
export function reconciler(tags: Tags): (stated: XmpAndIptc) => readonly string[] {
  const stored = tagText(tags, 'Photoshop:IPTCDigest');
  const current = tagText(tags, 'File:CurrentIPTCDigest');
  const isIptcNewer = stored !== undefined && current !== undefined && stored !== current;
  return ({ xmp, iptc, iptcBytes }) => {
    if (iptc.length === 0 || (xmp.length > 0 && !isIptcNewer)) return xmp;
    return iptc.map((text) => xmp.find((whole) => isTruncated(text, whole, iptcBytes)) ?? text);
  };
}
