/** Why a file can't be made of its source. */
export type CannotMakeReason =
  | 'missing'
  | 'unsupported'
  | 'corrupt'
  | 'too_large'
  | 'no_such_page'
  /** The crop lies outside the picture. */
  | 'crop_outside'
  /** A program that would make it is not installed. */
  | 'no_tool';

/**
 * Thrown if a file can't be made of its source, now or on a retry. Workers throw it too: it reaches the caller of the
 * pool as it was thrown.
 */
export class CannotMake extends Error {
  override readonly name = 'CannotMake';
  readonly reason: CannotMakeReason;

  constructor(reason: CannotMakeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
