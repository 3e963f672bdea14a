import pg from 'pg';
import { parseAddressRange } from '../kernel/network/address-range.ts';

/** Reads the text of a setting; undefined means refused. */
export type Parse = (text: string) => string | string[] | number | number[] | boolean | undefined;

/** One of some words. */
export const oneOf =
  (...words: string[]): Parse =>
  (text) =>
    words.includes(text) ? text : undefined;

/** A number between two bounds, both included. */
export const numberBetween =
  (low: number, high: number, integer = true): Parse =>
  (text) => {
    const value = /^[0-9]{1,9}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high && (!integer || Number.isInteger(value)) ? value : undefined;
  };

/** A host name or address. */
export const hostName: Parse = (text) => (/^[A-Za-z0-9.:_-]{1,253}$/.test(text) ? text : undefined);

/** An http or https address of a host alone, without path. */
export const webAddress: Parse = (text) => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return plain && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
};

/** An http or https address, with a path or without. */
export const serviceAddress: Parse = (text) => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = !url.search && !url.hash && !url.username && !url.password;
  return plain && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
};

/** 32 bytes in base64. */
export const KEY_IN_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Addresses and ranges in CIDR form, separated by commas. */
export const parseProxies: Parse = (text) => {
  const ranges = text.split(',').map((part) => parseAddressRange(part.trim()));
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
};

/** The last TCP port. */
export const MAX_PORT = 65_535;
/** How many ports receivers of webhooks may have. */
export const MAX_WEBHOOK_PORTS = 20;

/** Ports, separated by commas. */
export const parsePorts: Parse = (text) => {
  const words = text.split(',').map((word) => word.trim());
  const ports = words.map((word) => (/^[0-9]{1,5}$/.test(word) ? Number(word) : Number.NaN));
  const areGood = ports.every((port) => port >= 1 && port <= MAX_PORT);
  return areGood && ports.length <= MAX_WEBHOOK_PORTS ? ports : undefined;
};

const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;
const MAX_WEBHOOK_SECRETS = 2;

function isWebhookSecret(text: string): boolean {
  const [, encoded] = WEBHOOK_SECRET.exec(text) ?? [];
  const bytes = encoded === undefined ? 0 : Buffer.from(encoded, 'base64').length;
  return bytes >= 24 && bytes <= 64;
}

/** Secrets of Standard Webhooks, separated by commas: one, or two during a rotation. */
export const parseWebhookSecrets: Parse = (text) => {
  const secrets = text.split(',').map((word) => word.trim());
  return secrets.length <= MAX_WEBHOOK_SECRETS && secrets.every(isWebhookSecret) ? secrets : undefined;
};

/** A PostgreSQL address that the driver can read. */
export const databaseAddress: Parse = (text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) return undefined;
  try {
    new pg.Client({ connectionString: text });
    return text;
  } catch {
    return undefined;
  }
};
