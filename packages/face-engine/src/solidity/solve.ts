/** Solves `matrix * x = right` of `size` unknowns by elimination with pivots; the matrix is row by row, and both are left as they were. */
export function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const rows = Array.from(
    { length: size },
    (_, row) =>
      Float64Array.of(...matrix.subarray(row * size, (row + 1) * size), right[row] as number) as Float64Array,
  );
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] as number) > Math.abs(rows[pivot]?.[column] as number)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] as Float64Array, rows[column] as Float64Array];
    const top = rows[column] as Float64Array;
    for (let row = column + 1; row < size; row += 1) {
      const below = rows[row] as Float64Array;
      const factor = (below[column] as number) / (top[column] as number);
      for (let at = column; at <= size; at += 1)
        below[at] = (below[at] as number) - factor * (top[at] as number);
    }
  }
  const found = new Float64Array(size);
  for (let row = size - 1; row >= 0; row -= 1) {
    const one = rows[row] as Float64Array;
    let rest = one[size] as number;
    for (let at = row + 1; at < size; at += 1) rest -= (one[at] as number) * (found[at] as number);
    found[row] = rest / (one[row] as number);
  }
  return found;
}
