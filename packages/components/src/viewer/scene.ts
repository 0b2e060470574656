import type { SceneTiles } from './strip.ts';

/** The styles of an element that shows one tile of a picture of scenes. */
export function sceneTile(
  address: string,
  { columns, rows }: SceneTiles,
  index: number,
): Readonly<Record<string, string>> {
  const share = (place: number, count: number) => (count > 1 ? (100 * place) / (count - 1) : 0);
  return {
    'background-image': addressInStyle(address),
    'background-size': `${100 * columns}% ${100 * rows}%`,
    'background-position': `${share(index % columns, columns)}% ${share(Math.floor(index / columns), rows)}%`,
  };
}

export function addressInStyle(address: string): string {
  return `url(${JSON.stringify(address)})`;
}
