import type { Locator, Page } from 'playwright-core';
import type { Seat, World } from './world.ts';

/** One screen: whose it is, how one gets there, and what shows that one is there. */
export type Screen = {
  name: string;
  seat: Seat;
  /** The address that is opened, as seen from the portal's origin. */
  path(world: World): string;
  /** What is done there until it is on the screen, in English. */
  reach?(page: Page, world: World): Promise<unknown>;
  /** What is there then, in every language and window. */
  shows(page: Page): Locator;
  /** The window that it is opened and looked at in, where not in both. */
  only?: 'desk' | 'phone';
  /** Windows of which pictures are kept, unless of both; screens that look much like another one need none. */
  pictures?: 'desk' | 'none';
  /** Whether pictures are kept in every language: on a phone, where long words have the least room. */
  isInEveryLanguage?: true;
  /** Texts that stand on it character by character. */
  says?: readonly string[];
  /** What the browser's console says of answers that were made to fail. */
  expectedFaults?: RegExp;
  /** Undone once everything was seen. */
  leave?(page: Page, world: World): Promise<unknown>;
};

/** Keeps pictures of a screen in every language. */
export const inEveryLanguage = { isInEveryLanguage: true } as const;

/** A place by its selector. */
export const at =
  (selector: string) =>
  (page: Page): Locator =>
    page.locator(selector).first();

/** The button of that name; the first, where there are several. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).first();

/** An address within the tenant of the world. */
export const inTenant =
  (rest = '') =>
  ({ journey }: World): string =>
    `/t/${journey.tenant.tenantId}${rest}`;

/** The address of one transaction. */
export const transactionPath =
  (orderNumber: string, part?: string) =>
  (world: World): string =>
    inTenant(`/transactions/${world.ids.get(orderNumber)}${part ? `?part=${part}` : ''}`)(world);
