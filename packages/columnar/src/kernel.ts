/** Kernels: loops in WebAssembly, which a module of this folder holds in Base64. */

const PAGE_BYTES = 64 * 1024;

/** Starts a kernel with a memory of its own; `Exports` are those of its text. */
export function openKernel<Exports>(code: string): Exports {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, 'base64'))).exports as Exports;
}

/** Makes the memory of a kernel at least this large; arrays over it are to be made anew. */
export function growTo(bytes: number, memory: WebAssembly.Memory): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}
