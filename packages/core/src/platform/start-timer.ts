/** Calls `late` once after so many milliseconds, unless it is disposed of before, as `setTimeout` does. */
export type StartTimer = (late: () => void, milliseconds: number) => Disposable;
