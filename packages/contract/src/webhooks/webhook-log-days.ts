/** Days for which events, their deliveries and attempts are kept. */
export const WEBHOOK_LOG_DAYS = 90;
