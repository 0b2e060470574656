/** Collects the text of a file, page by page. Blanks and line ends that follow each other are for `tidyText` to unify. */
export class GrowingText {
  readonly #most: number;
  #pages: string[][] = [[]];
  readonly #last: string[] = [];
  #characters = 0;

  /** Ends to grow at about twice as many characters as are wanted, which unified blanks may make fewer. */
  constructor(maxCharacters: number) {
    this.#most = maxCharacters * 2;
  }

  get isFull(): boolean {
    return this.#characters >= this.#most;
  }

  add(text: string): void {
    if (this.isFull) return;
    this.#characters += text.length;
    this.#pages.at(-1)?.push(text);
  }

  /** Adds to the last part of a file without pages. */
  addLast(text: string): void {
    if (this.isFull) return;
    this.#characters += text.length;
    this.#last.push(text);
  }

  /** Begins the next page, or in a file without pages the next part. */
  nextPage(): void {
    this.#pages.push([]);
  }

  pages(): string[] {
    const last = this.#last.length > 0 ? [this.#last] : [];
    return [...this.#pages, ...last].map((parts) => parts.join(''));
  }
}
