import type { TemplateResult } from 'lit';
import { drawnIcon } from './icons.ts';

/** Paths of the icons of the parts that are loaded after the list, on the same grid. */
const PATHS = {
  'select-all': 'M4 4h16v16H4zM8 12l3 3 5-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  basket: 'M4 9h16l-2 11H6zM8 9l4-6 4 6',
  fullscreen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  collection: 'M4 8h16v11H4zM6 5h12M8 2.5h8',
  keyword: 'M4 4h7l9 9-7 7-9-9zM8 8h.01',
  down: 'M5 9l7 7 7-7',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  zoomIn: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4-4M11 8v6M8 11h6',
  zoomOut: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4-4M8 11h6',
  'turn-left': 'M20 12H4M10 6l-6 6 6 6',
  'turn-right': 'M4 12h16M14 6l6 6-6 6',
  'turn-up': 'M12 20V4M6 10l6-6 6 6',
  'turn-down': 'M12 4v16M6 14l6 6 6-6',
  star: 'M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.2-5.6-3-5.6 3 1.1-6.2L3 9.7l6.2-.9z',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21a8 8 0 0 1 16 0',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  keyboard: 'M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6',
  pip: 'M3 6h18v12H3zM13 12h6v4h-6z',
} as const;

/** Draws an icon of a part that is loaded after the list. */
export function laterIcon(name: keyof typeof PATHS): TemplateResult {
  return drawnIcon(PATHS[name]);
}
