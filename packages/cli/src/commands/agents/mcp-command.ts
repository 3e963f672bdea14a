import { addAbortSignal } from 'node:stream';
import { demoFile, readDemo } from '@titular/server/config/demo-file.ts';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import type { AloneContext, Arguments, Command, CommandResult, Line } from '../../frame/command.ts';
import { ACCESS_OPTIONS, readAccess } from '../webhooks/read-access.ts';
import { openDocumentation } from './documentation/read-documentation.ts';
import { serveSession } from './protocol/serve-session.ts';
import { createSession } from './protocol/session.ts';
import { createCallService } from './service/call-service.ts';
import { createOffer, type ToolDeps } from './tools/tool-set.ts';

/** The service that was named, or that of the demo; none where there is neither. */
async function findService(args: Arguments, context: AloneContext): Promise<ToolDeps['service']> {
  const isNamed = Object.keys(ACCESS_OPTIONS).some((name) => args.options[name] !== undefined);
  const isOwnClient = args.options['client-id'] !== undefined;
  const demo = isOwnClient ? undefined : await readDemo(demoFile(context.readConfig()));
  if (!isNamed && demo === undefined) return undefined;
  const call = createCallService(await readAccess(args, context));
  return { call, company: demo?.companyId };
}

async function* linesOf(messages: AsyncIterable<object>): AsyncGenerator<Line> {
  for await (const message of messages)
    yield { text: JSON.stringify(message), record: message as Line['record'] };
}

async function serve(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const { say, stopping } = context;
  const service = await findService(args, context);
  if (!service) say('There is no demo and no service was named: the tools of the documentation are there.');
  const offer = createOffer({ version: programVersion(), documentation: openDocumentation(), service });
  const session = createSession(offer, say);
  const input = addAbortSignal(stopping, process.stdin);
  return { kind: 'lines', lines: linesOf(serveSession(input, session, stopping)) };
}

/** For agents, which start it and talk to it by its standard input and output. */
export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    summary:
      'Serve documentation and sandbox to an agent by the Model Context Protocol on standard input and output.',
    options: {
      ...ACCESS_OPTIONS,
      'client-id': {
        value: 'id',
        text: "A client with the scopes of what the agent may do (default: the demo's).",
      },
    },
    examples: [
      'titular mcp',
      'titular mcp --url https://pay.example --client-id tcl_8f0b --secret-file .titular/client.secret',
    ],
    runAlone: serve,
  },
];
