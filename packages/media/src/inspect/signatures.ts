const BINARY: readonly (readonly [offset: number, bytes: string, mediaType: string])[] = [
  [0, 'v/1\x01', 'image/x-exr'],
  [0, '#?RADIANCE', 'image/vnd.radiance'],
  [0, '#?RGBE', 'image/vnd.radiance'],
  [0, 'DDS ', 'image/vnd-ms.dds'],
  [0, 'SDPX', 'image/x-dpx'],
  [0, 'XPDS', 'image/x-dpx'],
  // The classic ones too, because a file that was cut off has no directory by which it would be known.
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, 'II+\0', 'image/tiff'],
  [0, 'MM\0+', 'image/tiff'],
  [0, 'qoif', 'image/x-qoi'],
  [0, 'SIMPLE  =', 'image/fits'],
  [0, 'gd2\0', 'image/x-gd2'],
  [4, '\x11\xaf', 'video/x-fli'],
  [4, '\x12\xaf', 'video/x-fli'],
  [0, '\xb1\x68\xde\x3a', 'image/x-dcx'],
  [0, '\x59\xa6\x6a\x95', 'image/x-sun-raster'],
  [0, 'PF\n', 'image/x-portable-floatmap'],
  [0, 'Pf\n', 'image/x-portable-floatmap'],
  [0, 'FOVb', 'image/x-sigma-x3f'],
  [0, '\0MRM', 'image/x-minolta-mrw'],
  [6, 'HEAPCCDR', 'image/x-canon-crw'],
  [0, '8BPS', 'image/vnd.adobe.photoshop'],
  [0, '\xc5\xd0\xd3\xc6', 'application/eps'],
  [0, '\xd7\xcd\xc6\x9a', 'image/wmf'],
  [40, ' EMF', 'image/emf'],
  [0, 'AT&TFORM', 'image/vnd.djvu'],
  [0, 'Kaydara FBX Binary', 'application/x-ft-fbx'],
  [0, 'ply\n', 'model/ply'],
  [0, 'ply\r', 'model/ply'],
  [0, 'PLY\n', 'model/ply'],
  [0, 'PLY\r', 'model/ply'],
  [0, 'glTF', 'model/gltf-binary'],
  [8, 'CDR', 'image/x-coreldraw'],
  [0, '\0\xffKA', 'image/x-affinity'],
  [2, 'MMXPR', 'application/vnd.quark.quarkxpress'],
  [2, 'IIXPR', 'application/vnd.quark.quarkxpress'],
  [0, 'PXR-USDC', 'model/vnd.usd'],
  [0, '3D Geometry File Format ', 'model/vnd.3dm'],
  [0, '.snd', 'audio/basic'],
  [0, 'DKIF', 'video/x-ivf'],
  [0, 'TTA1', 'audio/x-tta'],
  [0, '\x7f\xfe\x80\x01', 'audio/vnd.dts'],
  [0, '\xfe\x7f\x01\x80', 'audio/vnd.dts'],
  [0, 'riff\x2e\x91\xcf\x11', 'audio/x-w64'],
  // General detection gives up if the archive is damaged further on.
  [0, 'PK\x03\x04', 'application/zip'],
];

/** With its size, because texts begin with `P6 `, too; comments may stand between. */
const NETPBM = /^P(?:[1-6](?:\s|#.*\n)+\d+(?:\s|#.*\n)+\d+\s|7\s)/;
const XML_START = /^[\ufeff\s]*<(?:\?xml|!--|!DOCTYPE|[a-z_])/i;
/** Matches the first element of an XML text, after the declaration, comments and the document type. */
const ROOT =
  /^[\ufeff\s]*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE(?:[^[>]|\[[\s\S]*?\])*>\s*)*<(?:[\w.-]+:)?([\w.-]+)/i;

/** Returns the media type of a binary format that general detection leaves out. */
export function binarySignature(head: Uint8Array, size: number, extension: string): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 128)).toString('latin1');
  for (const [offset, magic, mediaType] of BINARY) {
    if (bytes.startsWith(magic, offset)) return mediaType;
  }
  if (NETPBM.test(bytes)) return 'image/x-portable-anymap';
  if (extension === 'stl' && isBinaryStl(head, size)) return 'model/stl';
  if (extension === '3ds' && size >= 6 && bytes.startsWith('MM') && Buffer.from(head).readUInt32LE(2) === size)
    return 'model/x-3ds';
  if (extension === 'gd' && /^\xff[\xfe\xff]/.test(bytes)) return 'image/x-gd';
  if (extension === 'pcx' && head[0] === 0x0a && (head[1] ?? 9) <= 5 && head[2] === 1) return 'image/x-pcx';
  if (isSgi(head)) return 'image/x-sgi';
  if (extension === 'xwd' && bytes.startsWith('\0\0\0\x07', 4)) return 'image/x-xwindowdump';
  if (['tga', 'icb', 'vda', 'vst'].includes(extension) && isTarga(head)) return 'image/x-tga';
  return undefined;
}

