import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, createSheet, ellipse, path, rect, type Sheet, short, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

/** A laid table from above. Variants: `breakfast`, `citrus`, `picnic`. */
export function table(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const cloth =
    variant === 'picnic' ? mix(palette.accent, '#ffffff', 0.12) : mix(lighten(palette.haze, 0.35), '#e9dcc6', 0.4);
  if (variant === 'picnic') {
    let bands = '';
    for (let x = 0; x < width; x += 120) bands += rect(x, 0, 60, height, '#fff8ec', 'fill-opacity=".55"');
    for (let y = 0; y < height; y += 120) bands += rect(0, y, width, 60, '#fff8ec', 'fill-opacity=".55"');
    sheet.add(bands);
  } else drawPlanks(sheet, frame, cloth);
  const places: readonly (readonly [number, number, number])[] = [
    [0.24, 0.34, 210],
    [0.7, 0.3, 180],
    [0.47, 0.72, 220],
    [0.86, 0.74, 150],
    [0.1, 0.8, 130],
    [0.48, 0.16, 110],
  ];
  places.forEach(([x, y, size], index) => {
    const at = [x * width + random.bell() * 14, y * height + random.bell() * 14] as const;
    if (index < 3)
      drawPlate(sheet, frame, at[0], at[1], size, variant === 'citrus' || index === 1 ? 'citrus' : 'bread');
    else if (index === 3 || index === 5) drawCup(sheet, frame, at[0], at[1], size * 0.8);
    else drawCitrus(sheet, frame, at[0], at[1], size * 0.62);
  });
  for (let i = 0; i < 16; i += 1) drawSprig(sheet, frame, random.next() * width, random.next() * height);
  return {
    backdrop: {
      stops: [
        [0, lighten(cloth, 0.1)],
        [1, darken(cloth, 0.15)],
      ],
    },
    sheet,
    grain: 2.6,
    vignette: 0.35,
  };
}

function shadow(sheet: Sheet, x: number, y: number, size: number): void {
  sheet.add(
    circle(
      x + size * 0.14,
      y + size * 0.16,
      size * 1.16,
      sheet.radial([x + size * 0.14, y + size * 0.16], size * 1.16, [
        [0, '#1b120c', 0.55],
        [0.8, '#1b120c', 0.4],
        [1, '#1b120c', 0],
      ]),
    ),
  );
}

function drawPlanks(sheet: Sheet, { width, height, random }: Frame, cloth: string): void {
  for (let y = 0; y < height; y += 150) {
    const tone = mix(mix(cloth, '#a8794e', 0.5), '#6b4a30', random.between(0, 0.25));
    sheet.add(
      rect(
        0,
        y,
        width,
        148,
        sheet.linear(
          [0, y],
          [0, y + 148],
          [
            [0, lighten(tone, 0.1)],
            [0.9, tone],
            [1, darken(tone, 0.4)],
          ],
        ),
      ),
    );
    for (let i = 0; i < 9; i += 1) {
      const at = y + random.between(10, 138);
      sheet.add(
        stroke(
          `M${short(random.next() * width - 200)} ${short(at)}q${short(random.between(100, 400))} ${short(random.bell() * 6)} ${short(random.between(300, 900))} 0`,
          darken(tone, 0.3),
          random.between(1, 2.4),
          'stroke-opacity=".4"',
        ),
      );
    }
  }
}

function drawPlate(sheet: Sheet, frame: Frame, x: number, y: number, size: number, food: string): void {
  const { random, palette } = frame;
  const glaze = random.pick([
    '#f6f1e7',
    mix(palette.water, '#ffffff', 0.35),
    mix(palette.near, '#ffffff', 0.2),
    '#e8d3b8',
  ]);
  shadow(sheet, x, y, size);
  sheet.add(
    circle(
      x,
      y,
      size,
      sheet.linear(
        [x - size, y - size],
        [x + size, y + size],
        [
          [0, lighten(glaze, 0.35)],
          [1, darken(glaze, 0.25)],
        ],
      ),
    ),
  );
  sheet.add(
    circle(
      x,
      y,
      size * 0.74,
      sheet.linear(
        [x + size, y + size],
        [x - size, y - size],
        [
          [0, lighten(glaze, 0.3)],
          [1, darken(glaze, 0.16)],
        ],
      ),
    ),
  );
  if (food === 'citrus') {
    for (const [dx, dy, share] of [
      [-0.24, -0.12, 0.34],
      [0.28, 0.02, 0.32],
      [-0.02, 0.34, 0.28],
    ] as const)
      drawCitrus(sheet, frame, x + dx * size, y + dy * size, size * share);
    return;
  }
  for (let i = 0; i < 3; i += 1) {
    const [bx, by] = [x + (i - 1) * size * 0.3, y + (i % 2) * size * 0.16 - size * 0.06];
    const turn = `transform="rotate(${short(random.between(-40, 40))} ${short(bx)} ${short(by)})"`;
    sheet.add(
      ellipse(bx + 6, by + 8, size * 0.2, size * 0.36, '#3a2112', `fill-opacity=".35" ${turn}`) +
        ellipse(bx, by, size * 0.2, size * 0.36, '#a8642f', turn) +
        ellipse(bx, by, size * 0.165, size * 0.32, '#ecc98f', turn),
    );
    sheet.add(
      path(
        `M${short(bx - size * 0.1)} ${short(by - size * 0.15)}q${short(size * 0.12)} ${short(-size * 0.06)} ${short(size * 0.18)} ${short(size * 0.06)}t${short(-size * 0.05)} ${short(size * 0.2)}t${short(-size * 0.13)} ${short(-size * 0.04)}Z`,
        random.pick(['#a8202f', '#f3c84b', '#5c2a4a']),
        'fill-opacity=".9"',
      ),
    );
  }
}

