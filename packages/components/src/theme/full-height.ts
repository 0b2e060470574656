import { css } from 'lit';

/** Declarations for a dialog as high as the window, without the margins and limits that browsers give to dialogs. */
export const fullHeight = css`
  max-inline-size: none;
  block-size: 100dvh;
  max-block-size: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: var(--_surface);
`;
