/** Days that are counted, today among them. */
export const DUE_DAYS = 7;

/** Where today and the days after it begin in the viewer's zone, and where the last of them ends. */
export const dueBounds = (now: Date): string[] =>
  Array.from({ length: DUE_DAYS + 1 }, (_, later) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).toISOString(),
  );
