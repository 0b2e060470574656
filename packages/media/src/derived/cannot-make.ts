/** Why a file can't be made of its source. */
export type CannotMakeReason =
  | 'missing'
  | 'unsupported'
  | 'corrupt'
  | 'too_large'
  | 'no_such_page'
  /** It took longer than it may, or its program was killed. On a machine with less to do it may not. */
  | 'too_slow'
  /** The crop lies outside the picture. */
  | 'crop_outside'
  /** A program that would make it is not installed. */
  | 'no_tool';

/** Reasons that a retry meets again. */
export type LastingReason = Exclude<CannotMakeReason, 'too_slow'>;

/**
 * Thrown if a file can't be made of its source, now or, unless it was too slow, on a retry. Workers throw it too: it
 * reaches the caller of the pool as it was thrown.
 */
export class CannotMake extends Error {
  override readonly name = 'CannotMake';
  readonly reason: CannotMakeReason;

  constructor(reason: CannotMakeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
