/** Content in memory that elements load by its address. Each part has at most one content. */
export class Memory<Part> {
  readonly #addresses = new Map<Part, string>();

  /** Keeps content in place of an earlier one of this part. Returns its address. */
  keep(part: Part, content: Blob): string {
    this.free(part);
    const address = URL.createObjectURL(content);
    this.#addresses.set(part, address);
    return address;
  }

  free(part: Part): void {
    URL.revokeObjectURL(this.#addresses.get(part) ?? '');
    this.#addresses.delete(part);
  }

  /** Frees all parts. */
  close(): void {
    for (const part of this.#addresses.keys()) this.free(part);
  }
}
