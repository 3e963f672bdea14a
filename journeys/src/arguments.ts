import { parseArgs } from 'node:util';

/** Who is before the camera of a headless browser: a person made by computer, or a recording. */
type DemoCamera = { kind: 'made' } | { kind: 'file'; file: string };

/** What the merchant of the demo is told to do. */
export type DemoOptions = {
  dataDirectory: string;
  cpf: string | undefined;
  orderNumber: string | undefined;
  name: string;
  redirectUrl: string | undefined;
  /** Where persons reach the service, without a path; undefined where its own address will do. */
  publicUrl: string | undefined;
  camera: DemoCamera | undefined;
  anotherTake: boolean;
  screenshots: string | undefined;
  json: boolean;
};

/** The text of --help. */
export const HELP = `Plays a merchant against a running titular: token, transaction, link, webhook, status.

Usage: npm run demo -- [options]

  --camera made      let a headless browser be the person: one made by computer, who does what the page asks, sits
                     elsewhere at each run, and has a number of their own unless --cpf names another one
  --camera FILE      the same with a recording (MJPEG or Y4M), which plays over and over whatever the page asks
  --another-take     with --camera FILE, MJPEG: the person sits a little elsewhere, in other light. A recording is
                     recognised when it is shown a second time, and then not approved
  --screenshots DIR  with --camera: keep a picture of every screen
  --cpf NUMBER       identity of the person                      (a new valid one)
  --order TEXT       order number                                (a new one)
  --name TEXT        name on the card                            (Maria da Silva)
  --public-url URL   the https address by which a phone reaches the service (docs/guides/phone.md): prints the link as a
                     QR code, or says how to start the service with that address
  --redirect URL     where the page goes at the end
  --data DIR         data directory of the service               ($TITULAR_DATA_DIR, or ./.titular)
  --json             one JSON line for each step, for scripts
  --help             this text

Examples:
  npm run demo
  npm run demo -- --camera made
  npm run demo -- --camera recording.mjpeg
  npm run demo -- --camera recording.mjpeg --another-take
  npm run demo -- --public-url https://phone-test.example
  npm run demo -- --cpf 52998224725 --json

Exit codes: 0 a final status was reached and its webhook verified; 1 something went wrong; 2 wrong arguments.
`;

/** Wrong arguments; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        camera: text,
        'another-take': flag,
        screenshots: text,
        cpf: text,
        order: text,
        name: { ...text, default: 'Maria da Silva' },
        'public-url': text,
        redirect: text,
        data: text,
        json: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Number of the made person, so that a second run meets the face that the first one enrolled. */
const MADE_CPF = '11144477735';

const toCamera = (word: string | undefined): DemoCamera | undefined => {
  if (word === undefined) return undefined;
  return word === 'made' ? { kind: 'made' } : { kind: 'file', file: word };
};

/** Browsers give the camera of a phone to https alone. */
function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw new UsageError('--public-url must be an https address without a path: https://phone-test.example');
  return url.origin;
}

/** Where the service keeps its data unless it was told otherwise. */
export const USUAL_DATA = '.titular';

/** Reads the command line, and the data directory from the environment where it names none, as the service does; `help` when the text is asked for. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): DemoOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const camera = toCamera(values.camera);
  if (values['another-take'] && camera?.kind !== 'file')
    throw new UsageError('--another-take needs --camera FILE, whose recording it changes.');
  return {
    dataDirectory: values.data ?? (environment['TITULAR_DATA_DIR']?.trim() || USUAL_DATA),
    cpf: values.cpf ?? (camera?.kind === 'made' ? MADE_CPF : undefined),
    orderNumber: values.order,
    name: values.name,
    redirectUrl: values.redirect,
    publicUrl: readPublicUrl(values['public-url']),
    camera,
    anotherTake: values['another-take'],
    screenshots: values.screenshots,
    json: values.json,
  };
}
