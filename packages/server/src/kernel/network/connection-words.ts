const OPENSSL_MARK = ':error:';

/** What a failed connection says, without the source files and addresses that OpenSSL adds (`…:error:code:library:function:reason:file:line:`). */
export function connectionWords(message: string): string {
  const reason = message.split(OPENSSL_MARK)[1]?.split(':')[3];
  return reason === undefined ? message : `TLS could not be agreed on: ${reason}`;
}
