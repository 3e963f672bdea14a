// performance.timeOrigin would say the same, where a browser has it.
const loadedAtMs = Date.now() - performance.now();

/** Milliseconds since 1970 by the device's clock as it was when the page loaded, then counted evenly: never backwards, and going on after a reload. */
export const pageClockMs = (): number => loadedAtMs + performance.now();
