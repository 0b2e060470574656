/** Extension for each media type, because LibreOffice relies on the name where the content is ambiguous. */
export const OFFICE_TYPES: ReadonlyMap<string, string> = new Map([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'dotx'],
  ['application/vnd.ms-word.document.macroenabled.12', 'docm'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'xltx'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'xlsm'],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'xlsb'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow', 'ppsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.template', 'potx'],
  ['application/vnd.ms-powerpoint.presentation.macroenabled.12', 'pptm'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.text-template', 'ott'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.spreadsheet-template', 'ots'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.presentation-template', 'otp'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/vnd.oasis.opendocument.graphics-template', 'otg'],
  ['application/vnd.oasis.opendocument.text-flat-xml', 'fodt'],
  ['application/vnd.oasis.opendocument.spreadsheet-flat-xml', 'fods'],
  ['application/vnd.oasis.opendocument.presentation-flat-xml', 'fodp'],
  ['application/vnd.oasis.opendocument.graphics-flat-xml', 'fodg'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/rtf', 'rtf'],
  ['text/rtf', 'rtf'],
]);

/** The programs of LibreOffice that open such files, which systems install apart. */
export const OFFICE_PROGRAMS = ['Writer', 'Calc', 'Impress', 'Draw'] as const;
export type OfficeProgram = (typeof OFFICE_PROGRAMS)[number];

/** Returns the one that opens files of a type. */
export function officeProgramOf(mediaType: string): OfficeProgram {
  if (isSpreadsheet(mediaType)) return 'Calc';
  if (/presentation|powerpoint/.test(mediaType)) return 'Impress';
  return /graphics/.test(mediaType) ? 'Draw' : 'Writer';
}

const SPREADSHEET = /spreadsheet|ms-excel/;

/** Returns true for spreadsheets, which may have thousands of pages that nobody means to print. */
export function isSpreadsheet(mediaType: string): boolean {
  return SPREADSHEET.test(mediaType);
}
