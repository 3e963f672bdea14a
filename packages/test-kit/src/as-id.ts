import type { AnyId } from '@titular/server/kernel/base/id.ts';

/** Takes a text of a test for an id of whatever kind is wanted. */
export const asId = (text: string): AnyId => text as AnyId;
