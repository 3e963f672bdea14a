let load = async (): Promise<void> => undefined;

/** Says how the words of refusals are fetched, which come after the first page. */
export const fetchWordsBy = (loader: () => Promise<void>): void => {
  load = loader;
};

/** Fetches the words of refusals before one is shown; where they are not to be had now, those of a fault are shown. */
export const awaitWords = (): Promise<void> => load().catch(() => undefined);
