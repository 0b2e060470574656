import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import type { PdfInfo } from '../ffmpeg/pdfium.ts';
import { isoDate } from './dates.ts';
import { mergeMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';

/** What the mark of UTF-16 with the low byte first looks like in PDF's own encoding. */
const MARK = 'ÿþ';
const DATE = /^D:(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2}'\d{2})?/;

/** Returns what the information of a document says, cleaned and within the limits of texts. */
export function metadataOfInfo(info: PdfInfo): DescriptiveMetadata {
  return mergeMetadata([
    {
      title: [info.Title],
      description: [info.Subject],
      creator: [info.Author],
      captured: dateIn(info.CreationDate),
      keywords: flatKeywords([info.Keywords]),
    },
  ]);
}

/**
 * Corrects texts that a PDF has in UTF-16 with the low byte first, which the standard doesn't allow and exiftool doesn't
 * know, and the date if exiftool couldn't read it, as in any encoding of Unicode, or filled in what it leaves out. `right` is
 * what `metadataOfInfo` returns.
 */
export function withPdfInfo(read: DescriptiveMetadata, right: DescriptiveMetadata): DescriptiveMetadata {
  const { title, description, creator, keywords, ...others } = read;
  const isFilled = right.captured !== undefined && read.captured === filledIn(right.captured);
  const captured = isFilled ? right.captured : (read.captured ?? right.captured);
  const isWrong = (text: unknown) => typeof text === 'string' && text.startsWith(MARK);
  const either = <Name extends 'title' | 'description' | 'creator'>(name: Name) => {
    const text = isWrong(read[name]) ? right[name] : read[name];
    return text === undefined ? {} : { [name]: text };
  };
  return {
    ...others,
    ...either('title'),
    ...either('description'),
    ...either('creator'),
    ...(captured === undefined ? {} : { captured }),
    keywords: keywords.some(([first]) => isWrong(first)) ? right.keywords : keywords,
  };
}

function dateIn(text: string): string | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', zone = ''] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = hour === undefined ? '' : ` ${hour}:${minute}:${second}${zone.replace("'", ':')}`;
  return isoDate([year, month, day].filter((part) => part !== undefined).join('-') + time);
}

/** What exiftool makes of a year, a month or a day. */
function filledIn(date: string): string {
  return `${date}${'-01-01'.slice(date.length - 'yyyy'.length)}T00:00:00`;
}
