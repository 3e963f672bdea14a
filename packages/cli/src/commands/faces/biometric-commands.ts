import type { FaceEngine } from '@titular/face-engine';
import {
  CALIBRATION_LIMITS,
  type CalibrateRequest,
  calibrate,
  checkLabels,
} from '@titular/lab/calibration/calibrate.ts';
import type { Calibration } from '@titular/lab/calibration/calibration.ts';
import { chooseThreshold } from '@titular/lab/calibration/choose-threshold.ts';
import { renderDetPlot } from '@titular/lab/calibration/det-plot.ts';
import { SETTABLE_THRESHOLDS } from '@titular/lab/calibration/error-rates.ts';
import { findDirectory, readLabelledPictures } from '@titular/lab/calibration/read-labelled-pictures.ts';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { readCompany } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { AloneContext, Arguments, Command, CommandResult } from '../../frame/command.ts';
import { resolveNames } from '../../frame/resolve-names.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { checkNewFile, writeNewFile } from '../../frame/write-new-file.ts';
import { calibrationRecord, calibrationText } from './calibration-report.ts';

const DECIMAL = /^(?:0?\.\d{1,9}|[1-9](?:\.\d{1,3})?e-\d)$/;
const MAX_TARGET_FMR = 0.2;
const MAX_SEED = 0xffff_ffff;
const USUAL_SEED = 1;
const JOB_TIMEOUT_MS = 60_000;

type CalibrationInput = CalibrateRequest & { threshold: number | undefined };

function readFmr(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const fmr = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (!(fmr > 0 && fmr <= MAX_TARGET_FMR))
    throw new UsageError(`--fmr must be above 0 and at most ${MAX_TARGET_FMR}, such as 0.001 or 1e-4.`);
  return fmr;
}

function readThreshold(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { least, most } = SETTABLE_THRESHOLDS;
  const threshold = /^0?\.\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(threshold >= least && threshold <= most))
    throw new UsageError(`--threshold must be ${least} to ${most}, with at most 6 decimals.`);
  return threshold;
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return USUAL_SEED;
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seed <= MAX_SEED)) throw new UsageError(`--seed must be 0 to ${MAX_SEED}.`);
  return seed;
}

/** Reads the options; those of a choice need the choice, and a choice needs one of the two that say which. */
function readInput({ options, switches }: Arguments, { matchThreshold }: Config): CalibrationInput {
  const fmr = readFmr(options['fmr']);
  const threshold = readThreshold(options['threshold']);
  if (switches.has('choose') && (fmr === undefined) === (threshold === undefined))
    throw new UsageError('--choose requires either --fmr or --threshold.');
  if (!switches.has('choose') && (options['company'] ?? options['tenant']) !== undefined)
    throw new UsageError('--company and --tenant require --choose.');
  const thresholds = threshold === undefined ? [matchThreshold] : [matchThreshold, threshold];
  return { thresholds, threshold, fmr, seed: readSeed(options['seed']) };
}

type Chooser = { operator: Operator; company: { tenantId: TenantId; companyId: CompanyId } | undefined };

/** Whom the choice is for, looked up before the work. */
async function findChooser(args: Arguments, context: AloneContext): Promise<Chooser | undefined> {
  if (!args.switches.has('choose')) return undefined;
  const opened = await context.open();
  context.stopping.throwIfAborted();
  const { company } = args.options;
  if (company === undefined) return { operator: opened.operator, company: undefined };
  const resolved = await resolveNames(opened, {}, args);
  const tenantId = await chooseTenant(opened, resolved);
  const { companyId } = await readCompany(
    opened.operator,
    tenantId,
    readId(resolved.options['company'] ?? '', 'company'),
  );
  return { operator: opened.operator, company: { tenantId, companyId } };
}

async function measure(args: Arguments, context: AloneContext, config: Config, input: CalibrationInput) {
  const directory = await findDirectory(args.positionals[0] ?? '');
  const labelled = await readLabelledPictures(directory);
  checkLabels(labelled, input.fmr);
  context.progress.say('Starting the face engine …');
  // Loaded only here: no other command has need of the engine.
  const { startFaceEngine } = await import('@titular/face-engine');
  const { engineThreads: threads, faceRuntime: runtime, faceDescriptor: precision } = config;
  const starting = startFaceEngine({
    threads,
    jobTimeoutMs: JOB_TIMEOUT_MS,
    runtime,
    precision,
    ...CALIBRATION_LIMITS,
  });
  const close = (engine: FaceEngine): Promise<void> => engine.close();
  context.closeAtEnd(() => starting.then(close, () => undefined));
  const engine = await starting;
  context.stopping.throwIfAborted();
  const { stopping, progress } = context;
  const deps = { engine, parallel: threads + 1, stopping, now: new Date(), say: progress.say };
  return calibrate(deps, directory, labelled, input);
}

