/** A value kept on each object of a kind. */
export type Tag<Holder extends object, Value> = {
  get(holder: Holder): Value | undefined;
  set(holder: Holder, value: Value): void;
};

/** Keeps a value on an object that somebody else made, for as long as it lives. Each garbage collection looks through a WeakMap; on what lives as briefly as a request, a symbol costs nothing. */
export function createTag<Holder extends object, Value>(name: string): Tag<Holder, Value> {
  const key = Symbol(name);
  type Tagged = Holder & { [key]?: Value };
  return {
    get: (holder) => (holder as Tagged)[key],
    set: (holder, value) => {
      (holder as Tagged)[key] = value;
    },
  };
}
