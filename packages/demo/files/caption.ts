import type { Exif } from 'sharp';

/** What a picture says about itself, written into its file. */
export interface Caption {
  readonly title: string;
  readonly creator: string;
  readonly copyright: string;
  /** ISO 8601 in UTC. */
  readonly captured: string;
  /** Degrees, north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** The camera and its settings as EXIF spells them. */
  readonly camera: Readonly<Record<string, string>>;
}

/** EXIF as the encoder takes it: tag names and texts. */
export function exifOf({ title, creator, copyright, captured, latitude, longitude, camera }: Caption): Exif {
  const time = captured.slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const texts = { Artist: ascii(creator), Copyright: ascii(copyright), ImageDescription: ascii(title), DateTime: time };
  const { Make = '', Model = '', ...settings } = camera;
  const place = { GPSLatitude: degrees(latitude), GPSLongitude: degrees(longitude) };
  return {
    IFD0: { Make, Model, ...texts },
    IFD2: { DateTimeOriginal: time, DateTimeDigitized: time, ...settings },
    IFD3: { GPSLatitudeRef: 'N', GPSLongitudeRef: 'E', ...place },
  };
}

/** Degrees, minutes and hundredths of seconds as fractions. */
function degrees(value: number): string {
  const minutes = (value % 1) * 60;
  return `${Math.floor(value)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
}

/** EXIF texts are ASCII: umlauts lose their dots, and signs become words. */
const ascii = (text: string): string =>
  text
    .replaceAll('©', '(c)')
    .replaceAll('–', '-')
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '');
