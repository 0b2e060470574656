import { css } from 'lit';

/** Declarations for a name beside a count: it takes the available space, wraps, and is cut after three lines. */
export const threeLines = css`
  display: -webkit-box;
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  line-height: 1.3;
  overflow-wrap: anywhere;
  text-align: -webkit-match-parent;
`;
