import { FILE_CATEGORIES, type FileCategory } from '../../../core/src/domain/file-properties.ts';

const EXTENSIONS = {
  image: `
    jpg jpeg jpe jfif jif jfi png apng gif webp avif avifs heic heics heif heifs hif jxl jp2 j2k j2c jpf jpx jpm jph jhc jxr wdp hdp jls
    bmp dib rle ico cur tif tiff btf tf8 svg svgz eps epsf epsi ai ait psd psb pdd xcf kra clip cdr cmx cgm wmf emf wmz emz wpg pct pict pic
    afphoto afdesign af sketch fig xd cpt psp pspimage pdn ora mdp procreate
    tga icb vda vst pcx dcx pnm pbm pgm ppm pam pfm exr hdr rgbe dds dpx cin sgi rgb rgba bw ras sun iff lbm ilbm xbm xpm xwd wbmp qoi flif bpg
    miff fits fit fts dcm dicom dng raw rwl rw2 rwz raf nef nrw cr2 cr3 crw cs1 arw arq srf sr2 srw orf ori pef ptx mrw mdc mef mos iiq cap eip
    3fr fff x3f dcr dcs drf k25 kdc kc2 erf bay gpr sti nksc mpo pns jps insp mng jng ktx ktx2 pvr vtf`,
  document: `
    pdf fdf xfdf doc docx docm dot dotx dotm wps wpd wri xls xlsx xlsm xlsb xlt xltx xltm xlw ppt pptx pptm pps ppsx ppsm pot potx potm
    odt ott fodt ods ots fods odp otp fodp odg otg fodg odf odc odb sxw stw sxc stc sxi sti sxd std rtf epub mobi azw azw3 prc fb2 lit
    indd indt indb indl idml icml incx inx qxd qxp qxb qpt pmd pm6 pm65 fm pub afpub mpp mpt vsd vsdx vsdm vss vssx vst vstx one onetoc2 msg
    pages numbers key keynote template ps xps oxps djvu djv dvi hwp hwpx lwp cwk dwg dxf dwf dwfx dgn`,
  video: `
    mp4 m4v mp4v mov qt avi divx xvid mkv mk3d webm wmv asf flv f4v f4p mpg mpeg mpe m1v m2v mpv mp2v mpg2 m2p vob ifo ts mts m2ts m2t tp trp
    tod mod ogv ogm ogx 3gp 3gpp 3g2 3gp2 mxf gxf lxf dv dif rm rmvb ivf y4m yuv h264 264 avc h265 265 hevc av1 obu braw r3d ari crm insv lrv
    360 amv wtv dvr-ms swf bik bk2 nut mj2 mjpeg mjpg xmv roq prproj aep veg`,
  audio: `
    mp3 mp2 mp1 mpa mpga m4a m4b m4p m4r aac adts wav wave w64 rf64 bwf aif aiff aifc flac alac ape wv mpc mp+ tta tak ofr ogg oga opus spx wma
    ra ram ac3 eac3 ec3 ac4 dts dtshd thd mlp au snd caf amr awb 3ga mka weba mid midi kar rmi dsf dff aa aax voc gsm qcp shn it xm s3m
    adx ast sox sf ircam mmf`,
  text: `
    txt text md markdown mdown mkd rst adoc asciidoc org csv tsv tab psv log htm html xhtml xht shtml mht mhtml xml xsd xsl xslt dtd rss atom opml
    json jsonl ndjson json5 geojson jsonc yaml yml toml ini cfg conf properties env srt vtt ass ssa sub sbv ttml dfxp smi sami lrc itt scc
    css scss sass less js mjs cjs jsx tsx c h cc cpp cxx hpp cs java kt go rs rb py pl pm php sh bash zsh bat cmd ps1 sql r m swift lua
    vcf vcard ics ical bib nfo diff patch gpx kml po cube 3dl xmp plist tex latex eml fountain rpt cue m3u m3u8 pls edl fcpxml`,
  '3d': `
    glb gltf obj mtl stl ply fbx 3mf dae usd usda usdc usdz step stp p21 stpz iges igs 3ds max blend c4d ma mb lwo lws skp 3dm x3d x3dv wrl vrml
    off amf abc x_t x_b sat sab jt ifc ifczip rvt rfa sldprt sldasm prt asm ipt iam catpart catproduct f3d brep brp x3dz wrz pts e57 las laz
    pcd vrm zpr ztl spp sbsar splat spz u3d`,
} satisfies Partial<Record<keyof typeof FILE_CATEGORIES, string>>;

