import { css } from 'lit';

/**
 * The custom properties that determine the look of all elements. Pages set them on `abs-catalogue` or above it. Text has a contrast of
 * at least 4.5:1 to each surface; borders of controls and the focus ring have at least 3:1 (WCAG 2.2 AA).
 *
 * `theme` chooses light or dark, or else the `color-scheme` of the surrounding page. The preference of the system has no effect by
 * itself, because a page without a dark mode stays white, and light text would be unreadable on it.
 */
export const tokens = css`
  :host {
    --_accent: var(--abs-accent, light-dark(#0b57d0, #a8c7fa));
    --_on-accent: var(--abs-on-accent, light-dark(#fff, #062e6f));
    --_accent-soft: var(--abs-accent-soft, light-dark(#e3edfd, #1f3250));
    --_surface: var(--abs-surface, light-dark(#fff, #131417));
    --_surface-2: var(--abs-surface-2, light-dark(#f4f5f7, #1c1e22));
    --_surface-3: var(--abs-surface-3, light-dark(#e7e9ed, #2a2d33));
    --_text: var(--abs-text, light-dark(#1b1c1f, #e6e7ea));
    --_text-2: var(--abs-text-2, light-dark(#565a63, #a9adb6));
    --_line: var(--abs-line, light-dark(#dcdfe4, #33363d));
    --_control-line: var(--abs-control-line, light-dark(#858a94, #7d828c));
    --_danger: var(--abs-danger, light-dark(#b3261e, #f2b8b5));
    --_star: var(--abs-star, light-dark(#9a6700, #f5c451));
    --_radius: var(--abs-radius, 8px);
    --_font: var(--abs-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    --_shadow: var(--abs-shadow, 0 8px 32px light-dark(#0003, #000a));
  }
  :host([theme='light']) {
    color-scheme: light;
    background: var(--_surface);
  }
  :host([theme='dark']) {
    color-scheme: dark;
    background: var(--_surface);
  }
`;