/** Readers of PDF look for its start in so many bytes, because some programs put their own before it. */
const PDF_START_BYTES = 1024;
const PDF_START = /%PDF-\d/;
const NAMED_PDF = /^(?:pdf|ai|ait)$/;
const PDF_OBJECT = /\s\d+ \d+ obj\b/;

/** Returns where a PDF begins in a file, which may be behind other bytes; -1 if nowhere. */
export function startOfPdf(head: string): number {
  const start = head.slice(0, PDF_START_BYTES + PDF_START.source.length).search(PDF_START);
  return start >= PDF_START_BYTES ? -1 : start;
}

/**
 * Returns true for the beginning of a PDF, also behind other bytes. A text about PDF may have such a start, but hardly
 * an object; a name that promises a PDF is believed.
 */
export function isPdf(head: string, extension: string): boolean {
  if (startOfPdf(head) < 0) return false;
  // PostScript that holds a PDF is one to readers of PDF alone.
  if (head.startsWith('%!PS')) return extension === 'pdf';
  return NAMED_PDF.test(extension) || PDF_OBJECT.test(head);
}

/** What else is named `.stl`: subtitles of broadcasters, and models in UTF-16. */
const NO_BINARY_STL = /^(?:\d{3}STL|\xff\xfe|\xfe\xff|s\0|\0s)/i;

/**
 * Binary STL has no signature. It consists of 80 bytes, the number of triangles, and 50 bytes for each; some programs
 * append data of their own, or never fill in the number, and a file may be cut.
 */
function isBinaryStl(head: Uint8Array, size: number): boolean {
  if (size < 84 || head.length < 84) return false;
  const end = 84 + 50 * new DataView(head.buffer, head.byteOffset).getUint32(80, true);
  if (end === size) return true;
  const hasTriangle = head.subarray(84, 134).some((byte) => byte !== 0);
  return hasTriangle && head.includes(0) && !NO_BINARY_STL.test(Buffer.from(head.subarray(0, 8)).toString('latin1'));
}

/**
 * The two-byte signature of SGI occurs in many files, so packing, bytes per sample and dimensions are checked as well.
 */
function isSgi([first, second, packing = 9, bytes, zero, dimensions = 9]: Uint8Array): boolean {
  const isMarked = first === 0x01 && second === 0xda && zero === 0;
  return isMarked && packing <= 1 && (bytes === 1 || bytes === 2) && dimensions >= 1 && dimensions <= 3;
}

function isTarga(head: Uint8Array): boolean {
  const [, colourMap = 9, kind = 0] = head;
  const depth = head[16] ?? 0;
  return colourMap <= 1 && [1, 2, 3, 9, 10, 11].includes(kind) && [8, 15, 16, 24, 32].includes(depth);
}

/** Returns the media type of a picture or model that is written as text. */
export function textSignature(text: string, extension: string): string | undefined {
  if (XML_START.test(text)) {
    const root = ROOT.exec(text)?.[1]?.toLowerCase();
    if (root === 'svg') return 'image/svg+xml';
    if (root === 'collada') return 'model/vnd.collada+xml';
    if (root === 'x3d') return 'model/x3d+xml';
  }
  if (text.startsWith('%!PS-Adobe') && /^%!PS-Adobe-\S+ EPSF/.test(text)) return 'application/eps';
  if (text.startsWith('%!PS')) return 'application/postscript';
  if (text.startsWith('ISO-10303-21')) return extension === 'ifc' ? 'model/ifc' : 'model/step';
  if (text.startsWith('#usda')) return 'model/vnd.usd';
  if (text.startsWith('#VRML')) return 'model/vrml';
  if (text.startsWith('LWSC')) return 'model/x-lightwave-scene';
  const isSolid = /^\s*solid\b/i.test(text);
  if (isSolid && (extension === 'stl' || /\bfacet\s+normal\b/i.test(text))) return 'model/stl';
  if (extension === 'ply' && /^ply[\r\n]/i.test(text)) return 'model/ply';
  if (extension === 'obj' && /^\s*(?:#|v|vt|vn|f|g|o|s|mtllib|usemtl)\b/im.test(text)) return 'model/obj';
  if (extension === 'mtl' && /^\s*newmtl\b/m.test(text)) return 'model/mtl';
  if (extension === 'gltf' && /^[\ufeff\s]*\{/.test(text)) return 'model/gltf+json';
  if (extension === 'iges' || extension === 'igs') return /^.{72}S\s*\d/m.test(text) ? 'model/iges' : undefined;
  if (extension === 'off' && text.startsWith('OFF')) return 'model/off';
  if (extension === 'fbx' && /^;\s*FBX/.test(text)) return 'application/x-ft-fbx';
  if (extension === 'dxf' && /^\s*(?:0|999)\s*\n/.test(text)) return 'image/vnd.dxf';
  if (extension === 'xbm' && /^\s*#define\s+\S*width\s+\d/m.test(text)) return 'image/x-xbitmap';
  if (extension === 'xpm' && text.startsWith('/* XPM */')) return 'image/x-xpixmap';
  return undefined;
}
