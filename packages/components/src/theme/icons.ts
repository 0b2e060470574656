import { html, svg, type TemplateResult } from 'lit';

/** Paths of the icons of the first view, on a grid of 24 × 24. They are drawn as lines in the colour of the text. */
const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  folder: 'M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.01',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  video: 'M3 6h12v12H3zM15 10l6-3v10l-6-3',
  audio: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm10-2a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  model: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  warning: 'M12 4l9 16H3zM12 10v5M12 18h.01',
  menu: 'M4 6h16M4 12h16M4 18h16',
  check: 'M5 12l5 5 9-10',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5M12 8h.01',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Draws an icon, which is hidden from screen readers: the control around it has the accessible name. */
export function icon(name: IconName): TemplateResult {
  return drawnIcon(PATHS[name]);
}

/** Draws an icon with this path. */
export function drawnIcon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${path}></path>`}</svg>`;
}
