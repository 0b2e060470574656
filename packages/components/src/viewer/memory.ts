/** Content in memory that elements load by its address. Each part has at most one content. */
export interface Memory<Part> {
  /** Keeps content in place of an earlier one of this part. Returns its address. */
  keep(part: Part, content: Blob): string;
  free(part: Part): void;
  /** Frees all parts. */
  close(): void;
}

export function openMemory<Part>(): Memory<Part> {
  const addresses = new Map<Part, string>();

  function free(part: Part): void {
    URL.revokeObjectURL(addresses.get(part) ?? '');
    addresses.delete(part);
  }

  return {
    keep: (part, content) => {
      free(part);
      const address = URL.createObjectURL(content);
      addresses.set(part, address);
      return address;
    },
    free,
    close: () => {
      for (const part of addresses.keys()) free(part);
    },
  };
}
