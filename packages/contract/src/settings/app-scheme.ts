/** Schemes of apps are reverse domains with a dot (RFC 8252, section 7.1): no other app's by chance, and none of the browser's own. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/;
const PLAIN_WORD = /^[a-z][a-z0-9-]*$/;
const MAX_LENGTH = 100;

/** What an operator writes behind a scheme without a dot, to say that the risk is known. */
export const ACCEPTED_RISK = ':any-app-may-claim-it';

/** Schemes that browsers, phones and registered protocols have a meaning for; no company has one of these. */
const TAKEN = new Set(
  `about acct afp aim app appdata apt attachment bitcoin blob bolo browser callto chrome cid content crid css cvs dat data
  dav dict dns doc dtn example facetime fax feed file filesystem finger firefox fish ftp ftps geo git gopher gtalk h323 hcp
  help http https httpx iax icap im imap info intent ipfs ipn ipns ipp ipps irc irc6 ircs jabber jar javascript jdbc
  keyparc lastfm ldap ldaps livescript magnet mailto maps market message mid mk mms mocha moz mumble news nfs nntp notes
  opera opaque pack payto pkcs11 place platform pop prefs pres proxy qb query res resource rlogin rmi rsync rtmp rtsp rtsps
  secondlife service session settings sftp sgn shell shortcuts shttp sieve sip sips skype smb sms smsto smtp snmp spotify
  ssh steam stun stuns svn tag teamspeak tel telnet tftp things tip tn3270 turn turns udp unreal urn ut2004 vbscript
  vemmi ventrilo videotex view vnc wais webcal wpid ws wss wtai wyciwyg xfire xmlrpc xmpp xri ymsgr`.split(
    /\s+/,
  ),
);
const TAKEN_BEGINNINGS =
  /^(?:about|android|apple|applewebdata|chrome|coap|com|content|edge|facetime|googlechrome|intent|itms|javascript|mailto|microsoft|moz|ms|opera|safari|search|view|web|x)-/;

/** How a scheme can be an app's: by a domain of its owner, as a plain word that any app may claim, or not at all. */
export function kindOfScheme(scheme: string): 'domain' | 'plain' | 'none' {
  if (scheme.length > MAX_LENGTH) return 'none';
  if (REVERSE_DOMAIN.test(scheme)) return 'domain';
  const isFree = PLAIN_WORD.test(scheme) && !TAKEN.has(scheme) && !TAKEN_BEGINNINGS.test(scheme);
  return isFree ? 'plain' : 'none';
}

/** How an operator registers a scheme: a plain word only with the words that accept its risk; undefined where none can be. */
export function registrationOf(scheme: string): string | undefined {
  const kind = kindOfScheme(scheme);
  if (kind === 'none') return undefined;
  return kind === 'domain' ? scheme : `${scheme}${ACCEPTED_RISK}`;
}

/** An app's own scheme as it is registered, such as `br.com.shop`, or `shop:any-app-may-claim-it`. */
export const parseAppScheme = (text: string): string | undefined => {
  const scheme = text.endsWith(ACCEPTED_RISK) ? text.slice(0, -ACCEPTED_RISK.length) : text;
  return registrationOf(scheme) === text ? text : undefined;
};