const BY_EXTENSION = readExtensions();

/** Returns the usual category of files with this extension (lower case, no dot). Used for records without a file. */
export function categoryOfExtension(extension: string): FileCategory {
  return BY_EXTENSION.get(extension.toLowerCase()) ?? FILE_CATEGORIES.unknown;
}

/** Media types whose first part says nothing, or something wrong, about the category. */
const BY_MEDIA_TYPE = new Map<string, FileCategory>([
  ...types(
    'image',
    'application/eps application/photoshop application/vnd.adobe.photoshop application/vnd.adobe.illustrator application/dicom',
  ),
  ...types(
    'document',
    `application/pdf application/rtf application/epub+zip application/x-indesign application/vnd.adobe.indesign-idml-package
     application/msword application/vnd.ms-excel application/vnd.ms-powerpoint application/vnd.visio application/postscript
     application/x-mobipocket-ebook application/x-fictionbook+xml application/vnd.ms-xpsdocument application/vnd.ms-publisher
     application/vnd.ms-project application/vnd.quark.quarkxpress application/x-indesign-interchange application/vnd.adobe.xfdf image/vnd.djvu image/vnd.dwg image/vnd.dxf application/vnd.ms-outlook
     application/vnd.apple.pages application/vnd.apple.numbers application/vnd.apple.keynote text/rtf`,
  ),
  ...types(
    'video',
    'image/mj2 application/mxf application/vnd.ms-asf application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr application/x-shockwave-flash',
  ),
  ...types('audio', 'application/ogg application/vnd.rn-realaudio'),
  ...types(
    'text',
    'application/xml application/xhtml+xml application/json application/yaml application/javascript application/x-subrip',
  ),
  ...types('3d', 'application/x-ft-fbx application/vnd.sketchup.skp application/x-blender application/x-ft-draco'),
]);

const DOCUMENT =
  /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|sun\.xml|ms-(?:excel|word|powerpoint|visio))\./;
const BY_FIRST_PART = new Map<string, FileCategory>([
  ...types('image', 'image'),
  ...types('video', 'video'),
  ...types('audio', 'audio'),
  ...types('text', 'text'),
  ...types('3d', 'model'),
]);

/** Returns the category of a media type that was detected by content. */
export function categoryOfMediaType(mediaType: string): FileCategory {
  if (DOCUMENT.test(mediaType)) return FILE_CATEGORIES.document;
  const [first = ''] = mediaType.split('/', 1);
  return BY_MEDIA_TYPE.get(mediaType) ?? BY_FIRST_PART.get(first) ?? FILE_CATEGORIES.unknown;
}

/** Returns the extension of a file name: lower case, without the dot; '' if there is none. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const found = /\.([^.\s]{1,32})$/u.exec(base);
  return found && /[^.]/.test(base.slice(0, found.index)) ? (found[1] ?? '').toLowerCase() : '';
}

function types(category: keyof typeof FILE_CATEGORIES, text: string): [string, FileCategory][] {
  return words(text).map((type) => [type, FILE_CATEGORIES[category]]);
}

function readExtensions(): Map<string, FileCategory> {
  const table = new Map<string, FileCategory>();
  for (const [name, text] of Object.entries(EXTENSIONS)) {
    const category = FILE_CATEGORIES[name as keyof typeof EXTENSIONS];
    for (const extension of words(text)) {
      if (!table.has(extension)) table.set(extension, category); // the first wins: `vst` is Targa and Visio
    }
  }
  return table;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
