/** Fills a data folder with a catalogue that has nothing. */
export async function emptyCatalogue(): Promise<void> {}
