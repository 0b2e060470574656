/**
 * Number of pages of a spreadsheet that pictures show. A table of thousands of rows has thousands of pages, which take
 * minutes to convert.
 */
export const SHEET_PAGES = 50;
