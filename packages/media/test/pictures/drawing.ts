import sharp, { type Sharp } from 'sharp';

/** The drawing as a sharp image. */
export const drawing = (): Sharp => sharp(Buffer.from(SVG)).removeAlpha();

export const DRAWING = { width: 384, height: 256 };

/** The picture in all files of test/fixtures/pictures: every rotation and reflection of it differs. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="256">
<linearGradient id="g" x2="0" y2="1"><stop stop-color="#204060"/><stop offset="1" stop-color="#e0d0a0"/></linearGradient>
<rect width="384" height="256" fill="url(#g)"/><rect x="16" y="16" width="120" height="80" fill="#b03030"/>
<circle cx="280" cy="168" r="68" fill="#308048"/><path d="M40 240L120 128 168 240z" fill="#d8b020"/>
<rect x="200" y="24" width="160" height="40" fill="#e8e8e8"/></svg>`;