/** Records the choice and says in words what is to do, or what was done. */
async function choose(
  chooser: Chooser,
  calibration: Calibration,
  threshold: number,
  { matchThreshold }: Config,
): Promise<string> {
  const { operator, company } = chooser;
  const changes = await chooseThreshold(operator, calibration, { threshold, company });
  const recorded = 'The choice is recorded in the audit log.';
  if (!company || !changes)
    return `${recorded} To apply it, set TITULAR_MATCH_THRESHOLD=${threshold} for every process and restart it; the present value is ${matchThreshold}.`;
  const hasEffect = threshold < matchThreshold;
  const effect = hasEffect
    ? ''
    : ` It has no effect: TITULAR_MATCH_THRESHOLD is ${matchThreshold}, as strict or stricter.`;
  const stood = Object.keys(changes.after).length === 0 ? 'was already' : 'is now';
  return `${recorded} match-threshold of the company ${company.companyId} ${stood} ${threshold}.${effect}`;
}

async function writePlot(file: string, calibration: Calibration, marked: readonly number[]): Promise<string> {
  const { comparisons, persons, measuredAt, engineVersion, equalErrorRate, det, operatingPoints } =
    calibration;
  const day = measuredAt.toISOString().slice(0, 10);
  const plot = renderDetPlot(
    det,
    operatingPoints
      .filter(({ threshold }) => marked.includes(threshold))
      .map(({ threshold, fmr, fnmr }) => ({ threshold, fmr: fmr.rate, fnmr: fnmr.rate })),
    {
      title: `Detection error trade-off, ${day}`,
      description: `False non-match rate against false match rate of ${engineVersion} on ${comparisons.mated} mated and ${comparisons.nonMated} non-mated comparisons of ${persons} persons, on normal-deviate axes. The equal error rate is ${equalErrorRate.rate} at the threshold ${equalErrorRate.threshold}. Rates that are zero stand at the end of their axis.`,
      mated: comparisons.mated,
      nonMated: comparisons.nonMated,
    },
  );
  await writeNewFile(file, plot);
  return `The DET plot is in ${file}.`;
}

async function runCalibrate(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const config = context.readConfig();
  const input = readInput(args, config);
  const { det } = args.options;
  await checkNewFile(det);
  const chooser = await findChooser(args, context);
  const calibration = await measure(args, context, config, input);
  context.progress.end();
  const { target } = calibration;
  const found = target?.kind === 'found' ? target.threshold : undefined;
  const threshold = input.threshold ?? found;
  const marks = new Map([[config.matchThreshold, ' (in force)']]);
  const endings: string[] = [];
  if (det !== undefined) endings.push(await writePlot(det, calibration, [config.matchThreshold, found ?? 0]));
  const isChosen = chooser !== undefined && threshold !== undefined && target?.kind !== 'refused';
  if (isChosen) endings.push(await choose(chooser, calibration, threshold, config));
  return {
    kind: 'report',
    text: calibrationText(calibration, marks, endings),
    record: {
      ...calibrationRecord(calibration),
      thresholdInForce: config.matchThreshold,
      chosen: isChosen ? threshold : null,
    },
    ...(target?.kind === 'refused' ? { refusal: new OperatorRefusal('forbidden', target.sentence) } : {}),
  };
}

/** What operators measure of the face engine on their own pictures. */
export const biometricCommands: readonly Command[] = [
  {
    name: 'biometrics calibrate',
    summary: 'Measure labelled pictures and report the error rates of match thresholds.',
    positionals: ['directory'],
    options: {
      fmr: { value: 'rate', text: 'Find the threshold for this false match rate, such as 0.001.' },
      threshold: { value: 'distance', text: 'Also report the error rates at this threshold.' },
      det: { value: 'file', text: 'Write a DET plot to this new file, as SVG.' },
      seed: { value: 'N', text: `Seed for drawing persons (default: ${USUAL_SEED}).` },
      choose: { text: 'Record the threshold of --fmr or --threshold, with the figures, in the audit log.' },
      company: { value: 'id or name', text: 'With --choose: set the threshold for this company.' },
      ...TENANT_OPTION,
    },
    examples: [
      'titular biometrics calibrate pictures',
      'titular biometrics calibrate pictures --fmr 0.001 --det det.svg',
      'titular biometrics calibrate pictures --fmr 0.001 --choose',
      'titular biometrics calibrate pictures --threshold 0.45 --choose --company 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
    ],
    runAlone: runCalibrate,
  },
];
