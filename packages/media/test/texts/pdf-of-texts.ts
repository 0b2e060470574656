const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** Writes a PDF whose pages have these lines of ASCII, by hand, because that is fast. */
export function pdfOfTexts(pages: readonly (readonly string[])[]): string {
  return pdfOfContents(
    pages.map((lines) => lines.map((line, row) => `BT /F 10 Tf 40 ${800 - 16 * row} Td (${line}) Tj ET`).join('\n')),
  );
}

/** Writes a PDF whose pages have these contents, in which the font is `/F`. */
export function pdfOfContents(pages: readonly string[], font = HELVETICA): string {
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Kids [${kids}] >>`,
    font,
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${5 + 2 * page} 0 R >>`,
      `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = String(text.length).padStart(10, '0');
    text += `${at + 1} 0 obj ${object} endobj\n`;
    return `${place} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
}
