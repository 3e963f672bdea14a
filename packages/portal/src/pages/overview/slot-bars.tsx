const WIDTH = 1_000;
const HEIGHT = 160;
const GAP = 0.2;
/** A part that is there is seen, however large the others are. */
const MIN_HEIGHT = 1.5;

/** What is drawn. */
export type SlotBarsProps = {
  /** For each slot, its parts from the bottom up. */
  slots: readonly (readonly number[])[];
  /** Names of the parts, in the same order. */
  names: readonly string[];
  first: string;
  last: string;
};

/** Parts of slots, one upon the other. It says nothing to readers: the table beside it does. */
export function SlotBars({ slots, names, first, last }: SlotBarsProps) {
  const highest = Math.max(1, ...slots.map((parts) => parts.reduce((sum, part) => sum + part, 0)));
  const step = WIDTH / slots.length;
  return (
    <div aria-hidden className="chart-picture">
      <ul className="chart-legend">
        {names.map((name, part) => (
          <li key={name}>
            <svg className="chart-key" viewBox="0 0 10 10" aria-hidden>
              <rect className={`chart-part-${part}`} width="10" height="10" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <svg className="chart-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {slots.map((parts, slot) => (
          <g key={slot}>
            {stack(parts, highest).map(({ part, y, height }) => (
              <rect
                key={part}
                className={`chart-part-${part}`}
                x={slot * step + (step * GAP) / 2}
                width={step * (1 - GAP)}
                y={y}
                height={height}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="chart-ends hint">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </div>
  );
}

type Piece = { part: number; y: number; height: number };

function stack(parts: readonly number[], highest: number): Piece[] {
  let top = HEIGHT;
  return parts.flatMap((count, part) => {
    if (count === 0) return [];
    const height = Math.max(MIN_HEIGHT, (count / highest) * HEIGHT);
    top -= height;
    return [{ part, y: top, height }];
  });
}
