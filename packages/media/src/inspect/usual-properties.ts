import {
  FILE_CATEGORIES,
  type FileProperties,
  NO_FILE_PROPERTIES,
  UNKNOWN_TYPE,
} from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { categoryOfExtension } from './categories.ts';

const { image, text, video } = FILE_CATEGORIES;

const OFFICE = new Map([...OFFICE_TYPES].map(([type, extension]) => [extension, type]));
const OTHERS: Readonly<Record<string, string>> = {
  ...{ pdf: 'application/pdf', epub: 'application/epub+zip', swf: 'application/x-shockwave-flash' },
  ...{ dot: 'application/msword', xlt: 'application/vnd.ms-excel', indd: 'application/x-indesign' },
  ...{ pps: 'application/vnd.ms-powerpoint', pot: 'application/vnd.ms-powerpoint' },
  ...{ glb: 'model/gltf-binary', gltf: 'model/gltf+json', obj: 'model/obj', ply: 'model/ply', stl: 'model/stl' },
};
const FOR_FFMPEG = words(
  'tga icb vda vst pcx dcx pnm pbm pgm ppm pam pfm xpm exr xbm xwd sgi rgb rgba bw sun ras qoi jls dpx',
);
/** Any size that fits into every format. */
const USUAL_SIZE: Size = { width: 600, height: 800 };
/** Extensions of pictures that nothing draws. */
const UNDRAWN = words(`
  wdp hdp jxr xcf kra clip cdr cmx cgm wmf emf wmz emz wpg pct pict pic afphoto afdesign af sketch fig xd cpt psp pspimage pdn
  ora mdp procreate cin iff lbm ilbm wbmp flif bpg miff dcm dicom mng jng ktx ktx2 pvr vtf`);

/** Returns the properties that decide how files with this extension can be converted, as most such files have them. */
export function usualProperties(extension: string): FileProperties {
  const category = categoryOfExtension(extension);
  const mediaType = OFFICE.get(extension) ?? OTHERS[extension] ?? usualType(extension, category);
  const isByPictureInIt = extension === 'epub' || extension === 'indd';
  return {
    ...{ ...NO_FILE_PROPERTIES, extension, category, mediaType },
    ...(isByPictureInIt ? { drawn: USUAL_SIZE } : category === video ? USUAL_SIZE : {}),
  };
}

function usualType(extension: string, category: FileProperties['category']): string {
  if (category === text) return 'text/plain';
  if (category === video) return 'video/mp4';
  if (category !== image || UNDRAWN.has(extension)) return UNKNOWN_TYPE;
  return FOR_FFMPEG.has(extension) ? 'image/x-tga' : 'image/png';
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
