/** Base addresses with previews of several sizes, and random requests for pictures of an asset. */
import type { Random } from '../../../columnar/test/random.ts';

/** Longest side of the largest preview of each base address, and the cells that vanish in it, but in nothing twice as fine. */
export const BIG = { 36: [4, 6, 9], 60: [3, 4], 150: [1, 2], 200: [1] } as const;
export const CELLS = [1, 2, 3, 4, 6, 9];
type Big = keyof typeof BIG;

const ALLOWED = ['any', 'widths', 'presets', 'signed'] as const;

export interface Endpoint {
  readonly name: string;
  readonly big: Big;
  readonly allow: (typeof ALLOWED)[number];
}

export const ENDPOINTS: readonly Endpoint[] = ([36, 60, 150, 200] as const).flatMap((big) =>
  ALLOWED.map((allow) => ({ name: `${allow}${big}`, big, allow })),
);

type Query = readonly [name: string, value: string | number];

/** A request for a picture, of any of the ways that there are. */
export function drawRequest(random: Random, id: number, { allow }: Endpoint): string {
  const way = random.between(0, 10);
  if (way === 0)
    return `asset.do?${random.pick(['thumb', 'preview'])}=${id}&${random.pick(['big=true', 'big=false', 'middle=true'])}&page=${random.between(0, 1)}`;
  if (way === 1) {
    const format = random.pick(['', '&format=1', '&format=2', '&format=2&width=3000', '&format=2&crop=90x90%2B0%2B0']);
    const form = random.pick(['pdf', 'animation', '3D']);
    return random.pick([
      `asset.do?download=${id}${format}`,
      `asset.do?preview=${id}&type=${form}`,
      `asset.do?stream=${id}`,
    ]);
  }
  if (way < 5) return drawIiif(random, id);
  const side = () => random.pick([1, 17, 64, 250, 720, 3000]);
  const many = random.chance(0.3) ? '%25' : '';
  const length = () => (many === '' ? random.pick([8, 33, 64, 200, 720]) : random.pick([1, 5, 20, 100]));
  const offset = () => (many === '' ? random.between(0, 400) : random.between(0, 80));
  const cuts = () => `${length()}${many}x${length()}${many}%2B${offset()}%2B${offset()}`;
  const isFree = allow === 'any' || allow === 'signed';
  const all: readonly Query[] = [
    ['width', side()],
    ['height', side()],
    // Where a border can't have the grey of the board, it would be detail.
    ['fit', random.pick(['inside', 'cover', isFree ? 'contain' : 'cover'])],
    ['background', '808080'],
    ['focus', random.pick(['auto', 'center', '0,0', '1,0.5'])],
    ['crop', cuts()],
    ['dpr', random.pick([1, 2, 3.5])],
    ['quality', random.pick([60, 100])],
    ['format', random.pick(['auto', 'jpg', 'png', 'webp', 'avif'])],
    ['animated', 'true'],
    ['page', random.between(0, 1)],
    ['version', 1],
    ['preset', random.pick(['zoom', 'part', 'link'])],
  ];
  const allowed: Readonly<Record<Endpoint['allow'], ReadonlySet<string>>> = {
    any: new Set(all.map(([name]) => name)),
    signed: new Set(all.map(([name]) => name)),
    widths: new Set(['width', 'fit', 'dpr', 'format', 'page', 'version', 'preset', 'animated']),
    presets: new Set(['preset', 'format', 'page', 'version']),
  };
  const chosen = all.filter(([name]) => {
    if (name === 'background') return true;
    return allowed[allow].has(name) && (random.chance(0.4) || (allow === 'presets' && name === 'preset'));
  });
  const query = chosen.filter(([name]) => isFree || name !== 'background');
  return `asset.do?picture=${id}${query.map(([name, value]) => `&${name}=${value}`).join('')}`;
}

function drawIiif(random: Random, id: number): string {
  const page = random.chance(0.2) ? ';page=1' : '';
  const most = () => random.between(1, 300);
  const region = random.pick([
    ...['full', 'square', `0,0,512,512`],
    ...[`${random.between(0, 100)},${random.between(0, 60)},${most()},${most()}`],
    `pct:${random.between(0, 90)},${random.between(0, 90)},${random.between(1, 50)},${random.between(1, 50)}`,
  ]);
  const size = random.pick(['max', '^max', 'pct:100', 'pct:61', `${most()},`, `,${most()}`, `!${most()},${most()}`]);
  const turn = random.pick(['0', '90', '!0', '!270']);
  const quality = random.pick(['default', 'gray']);
  return `iiif/image/3/${id}${page}/${region}/${encodeURIComponent(size)}/${turn}/${quality}.${random.pick(['jpg', 'png', 'webp', 'avif'])}`;
}
