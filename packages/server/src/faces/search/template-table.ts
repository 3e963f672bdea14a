/** Bytes of a template id. */
export const ID_BYTES = 16;

const MIN_SLOTS = 128;
const NONE = 0;

/** Says where the id of a place stands. */
export type IdAt = (place: number) => Uint8Array;

const isSame = (one: Uint8Array, other: Uint8Array): boolean => {
  for (let index = 0; index < ID_BYTES; index += 1) if (one[index] !== other[index]) return false;
  return true;
};

/** The places of template ids: a hash table with open addressing, of four bytes a slot, so that what it takes is known. The ids stand elsewhere. */
export class TemplateTable {
  readonly #idAt: IdAt;
  #slots = new Int32Array(0);
  #size = 0;

  constructor(idAt: IdAt) {
    this.#idAt = idAt;
  }

  /** How many ids it has. */
  get size(): number {
    return this.#size;
  }

  /** How many bytes it takes. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** The place of an id. */
  find(id: Uint8Array): number | undefined {
    if (this.#size === 0) return undefined;
    const place = this.#slots[this.#slotOf(id)] as number;
    return place === NONE ? undefined : place - 1;
  }

  /** Notes the place of an id that it does not have, and that stands there already. */
  add(id: Uint8Array, place: number): void {
    if (2 * (this.#size + 1) > this.#slots.length) this.#grow();
    this.#slots[this.#slotOf(id)] = place + 1;
    this.#size += 1;
  }

  /** Takes an id out that it has; later ids of the same run move up, so that none is lost behind a gap. */
  remove(id: Uint8Array): void {
    const mask = this.#slots.length - 1;
    let gap = this.#slotOf(id);
    this.#slots[gap] = NONE;
    this.#size -= 1;
    for (let slot = (gap + 1) & mask; this.#slots[slot] !== NONE; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] as number;
      const home = this.#homeOf(this.#idAt(place - 1));
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      this.#slots[gap] = place;
      this.#slots[slot] = NONE;
      gap = slot;
    }
  }

  /** Takes all out. */
  clear(): void {
    this.#slots = new Int32Array(0);
    this.#size = 0;
  }

  /** Ids end in random bits. */
  #homeOf(id: Uint8Array): number {
    const random = (id[12] as number) | ((id[13] as number) << 8) | ((id[14] as number) << 16);
    const mixed = Math.imul(random ^ ((id[15] as number) << 24), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & (this.#slots.length - 1);
  }

  /** The slot that has the id, or else the one that it would take. */
  #slotOf(id: Uint8Array): number {
    const mask = this.#slots.length - 1;
    let slot = this.#homeOf(id);
    for (;;) {
      const place = this.#slots[slot] as number;
      if (place === NONE || isSame(this.#idAt(place - 1), id)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(Math.max(MIN_SLOTS, 2 * before.length));
    for (const place of before) if (place !== NONE) this.#slots[this.#slotOf(this.#idAt(place - 1))] = place;
  }
}
