/** A table of a FlatBuffers message: fields by their number, absent ones as zero or empty (FlatBuffers, internals of the binary format). */
export class Table {
  readonly #bytes: DataView;
  readonly #at: number;

  private constructor(bytes: DataView, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Opens the root table of a message. */
  static root(message: Uint8Array): Table {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    return new Table(view, view.getUint32(0, true));
  }

  byte(field: number): number {
    const at = this.#find(field);
    return at === undefined ? 0 : this.#bytes.getInt8(at);
  }

  number(field: number): number {
    const at = this.#find(field);
    return at === undefined ? 0 : this.#bytes.getInt32(at, true);
  }

  table(field: number): Table | undefined {
    const at = this.#find(field);
    return at === undefined ? undefined : new Table(this.#bytes, this.#follow(at));
  }

  tables(field: number): Table[] {
    return this.#places(field, 4).map((at) => new Table(this.#bytes, this.#follow(at)));
  }

  numbers(field: number): number[] {
    return this.#places(field, 4).map((at) => this.#bytes.getInt32(at, true));
  }

  /** A copy of a vector of bytes. */
  bytes(field: number): Uint8Array {
    const places = this.#vector(field);
    if (!places) return new Uint8Array();
    const start = this.#bytes.byteOffset + places.start;
    return new Uint8Array(this.#bytes.buffer.slice(start, start + places.length));
  }

  #places(field: number, width: number): number[] {
    const { start = 0, length = 0 } = this.#vector(field) ?? {};
    return Array.from({ length }, (_, index) => start + index * width);
  }

  #vector(field: number): { start: number; length: number } | undefined {
    const at = this.#find(field);
    if (at === undefined) return undefined;
    const vector = this.#follow(at);
    return { start: vector + 4, length: this.#bytes.getUint32(vector, true) };
  }

  #follow(at: number): number {
    return at + this.#bytes.getUint32(at, true);
  }

  /** Where a field lies: the table names its list of offsets, and that list each field's. */
  #find(field: number): number | undefined {
    const offsets = this.#at - this.#bytes.getInt32(this.#at, true);
    const place = 4 + field * 2;
    if (place >= this.#bytes.getUint16(offsets, true)) return undefined;
    const offset = this.#bytes.getUint16(offsets + place, true);
    return offset === 0 ? undefined : this.#at + offset;
  }
}
