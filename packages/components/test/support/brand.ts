import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person sees of the brand below in each theme: colours of the page and of what is accented, and the width of the logo. */
export const BRAND_SHOWN = [
  { theme: 'light', page: 'rgb(255, 250, 240)', accent: 'rgb(138, 28, 59)', logo: 96 },
  { theme: 'dark', page: 'rgb(16, 16, 32)', accent: 'rgb(242, 167, 187)', logo: 64 },
] as const;

const COLOURS = {
  accent: 'light-dark(#8a1c3b, #f2a7bb)',
  'on-accent': 'light-dark(#fff, #4a0d1f)',
  surface: 'light-dark(#fffaf0, #101020)',
};

/** Settings of a brand of this name, whose logos are written into a folder. Each logo is known by its width; it is 32 pixels high. */
export function brandSettings(folder: string, name: string): Record<string, string> {
  const [light = '', dark = ''] = BRAND_SHOWN.map(({ theme, logo }) => {
    const file = join(folder, `${theme}.svg`);
    writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg" width="${logo}" height="32"/>`);
    return file;
  });
  return {
    ABS_BRANDING_NAME: name,
    ABS_BRANDING_LOGO: light,
    ABS_BRANDING_LOGO_DARK: dark,
    ABS_BRANDING_COLOURS: JSON.stringify(COLOURS),
  };
}