function drawCup(sheet: Sheet, { palette, random }: Frame, x: number, y: number, size: number): void {
  const glaze = random.pick(['#f6f1e7', palette.accent, mix(palette.near, '#ffffff', 0.1)]);
  shadow(sheet, x, y, size * 1.3);
  sheet.add(
    circle(
      x,
      y,
      size * 1.3,
      sheet.linear(
        [x - size, y - size],
        [x + size, y + size],
        [
          [0, lighten(glaze, 0.3)],
          [1, darken(glaze, 0.25)],
        ],
      ),
    ),
  );
  shadow(sheet, x, y, size * 0.8);
  sheet.add(
    stroke(
      `M${short(x + size * 0.6)} ${short(y - size * 0.4)}l${short(size * 0.5)} ${short(-size * 0.32)}`,
      glaze,
      size * 0.22,
    ),
  );
  sheet.add(
    circle(x, y, size * 0.85, lighten(glaze, 0.3)) +
      circle(x, y, size * 0.76, '#4a2a17') +
      circle(
        x,
        y,
        size * 0.7,
        sheet.radial([x - size * 0.2, y - size * 0.2], size, [
          [0, '#b87b48'],
          [0.5, '#7a4726'],
          [1, '#4a2a17'],
        ]),
      ),
  );
  sheet.add(
    path(
      `M${short(x)} ${short(y + size * 0.4)}C${short(x - size * 0.6)} ${short(y - size * 0.05)} ${short(x - size * 0.2)} ${short(y - size * 0.5)} ${short(x)} ${short(y - size * 0.14)}C${short(x + size * 0.2)} ${short(y - size * 0.5)} ${short(x + size * 0.6)} ${short(y - size * 0.05)} ${short(x)} ${short(y + size * 0.4)}Z`,
      '#f0dcc0',
      'fill-opacity=".9"',
    ),
  );
}

function drawCitrus(sheet: Sheet, { random }: Frame, x: number, y: number, size: number): void {
  const [rind, flesh] = random.pick([
    ['#f08a24', '#ffb14a'],
    ['#f2c531', '#ffe27a'],
    ['#d8432f', '#f4745c'],
    ['#8fb83a', '#cfe07a'],
  ] as const);
  shadow(sheet, x, y, size * 0.95);
  sheet.add(circle(x, y, size, rind) + circle(x, y, size * 0.9, '#fff4dc'));
  let wedges = '';
  for (let i = 0; i < 10; i += 1) {
    const from = ((i + 0.09) / 10) * Math.PI * 2;
    const to = ((i + 0.91) / 10) * Math.PI * 2;
    const at = (angle: number, reach: number): string =>
      `${short(x + Math.cos(angle) * reach * size)} ${short(y + Math.sin(angle) * reach * size)}`;
    wedges += `M${at((from + to) / 2, 0.1)}L${at(from, 0.78)}Q${at((from + to) / 2, 0.9)} ${at(to, 0.78)}Z`;
  }
  sheet.add(
    path(
      wedges,
      sheet.radial([x, y], size, [
        [0, lighten(flesh, 0.35)],
        [1, flesh],
      ]),
    ),
  );
}

function drawSprig(sheet: Sheet, { random }: Frame, x: number, y: number): void {
  const colour = random.pick(['#4f7f56', '#7ba06a', '#2f5d43']);
  let leaves = '';
  for (let i = 0; i < 5; i += 1)
    leaves +=
      path(`M0 ${-i * 14}q16 -4 24 -20q-20 0 -24 20Z`, colour) +
      path(`M0 ${-i * 14}q-16 -4 -24 -20q20 0 24 20Z`, lighten(colour, 0.15));
  sheet.add(
    `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(random.between(0, 360))})">${stroke('M0 16V-70', darken(colour, 0.2), 3)}${leaves}</g>`,
  );
}
