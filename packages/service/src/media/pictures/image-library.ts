import sharp from 'sharp';

/** All other decoders of the image library are blocked, whatever a file claims to be. SVG is read from memory alone: by path it could read the files beside it. */
const ALLOWED = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadSvgBuffer',
];

/** Prepares the image library of this process for untrusted files. To be called before the first of them. */
export function confineImageLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ALLOWED });
  // As many processes as cores draw; a cache of operations would only hold memory.
  sharp.concurrency(1);
  sharp.cache(false);
}
