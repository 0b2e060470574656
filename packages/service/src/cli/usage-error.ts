/** A command line that only the command itself can tell to be wrong: nothing was begun. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
