let pageLoad: string | undefined;

/**
 * The random text that names this load of the shop's page, in its memory alone: 32 hexadecimal digits. A frame that is opened again on it goes
 * on with the consent; on another device, or for who loads the page anew, the person is asked again.
 */
export function namePageLoad(): string {
  pageLoad ??= [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return pageLoad;
}
