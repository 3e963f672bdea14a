/** Version of the consent text the page shows; stored with the capture session, raised whenever a translation's meaning changes. */
export const CONSENT_VERSION = '2026-11-5';

/** Version of the same text with the point that names the device cookie. */
export const DEVICE_CONSENT_VERSION = `${CONSENT_VERSION}+device`;
