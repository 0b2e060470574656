const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** Writes a PDF whose pages have these lines of ASCII, by hand, because that is fast. */
export function pdfOfTexts(pages: readonly (readonly string[])[]): string {
  return pdfOfContents(
    pages.map((lines) => lines.map((line, row) => `BT /F 10 Tf 40 ${800 - 16 * row} Td (${line}) Tj ET`).join('\n')),
  );
}

/**
 * Writes a PDF whose pages have these contents, in which the font is `/F`. It has layers by name, which are shown or not;
 * `/MNAME` depends on the layer of that name. `parts` are forms by name, each with its content and the layer that it is in,
 * or an expression of layers.
 */
export function pdfOfContents(
  pages: readonly string[],
  font = HELVETICA,
  layers: Readonly<Record<string, boolean>> = {},
  parts: Readonly<Record<string, readonly [content: string, layer: string]>> = {},
): string {
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ');
  const all = Object.entries(layers).map(([name, isShown], at) => ({
    ...{ name, isShown },
    reference: `${4 + 2 * pages.length + at} 0 R`,
  }));
  const off = all.filter(({ isShown }) => !isShown);
  const listOf = (some: typeof all) => some.map(({ reference }) => reference).join(' ');
  const properties = all.map(
    ({ name, reference }) => `/${name} ${reference} /M${name} << /Type /OCMD /OCGs ${reference} >>`,
  );
  const firstPart = 4 + 2 * pages.length + all.length;
  const shared = `<< /Font << /F 3 0 R >> /XObject << ${Object.keys(parts)
    .map((name, at) => `/${name} ${firstPart + at} 0 R`)
    .join(' ')} >> /Properties << ${properties.join(' ')} >> >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [${listOf(all)}] /D << /OFF [${listOf(off)}] >> >> >>`,
    `<< /Type /Pages /Count ${pages.length} /MediaBox [0 0 595 842] /Resources ${shared} /Kids [${kids}] >>`,
    font,
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${5 + 2 * page} 0 R >>`,
      `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    ]),
    ...all.map(({ name }) => `<< /Type /OCG /Name (${name}) >>`),
    ...Object.values(parts).map(([content, layer]) => {
      const reference = layer.replace(/\w+/g, (word) => all.find(({ name }) => name === word)?.reference ?? word);
      const dictionary = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC ${reference}`;
      return `<< ${dictionary} /Resources ${shared} /Length ${content.length} >> stream\n${content}\nendstream`;
    }),
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
