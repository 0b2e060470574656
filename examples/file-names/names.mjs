// Names delivered files after their titles, with the asset's number: `Dawn (1000).jpg`, in German `Morgen (1000).jpg`.
// Its default export gets a file, and gives its name (see README.md beside it).

/** The information field that holds the title. */
const TITLE = 100;

export default function fileName(file) {
  const title = file.field(TITLE);
  if (title === undefined) return file.name;
  const dot = file.name.lastIndexOf('.');
  const extension = dot > 0 ? file.name.slice(dot) : '';
  return `${title} (${file.asset})${extension}`;
}
