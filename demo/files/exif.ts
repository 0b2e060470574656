import type { Exif } from 'sharp';
import type { Caption } from './caption.ts';

/** EXIF as the encoder takes it: tag names and texts. */
export function exifOf(caption: Caption): Exif {
  const { camera } = caption;
  const time = exifTime(caption.captured);
  return {
    IFD0: {
      Make: camera.make,
      Model: camera.model,
      Artist: ascii(caption.creator),
      Copyright: ascii(caption.copyright),
      ImageDescription: ascii(caption.title),
      Software: 'Velmara Darkroom 4',
      DateTime: time,
    },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      ExposureTime: camera.exposureTime,
      FNumber: camera.fNumber,
      ISOSpeedRatings: camera.iso,
      FocalLength: `${camera.focalLength}/1`,
      LensModel: camera.lens,
    },
    IFD3: {
      GPSLatitudeRef: caption.latitude < 0 ? 'S' : 'N',
      GPSLatitude: degrees(caption.latitude),
      GPSLongitudeRef: caption.longitude < 0 ? 'W' : 'E',
      GPSLongitude: degrees(caption.longitude),
    },
  };
}

/** `2026:05:01 06:12:00`. */
const exifTime = (iso: string): string => iso.slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** Degrees, minutes and hundredths of seconds as fractions. */
function degrees(value: number): string {
  const size = Math.abs(value);
  const whole = Math.floor(size);
  const minutes = Math.floor((size - whole) * 60);
  const seconds = Math.round(((size - whole) * 60 - minutes) * 6000);
  return `${whole}/1 ${minutes}/1 ${seconds}/100`;
}

/** EXIF texts are ASCII: umlauts and signs are spelled out. */
function ascii(text: string): string {
  return text
    .replace(/[ÄÖÜäöü]/g, '$&e')
    .replaceAll('ß', 'ss')
    .replaceAll('©', '(c)')
    .replaceAll('–', '-')
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '');
}
