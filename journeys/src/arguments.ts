import { parseArgs } from 'node:util';

/** What the merchant of the demo is told to do. */
export type DemoOptions = {
  dataDirectory: string;
  cpf: string | undefined;
  orderNumber: string | undefined;
  name: string;
  redirectUrl: string | undefined;
  camera: string | undefined;
  anotherTake: boolean;
  screenshots: string | undefined;
  json: boolean;
};

/** The text of --help. */
export const HELP = `Plays a merchant against a running titular: token, transaction, link, webhook, status.

Usage: npm run demo -- [options]

  --camera FILE      let a headless browser be the person, with this recording (MJPEG or Y4M) as its camera
  --another-take     with --camera, MJPEG: the person sits a little elsewhere, in other light. A recording is
                     recognised when it is shown a second time, and then not approved
  --screenshots DIR  with --camera: keep a picture of every screen
  --cpf NUMBER       identity of the person                      (a new valid one)
  --order TEXT       order number                                (a new one)
  --name TEXT        name on the card                            (Maria da Silva)
  --redirect URL     where the page goes at the end
  --data DIR         data directory of the service               (./.titular)
  --json             one JSON line for each step, for scripts
  --help             this text

Examples:
  npm run demo
  npm run demo -- --camera recording.mjpeg
  npm run demo -- --camera recording.mjpeg --another-take
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
        redirect: text,
        data: { ...text, default: '.titular' },
        json: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads the command line; `help` when the text is asked for. */
export function readArguments(args: readonly string[]): DemoOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  if (values['another-take'] && values.camera === undefined)
    throw new UsageError('--another-take needs --camera, whose recording it changes.');
  return {
    dataDirectory: values.data,
    cpf: values.cpf,
    orderNumber: values.order,
    name: values.name,
    redirectUrl: values.redirect,
    camera: values.camera,
    anotherTake: values['another-take'],
    screenshots: values.screenshots,
    json: values.json,
  };
}
