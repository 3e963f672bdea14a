import { countSingleVersion } from '@titular/server/captures/index.ts';
import { BEYOND_DOUBT } from '@titular/server/decision/index.ts';
import {
  ASSUMED_FMRS,
  countProgress,
  faceLimit,
  falseOtherIdentity,
  listFullest,
} from '@titular/server/faces/index.ts';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { listDifferences, listNodes, type SeenNode } from '@titular/server/nodes/index.ts';
import type { Command } from '../../frame/command.ts';

const columnOf = (fmr: number): string => `falseOtherAtFmr${fmr}`;

/** So long a capture may be decided, or reused: an hour for a process, and as much again for a decision that waits. */
const CAPTURE_SECONDS = 7_200;

/** The engine versions that live nodes have, present or second. */
const liveVersionsOf = (live: readonly SeenNode[]): string[] =>
  [
    ...new Set(
      live
        .flatMap(({ engineVersion, otherEngineVersion }) => [engineVersion, otherEngineVersion])
        .filter((version) => version !== undefined && version !== ''),
    ),
  ] as string[];

const countOf = (
  nodes: readonly SeenNode[],
  column: 'engineVersion' | 'otherEngineVersion',
  version: string,
) => nodes.filter((node) => node[column] === version).length;

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
    name: 'engines list',
    summary:
      'List the engine versions of live nodes and of enrolled faces: on how many nodes each is the present or the other one, how many identities are enrolled in it, and how many are left behind (enrolled in no other live one), with the day on which retention has deleted the last of those. Captures of the last two hours with a picture in this version alone are counted too.',
    examples: ['titular engines list'],
    async run({ operator, atLeisure }) {
      const live = (await listNodes(operator.db)).filter(({ isLive }) => isLive);
      const versions = liveVersionsOf(live);
      const since = addSeconds(operator.clock.now(), -CAPTURE_SECONDS);
      const [progress, captures] = await atLeisure(
        async (db) =>
          [await countProgress(db, versions), await countSingleVersion(db, versions, since)] as const,
      );
      const known = [...new Set([...versions, ...progress.map(({ engineVersion }) => engineVersion)])];
      const rows = known.toSorted().map((engineVersion) => {
        const one = progress.find((counted) => counted.engineVersion === engineVersion);
        return {
          engineVersion,
          presentOn: countOf(live, 'engineVersion', engineVersion),
          otherOn: countOf(live, 'otherEngineVersion', engineVersion),
          identities: one?.identities ?? 0,
          leftBehind: one?.leftBehind ?? 0,
          lastDue: one?.lastDue,
          captures: captures.get(engineVersion) ?? 0,
        };
      });
      const columns = ['presentOn', 'otherOn', 'identities', 'leftBehind', 'lastDue', 'captures'];
      return { kind: 'rows', columns: ['engineVersion', ...columns], rows };
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
