/** Addresses of a service that no client takes, before it sends anything: most lead nowhere, the last ones hold too much. */
export const REFUSED_ADDRESSES: readonly string[] = [
  ...['https://[', 'https://shop:99999', 'https://shop:x', 'https://shop:0', 'https://a b', 'https://a\nb'],
  ...['https://a..b', 'https://a\n', 'ftp://a', 'a', '', 'https://', 'https://-a', 'https://a/b c'],
  // Two standards make different hosts of a name beyond ASCII, and credentials go there.
  ...['https://bücher.example', 'https://straße.example', 'https://a/ü'],
  ...['https://user:canary@a', 'https://a?canary', 'https://a#canary'],
];
