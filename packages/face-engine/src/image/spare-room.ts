type Numbers = Float32Array | Float64Array;

/**
 * Lends room for numbers, the same again at each call, with whatever stands in it: for work that is done before the next call. Room of its
 * own for each frame would set off the garbage collector every few of them.
 */
export function createSpareRoom<Room extends Numbers>(
  make: new (length: number) => Room,
): (length: number) => Room {
  let spare = new make(0);
  return (length) => {
    if (spare.length < length) spare = new make(length);
    return (spare.length === length ? spare : spare.subarray(0, length)) as Room;
  };
}
