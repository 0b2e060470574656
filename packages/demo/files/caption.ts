import type { Exif } from 'sharp';

/** Metadata to be written into a picture's file. */
export interface Caption {
  readonly title: string;
  readonly creator: string;
  readonly copyright: string;
  /** Instant in ISO 8601 and UTC. */
  readonly captured: string;
  /** Position in degrees, north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** The camera and its settings, by EXIF tag names. */
  readonly camera: Readonly<Record<string, string>>;
}

/** Converts a caption to EXIF as the encoder expects it: tag names and texts. */
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

/** Formats an angle as EXIF fractions: degrees, minutes and hundredths of seconds. */
function degrees(value: number): string {
  const minutes = (value % 1) * 60;
  return `${Math.floor(value)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
}

/** Converts a text to ASCII for EXIF: drops the dots of umlauts and replaces signs with words. */
const ascii = (text: string): string =>
  text
    .replaceAll('©', '(c)')
    .replaceAll('–', '-')
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '');
