/** Width of the window in pixels from which details are shown beside a picture. In narrower windows they would cover it. */
export const ASIDE_WIDTH = 860;
