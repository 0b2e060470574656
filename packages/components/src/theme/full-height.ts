import { css } from 'lit';

/** The look of a dialog as high as the window, without the room and the limits that browsers give to dialogs. */
export const fullHeight = css`
  max-inline-size: none;
  block-size: 100dvh;
  max-block-size: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: var(--_surface);
`;
