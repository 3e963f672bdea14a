/** Keeps so many entries at most; a new one above that drops the entry that was set longest ago. */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #maximumEntries: number;

  constructor(maximumEntries: number) {
    super();
    this.#maximumEntries = maximumEntries;
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    const oldest = this.size >= this.#maximumEntries ? this.keys().next().value : undefined;
    if (oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}
