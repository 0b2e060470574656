/** Settings of a service that refuses no request for overload and gives up no picture, however slow the machine is. */
export const PATIENT = {
  ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '60000',
  ABS_OVERLOAD_WAIT_SECONDS: '960',
  ABS_RENDER_SECONDS: '120',
} as const;
