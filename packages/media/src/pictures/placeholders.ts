/**
 * Draws what is shown in place of a file that can't be drawn: one that is missing, damaged, too large, of an unknown
 * format, or needs a program that is not installed (`derived/cannot-make.ts`), or whose drawing crashed or took too
 * long. `picture-calls.ts` finds out in a child process; `renditions.ts` then delivers the placeholder and tries the
 * file again after a minute.
 */
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import type { Drawing, Plan } from './renderer.ts';

/** Flat shapes gain nothing from more pixels. */
const MAX_SIDE = 1024;
const PAPER = '#eef1f4';

/**
 * Returns the plan of the placeholder for a picture of this plan, in its format: of at most 1024 pixels a side, in the
 * shape that the picture had to fill, else a square.
 */
export function placeholderFor({ box, frame, format = 'jpg' }: Pick<Plan, 'box' | 'frame' | 'format'>): Plan {
  const { width, height, fit } = frame ?? { width: box, height: box, fit: 'inside' };
  const side = Math.min(width, height, MAX_SIDE);
  const common = {
    ...{ page: 0, quality: 90, background: PAPER },
    ...(format === 'jpg' || format === 'jpg-or-png' ? {} : { format }),
  };
  if (fit === 'inside' || width === height) return { ...common, box: side };
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height));
  const [across, down] = [width, height].map((length) => Math.max(1, Math.round(length * factor))) as [number, number];
  return { ...common, box: Math.max(across, down), frame: { width: across, height: down, fit: 'contain' } };
}

/** Draws the placeholder of a file that can't be drawn: the symbol of its category, without words. */
export function drawPlaceholder(category: FileCategory): Drawing {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${MAX_SIDE}" height="${MAX_SIDE}" viewBox="0 0 256 256">
<rect width="256" height="256" fill="${PAPER}"/>${SIGNS[category]}</svg>`,
  };
}

// A sheet with a folded, slightly darker corner.
const SHEET = `<path d="M84 64a10 10 0 0 1 10-10h46l36 36v102a10 10 0 0 1-10 10H94a10 10 0 0 1-10-10z" fill="#fff" stroke="#b4bfca" stroke-width="4"/>
<path d="M140 54v26a10 10 0 0 0 10 10h26z" fill="#d5dce3" stroke="#b4bfca" stroke-width="4" stroke-linejoin="round"/>`;

/** Symbols by category number. Each stays within the middle 160 of 256 units. */
const SIGNS: Readonly<Record<FileCategory, string>> = {
  // Unknown: a sheet with a question mark.
  0: `${SHEET}<path d="M114 124a16 16 0 1 1 26 12.500c-6 4.800-10 8-10 15.500" fill="none" stroke="#8796a5" stroke-width="8" stroke-linecap="round"/>
<circle cx="130" cy="171" r="5.500" fill="#8796a5"/>`,
  // Image: the sun over two mountains.
  1: `<clipPath id="frame"><rect x="58" y="74" width="140" height="108" rx="8"/></clipPath>
<g clip-path="url(#frame)"><rect x="58" y="74" width="140" height="108" fill="#dbe9f4"/>
<circle cx="97" cy="108" r="13" fill="#f2c66d"/>
<path d="M118 190l38-58a6 6 0 0 1 10 0l42 62z" fill="#9fbbd0"/><path d="M48 190l42-50a6 6 0 0 1 9 0l44 50z" fill="#7b9db8"/></g>
<rect x="58" y="74" width="140" height="108" rx="10" fill="none" stroke="#fff" stroke-width="8"/>
<rect x="54" y="70" width="148" height="116" rx="13" fill="none" stroke="#b4bfca" stroke-width="4"/>`,
  // Document: a sheet with a heading, lines and a picture between them.
  2: `${SHEET}<g stroke-width="6" stroke-linecap="round"><path d="M102 80h24" stroke="#c0705f"/>
<path d="M102 98h26M102 114h56M102 130h56M142 148h16M142 162h16M102 182h56" stroke="#a9b5c1"/></g>
<rect x="99" y="143" width="34" height="25" rx="3" fill="#d9a79c"/>`,
  // Video: a frame of film with a play triangle.
  3: `<rect x="50" y="76" width="156" height="104" rx="12" fill="#66728a"/><rect x="80" y="86" width="96" height="84" rx="5" fill="#dfe4ec"/>
<g fill="#eef1f4">${[88, 110, 132, 154].map((y) => `<rect x="59" y="${y}" width="12" height="13" rx="3"/><rect x="185" y="${y}" width="12" height="13" rx="3"/>`).join('')}</g>
<path d="M115 109.500a5 5 0 0 1 7.600-4.300l29 18.500a5 5 0 0 1 0 8.600l-29 18.500a5 5 0 0 1-7.600-4.300z" fill="#66728a"/>`,
  // Audio: the bars of a waveform.
  4: `<g stroke="#6fa39b" stroke-width="10" stroke-linecap="round">${[14, 34, 62, 92, 54, 76, 40, 22, 12]
    .map((height, bar) => `<path d="M${56 + bar * 18} ${128 - height / 2}v${height}"/>`)
    .join('')}</g>`,
  // Text: lines on a card, with a cursor after the last one.
  5: `<rect x="52" y="64" width="152" height="128" rx="12" fill="#fff" stroke="#b4bfca" stroke-width="4"/>
<g stroke="#9aa7b4" stroke-width="8" stroke-linecap="round"><path d="M74 90h58" stroke="#5f6f80"/>
<path d="M74 110h106M74 130h92M74 150h106M74 170h40"/></g><path d="M128 161v18" stroke="#c0705f" stroke-width="5" stroke-linecap="round"/>`,
  // 3D: a cube seen from above one corner.
  6: `<g stroke="#eef1f4" stroke-width="4" stroke-linejoin="round"><path d="M128 56l64 36-64 36-64-36z" fill="#c9d3b8"/>
<path d="M64 92l64 36v74l-64-36z" fill="#a3b38c"/><path d="M192 92l-64 36v74l64-36z" fill="#83966b"/></g>`,
};
