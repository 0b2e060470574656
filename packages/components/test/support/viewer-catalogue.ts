import { cpSync, createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { addChapters, ffmpeg } from '../../../service/test/media/playback/recordings.ts';
import { gifOf } from '../../../service/test/support/gif-bundle.ts';
import { importSample, SAMPLE } from '../../../service/test/support/sample.ts';

/** Pages of the document. */
export const PAGES = 1000;

/** Assets of the catalogue by what they are for. */
export const VIEWED = {
  photo: 2000,
  hostile: 2001,
  document: 2002,
  film: 2003,
  captions: 2004,
  lost: 2005,
  sound: 2006,
  cube: 2007,
  brokenModel: 2008,
  brokenPicture: 2009,
  gif: 2010,
  /** The same, but nobody may download it. */
  viewOnlyGif: 2011,
  /** A film with chapters. */
  told: 2012,
} as const;

/** An asset of the sample, its older version and its current version. */
export const CHANGED = { id: 1000, old: 3, current: 4 } as const;

const CUBE = `${[0, 1, 2, 3, 4, 5, 6, 7].map((corner) => `v ${corner & 1} ${(corner >> 1) & 1} ${corner >> 2}`).join('\n')}
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;

/** Fills a data folder with an asset of each kind that a viewer shows. */
export async function viewerCatalogue(data: string): Promise<void> {
  using bundle = await makeViewerCatalogue();
  await importSample(data, bundle.directory);
}

/** Makes a bundle with an asset of each kind that a viewer shows. */
export async function makeViewerCatalogue(): Promise<Disposable & { readonly directory: string }> {
  const directory = newFolder();
  cpSync(SAMPLE, directory, { recursive: true });
  const file = (name: string) => join(directory, 'files', name);
  const picture = sharp({ create: { width: 5000, height: 3000, channels: 3, background: '#357' } });
  await picture.jpeg().toFile(file('photo.jpg'));
  await writePages(file('pages.pdf'));
  ffmpeg(
    `-f lavfi -i testsrc=size=320x180:rate=10:duration=4 -c:v libx264 -pix_fmt yuv420p -y ${file('film.mp4')}`.split(
      ' ',
    ),
  );
  addChapters(file('film.mp4'), file('told.mp4'), [
    [0, 1, 'Morning'],
    [1, 3, '<i>Noon</i>'],
    [3, 4, ''],
  ]);
  writeFileSync(file('film.de.srt'), '1\n00:00:00,000 --> 00:00:04,000\nEin Tag am See\n');
  const tone = Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 8) * (at / 16_000));
  writeFileSync(file('sound.wav'), wavFile(tone));
  writeFileSync(file('cube.obj'), CUBE);
  writeFileSync(file('broken.glb'), 'glTF, but not really');
  writeFileSync(file('moving.gif'), await gifOf('#f00', '#00f'));

  const sample = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  const of = (id: number, at: string, name = at) => ({ id, file: `files/${at}`, name, type: 'photo', nodes: [2] });
  sample.assets.push(
    of(VIEWED.photo, 'photo.jpg', 'a photo.jpg'),
    of(VIEWED.hostile, 'dawn.jpg', `b <img src=x onerror=alert(1)> ${'W'.repeat(200)}.jpg`),
    of(VIEWED.document, 'pages.pdf'),
    of(VIEWED.film, 'film.mp4'),
    of(VIEWED.captions, 'film.de.srt'),
    { id: VIEWED.lost, name: 'lost.mp4', extension: 'mp4', nodes: [2] },
    of(VIEWED.sound, 'sound.wav'),
    of(VIEWED.cube, 'cube.obj'),
    of(VIEWED.brokenModel, 'broken.glb'),
    of(VIEWED.brokenPicture, 'broken.jpg', 'z broken.jpg'),
    of(VIEWED.gif, 'moving.gif'),
    of(VIEWED.told, 'told.mp4'),
    { ...of(VIEWED.viewOnlyGif, 'moving.gif', 'view only.gif'), nodes: [8] },
  );
  writeFileSync(join(directory, 'catalogue.json'), JSON.stringify(sample));
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}

async function writePages(path: string): Promise<void> {
  const document = new PDFDocument({ size: 'A6', autoFirstPage: false });
  const written = finished(document.pipe(createWriteStream(path)));
  for (let page = 1; page <= PAGES; page += 1) document.addPage().fontSize(48).text(String(page));
  document.end();
  await written;
}
