import sharp from 'sharp';

/** Every other decoder of the image library stays shut, whatever a file claims to be. SVG only from memory: by path it reads its neighbours. */
const ALLOWED = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadSvgBuffer',
];

/** Prepares the image library of this process for untrusted files. Once, before the first of them. */
export function confineImageLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ALLOWED });
  // As many processes as cores draw; a cache of operations would only hold memory.
  sharp.concurrency(1);
  sharp.cache(false);
}
