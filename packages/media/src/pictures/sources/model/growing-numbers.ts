/** A growing list of numbers, stored as 32-bit floats or integers. */
export class GrowingNumbers<List extends Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>> {
  #list: List;
  length = 0;
  readonly #make: (length: number) => List;

  constructor(make: (length: number) => List) {
    this.#make = make;
    this.#list = make(1024);
  }

  push(value: number): void {
    if (this.length === this.#list.length) {
      const longer = this.#make(this.length * 2);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return index >= 0 && index < this.length ? (this.#list[index] ?? Number.NaN) : Number.NaN;
  }

  /** Returns all numbers pushed so far; shares memory with the list. */
  all(): List {
    return this.#list.subarray(0, this.length) as List;
  }
}
