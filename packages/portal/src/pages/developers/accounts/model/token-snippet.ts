import { shellWord } from '../../../../commands/command-line.ts';

/** Asks for an access token with the secret in CLIENT_SECRET, which stands on no command line. */
export const tokenSnippet = ({ clientId, tokenUrl }: { clientId: string; tokenUrl: string }): string =>
  [
    `printf 'user = "%s:%s"' ${shellWord(clientId)} "$CLIENT_SECRET" |`,
    `curl --silent --config - --data grant_type=client_credentials ${shellWord(tokenUrl)}`,
  ].join(' \\\n  ');
