/** Settings of a service that refuses no request for overload and gives up no picture, however slow the machine is. */
export const PATIENT = {
  ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '60000',
  ABS_INDEX_WAIT_SECONDS: '240',
  ABS_RENDER_WAIT_SECONDS: '240',
  ABS_RENDER_SECONDS: '120',
  ABS_CONVERSION_WAIT_SECONDS: '240',
  ABS_PLAYBACK_WAIT_SECONDS: '60',
} as const;
