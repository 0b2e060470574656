/** Writes HEIC files of HEVC pictures (ISO/IEC 23008-12). */

const HEADERS = [32, 33, 34];
const FULL = [0, 0, 0, 0];

type Part = string | Buffer | readonly number[];

function box(type: string, ...parts: readonly Part[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  return Buffer.concat([long(content.length + 8), Buffer.from(type), content]);
}

const long = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([24, 16, 8, 0].map((n) => (value >> n) & 255))));
const short = (...values: readonly number[]) => values.flatMap((value) => [value >> 8, value & 255]);

/** Cuts a stream of pictures that are coded by themselves; returns the units with the parameters of all, and each picture. */
export function pictureUnits(stream: Buffer): {
  readonly headers: readonly Buffer[];
  readonly pictures: readonly Buffer[];
} {
  const units = stream
    .toString('latin1')
    .split('\0\0\x01')
    .map((unit) => unit.replace(/\0$/, ''))
    .filter((unit) => unit !== '')
    .map((unit) => Buffer.from(unit, 'latin1'));
  const typeOf = (unit: Buffer) => ((unit[0] ?? 0) >> 1) & 63;
  const headers = HEADERS.flatMap((type) => units.find((unit) => typeOf(unit) === type) ?? []);
  return { headers, pictures: units.filter((unit) => typeOf(unit) < 32) };
}

/** How a file shows its pictures. */
export interface HeicLook {
  readonly tile: { readonly width: number; readonly height: number };
  /** Makes one picture of many, each of which it names `times`. */
  readonly grid?: {
    readonly columns: number;
    readonly width: number;
    readonly height: number;
    readonly times?: number;
  };
  /** Properties of what is shown, in this order, each a type and its content. */
  readonly changes?: readonly (readonly [type: string, content: readonly number[]])[];
  readonly bits?: number;
}

/** A clean aperture of whole pixels, with how far its middle is from that of the picture in halves of a pixel. */
export const cut = (width: number, height: number, across: number, down: number) =>
  ['clap', Array.from(long(width, 1, height, 1, across, 2, down, 2))] as const;
/** Colours by code points. */
export const codePoints = (primaries: number, transfer: number, matrix: number, isFull: boolean) =>
  ['colr', [...Buffer.from('nclx'), ...short(primaries, transfer, matrix), isFull ? 128 : 0]] as const;

/** Writes the pictures as tiles of a grid, or the first of them alone. */
export function heicOf(stream: Buffer, { tile, grid, changes = [], bits = 8 }: HeicLook): Buffer {
  const { headers, pictures } = pictureUnits(stream);
  const data = (grid ? pictures : pictures.slice(0, 1)).map((unit) => Buffer.concat([long(unit.length), unit]));
  const codec = box(
    'hvcC',
    [
      1,
      1,
      ...long(0x60000000),
      ...short(0x9000, 0, 0),
      60,
      0xf0,
      0,
      0xfc,
      0xfd,
      0xf8 + bits - 8,
      0xf8 + bits - 8,
      0,
      0,
      0x0f,
      headers.length,
    ],
    ...headers.flatMap((unit) => [[((unit[0] ?? 0) >> 1) & 63, 0, 1, ...short(unit.length)], unit]),
  );
  const times = grid?.times ?? 1;
  const rows = grid ? (data.length * times) / grid.columns : 1;
  const layout = grid
    ? Buffer.from([0, 0, rows - 1, grid.columns - 1, ...short(grid.width, grid.height)])
    : Buffer.alloc(0);
  const tiles = data.map((_, index) => index + 1);
  const shown = grid ? data.length + 1 : 1;
  const items = [...tiles, ...(grid ? [shown] : [])];
  const sizes = [tile, ...(grid ? [grid] : [])].map(({ width, height }) => box('ispe', FULL, long(width, height)));
  const properties = [codec, ...sizes, ...changes.map(([type, content]) => box(type, content))];
  const shownNumbers = [...(grid ? [3] : [1, 2]), ...changes.map((_, index) => sizes.length + 2 + index)];
  const numbersOf = (item: number) => (item === shown ? shownNumbers : [1, 2]);
  const start = box('ftyp', 'heic', FULL, 'mif1', 'heic');
  const meta = (at: number) => {
    let next = at;
    const places = data.map((each) => {
      next += each.length;
      return Buffer.from([...long(next - each.length, each.length)]);
    });
    return box(
      'meta',
      FULL,
      box('hdlr', FULL, FULL, 'pict', Buffer.alloc(13)),
      box('pitm', FULL, short(shown)),
      box(
        'iloc',
        [1, 0, 0, 0, 0x44, 0],
        short(items.length),
        ...tiles.flatMap((id, n) => [short(id, 0, 0, 1), places[n] ?? []]),
        ...(grid ? [short(shown, 1, 0, 1), long(0, layout.length)] : []),
      ),
      box(
        'iinf',
        FULL,
        short(items.length),
        ...items.map((id) => box('infe', [2, 0, 0, 0, ...short(id, 0)], grid && id === shown ? 'grid' : 'hvc1', [0])),
      ),
      ...(grid
        ? [
            box(
              'iref',
              FULL,
              box('dimg', short(shown, tiles.length * times, ...Array.from({ length: times }, () => tiles).flat())),
            ),
          ]
        : []),
      box(
        'iprp',
        box('ipco', ...properties),
        box(
          'ipma',
          FULL,
          long(items.length),
          ...items.map((id) => [...short(id), numbersOf(id).length, ...numbersOf(id)]),
        ),
      ),
      box('idat', layout),
    );
  };
  return Buffer.concat([start, meta(start.length + meta(0).length + 8), box('mdat', ...data)]);
}
