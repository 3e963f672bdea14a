/** A refusal is told without its words rather than later. */
const LIMIT_MS = 2_000;
/** No sooner is it tried again, so that a failure on the way cannot feed itself. */
const PAUSE_MS = 5_000;

let load = async (): Promise<void> => undefined;
let loading: Promise<void> | undefined;

/** Says how the words of refusals are fetched, which come after the first page. */
export function fetchWordsBy(loader: () => Promise<void>): void {
  load = loader;
  loading = undefined;
}

function fetchWords(): Promise<void> {
  const words = load().catch(() => {
    setTimeout(() => {
      if (loading === words) loading = undefined;
    }, PAUSE_MS);
  });
  return words;
}

/** Fetches the words of refusals before one is shown, once; where they are not to be had in two seconds, those of a fault are shown. */
export async function awaitWords(): Promise<void> {
  loading ??= fetchWords();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS);
  });
  await Promise.race([loading, limit]);
  clearTimeout(timer);
}
