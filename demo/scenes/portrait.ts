import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, ellipse, path, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

const SKINS = ['#f2c9a5', '#e3a97f', '#c98a5f', '#9d6642', '#704631', '#f6d8bf'] as const;
const HAIRS = ['#2b1d18', '#5a3521', '#8c5a30', '#c99a55', '#1a1a22', '#9a9690', '#7a2f1f'] as const;
const CLOTHES = ['#2f5d4f', '#b9512f', '#27324d', '#d99a3a', '#7d8f99', '#6b3b46', '#efe6d6'] as const;

/** Stylised people. Variants: hair `short`, `long`, `bun`, `beanie`, `curly`, each optionally with ` glasses` or ` beard`. */
export function portrait(frame: Frame): Drawing {
  const { sheet, width, height, palette, random, variant } = frame;
  const [hair = 'short', extra = ''] = variant.split(' ');
  const edge = Math.min(width, height);
  const wall = mix(mix(palette.sky[2], palette.haze, 0.5), '#ffffff', 0.12);
  sheet.add(rect(0, 0, width, height, sheet.down(0, height, darken(wall, 0.12), wall)));
  sheet.glow(width * 0.3, height * 0.2, width, '#ffffff', 0.3);
  const disc = sheet.down(0, height, lighten(palette.glow, 0.2), mix(palette.accent, wall, 0.35));
  sheet.add(circle(width * 0.5, height * 0.52, edge * 0.44, disc));
  const turn = random.pick([-1, 1]);
  sheet.add(`<g transform="translate(${width / 2} ${height}) scale(${(edge / 1000) * turn} ${edge / 1000})">`);
  drawPerson(frame, hair, extra);
  sheet.add('</g>');
  return { grain: 3 };
}

/** Around x = 0 with the lower edge of the picture at y = 0. */
function drawPerson({ sheet, palette, random }: Frame, hair: string, extra: string): void {
  const [skin, tint, cloth] = [random.pick(SKINS), random.pick(HAIRS), random.pick(CLOTHES)];
  const shade = mix(skin, '#7a3b2e', 0.35);
  const round = (colour: string, reach: number): string =>
    sheet.across(-reach, reach, lighten(colour, 0.2), [colour, 1, 0.52], darken(colour, 0.36));
  const strands = round(tint, 220);
  if (hair === 'long')
    sheet.add(path('M-190 -640C-210 -420 -250 -300 -220 -190H220C250 -300 210 -420 190 -640Z', darken(tint, 0.2)));
  if (hair === 'bun') sheet.add(circle(-10, -860, 82, strands));
  for (let i = 0; hair === 'curly' && i < 20; i += 1) {
    const [x, y] = [Math.cos(i * 0.33 + 3) * 190 + random.bell() * 10, -600 + Math.sin(i * 0.33 + 3) * 190];
    sheet.add(circle(x, y, random.between(56, 84), i % 2 === 0 ? tint : darken(tint, 0.15)));
  }
  sheet.add(
    path('M-400 20C-390 -180 -280 -262 -120 -290L0 -240L120 -290C280 -262 390 -180 400 20Z', round(cloth, 400)),
  );
  sheet.add(path('M-82 -440H82V-300C82 -240 -82 -240 -82 -300Z', shade));
  if (random.chance(0.6)) {
    const scarf = mix(palette.accent, '#ffffff', 0.1);
    sheet.add(path('M-130 -300C-120 -220 120 -220 130 -300L150 -270C150 -170 -150 -170 -150 -270Z', scarf));
    sheet.add(path('M40 -220L110 -40L30 -30L10 -200Z', darken(palette.accent, 0.12)));
  } else sheet.add(path('M-120 -290L0 -150L120 -290L150 -268L10 -80L-150 -268Z', darken(cloth, 0.35)));
  sheet.add(ellipse(-172, -560, 30, 46, shade), ellipse(172, -560, 30, 46, shade));
  const head = 'M-165 -640C-165 -780 165 -780 165 -640V-530C165 -430 90 -366 0 -366C-90 -366 -165 -430 -165 -530Z';
  sheet.add(path(head, sheet.across(-165, 165, lighten(skin, 0.2), [skin, 1, 0.55], shade)));
  drawFace(sheet, skin, shade, tint);
  if (extra === 'beard') {
    sheet.add(
      path(
        'M-165 -560C-168 -420 -90 -340 0 -340C90 -340 168 -420 165 -560C150 -480 110 -462 64 -464C30 -486 -30 -486 -64 -464C-110 -462 -150 -480 -165 -560Z',
        strands,
      ),
    );
    sheet.add(path('M-44 -438Q0 -418 44 -438Q0 -404 -44 -438Z', mix(skin, '#a8423a', 0.5)));
  }
  if (extra === 'glasses') {
    for (const x of [-74, 74])
      sheet.add(circle(x, -570, 52, '#ffffff', 'fill-opacity=".16" stroke="#2a2522" stroke-width="9"'));
    sheet.add(stroke('M-22 -576Q0 -590 22 -576M-126 -578L-170 -590M126 -578L170 -590', '#2a2522', 9));
  }
  drawHair(sheet, hair, strands, tint, round(palette.accent, 190), palette.accent);
}

function drawFace(sheet: Sheet, skin: string, shade: string, tint: string): void {
  for (const x of [-74, 74]) {
    sheet.add(ellipse(x, -568, 13, 17, '#2a1f1c'), circle(x + 4, -574, 4.5, '#ffffff'));
    sheet.add(stroke(`M${x - 34} -622Q${x} -644 ${x + 34} -622`, mix(tint, '#3a2a22', 0.3), 11));
    sheet.add(circle(x * 1.4, -492, 34, '#e8665a', 'fill-opacity=".2"'));
  }
  sheet.add(stroke('M4 -560C22 -520 30 -500 8 -492C-6 -488 -14 -494 -16 -498', shade, 9));
  sheet.add(stroke('M-48 -440Q0 -402 52 -444', mix(skin, '#a03a35', 0.6), 11));
}

function drawHair(sheet: Sheet, hair: string, strands: string, tint: string, wool: string, accent: string): void {
  if (hair === 'beanie')
    sheet.add(
      path('M-186 -650C-196 -880 196 -880 186 -650Z', wool),
      rect(-198, -690, 396, 78, darken(accent, 0.15), 'rx="32"'),
      circle(0, -852, 44, lighten(accent, 0.4)),
    );
  if (hair === 'short')
    sheet.add(
      path(
        'M-178 -590C-200 -800 -90 -830 20 -822C150 -812 210 -740 178 -590C160 -650 150 -690 110 -712C20 -690 -70 -690 -130 -716C-156 -680 -166 -640 -178 -590Z',
        strands,
      ),
    );
  if (hair === 'long' || hair === 'bun')
    sheet.add(
      path(
        'M-182 -520C-216 -780 -110 -830 0 -826C110 -830 216 -780 182 -520C176 -620 120 -680 30 -730C-40 -690 -160 -650 -182 -520Z',
        strands,
      ),
    );
  for (let i = 0; hair === 'curly' && i < 9; i += 1)
    sheet.add(circle(-150 + i * 37, -716 + Math.abs(i - 4) * 12, 46, i % 2 === 0 ? lighten(tint, 0.08) : tint));
}
