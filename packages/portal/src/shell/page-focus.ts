let hasNavigated = false;

/** Notes that the page changed within the document: the next heading takes the focus. The first page leaves it to the browser. */
export const noteNavigation = (): void => {
  hasNavigated = true;
};

/** Whether a heading that appears now takes the focus. */
export const takesFocus = (): boolean => hasNavigated;
