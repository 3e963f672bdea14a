import { BEYOND_DOUBT } from '@titular/server/decision/index.ts';
import { ASSUMED_FMRS, faceLimit, falseOtherIdentity, listFullest } from '@titular/server/faces/index.ts';
import { listDifferences, listNodes } from '@titular/server/nodes/index.ts';
import type { Command } from '../../frame/command.ts';

const columnOf = (fmr: number): string => `falseOtherAtFmr${fmr}`;

/** What runs on the database, and how full the galleries are that each process holds. */
export const nodeCommands: readonly Command[] = [
  {
    name: 'nodes list',
    summary:
      'List the nodes of the service with their master keys, clock and readiness, and what differs between live ones.',
    examples: ['titular nodes list'],
    async run({ operator }) {
      const nodes = await listNodes(operator.db);
      const differs = listDifferences(nodes).map(({ setting }) => setting);
      const rows = nodes.map(({ skewSeconds, ...node }) => ({
        ...node,
        skewSeconds: Number(skewSeconds.toFixed(3)),
        differs: node.isLive ? differs : [],
      }));
      const columns = [
        'name',
        'isLive',
        'version',
        'engineVersion',
        'otherEngineVersion',
        'masterKeyIds',
        'skewSeconds',
        'causes',
        'differs',
        'seenAt',
      ];
      return { kind: 'rows', columns, rows };
    },
  },
  {
    name: 'galleries list',
    summary:
      'List the galleries of enrolled faces, fullest first, with their limit, the distance at which a face is another identity beyond doubt, and the expected share of honest newcomers taken for another at an assumed FMR.',
    examples: ['titular galleries list'],
    async run({ operator, config }) {
      const limit = faceLimit(config);
      const rows = (await listFullest(operator.db, 1)).map(({ identityKey, ...gallery }) => ({
        ...gallery,
        kind: identityKey,
        limit,
        percent: Math.round((100 * gallery.faces) / limit),
        otherWithin: Number((BEYOND_DOUBT * config.matchThreshold).toFixed(3)),
        ...Object.fromEntries(
          ASSUMED_FMRS.map((fmr) => [
            columnOf(fmr),
            Number(falseOtherIdentity(gallery.faces, fmr).toPrecision(2)),
          ]),
        ),
      }));
      const columns = [
        ...['tenantId', 'kind', 'engineVersion', 'faces', 'limit', 'percent', 'otherWithin'],
        ...ASSUMED_FMRS.map(columnOf),
      ];
      return { kind: 'rows', columns, rows };
    },
  },
];
