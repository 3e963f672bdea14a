import type { PageLanguage } from '@titular/contract/page';
import type { BrowserName } from './browsers.ts';

/**
 * What a browser is started with. The camera is `granted` where the browser's own made device may be used, `denied` where it may not, and
 * `none` where there is no device.
 */
export type LaunchOptions = {
  camera: 'granted' | 'denied' | 'none';
  language: PageLanguage;
  scheme: 'light' | 'dark';
};

/** The one page of a browser; calls are made one after another. */
export type BrowserPage = {
  name: BrowserName;
  /** What the page complained of so far: errors, and what was written to the console as error or warning; WebKit tells only what came after a page was loaded. */
  readComplaints(): Promise<string[]>;
  goto(url: string): Promise<void>;
  /** Runs a function in the page with arguments that JSON can carry, waits for its promise, and answers what it returns. */
  run<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script in the page, past its policy. */
  inject(source: string): Promise<void>;
  /** Presses the middle of the first element of the selector with a pointer, as a person does. */
  press(selector: string): Promise<void>;
  /** The window as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

/** The text of an expression that calls a function with arguments. */
export const callText = (work: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(${work})(...${JSON.stringify(args)})`;
