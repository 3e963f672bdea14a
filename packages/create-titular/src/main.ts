#!/usr/bin/env node
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askKind } from './ask-kind.ts';
import { type Kind, nextSteps } from './kinds.ts';
import { HELP, parseOptions } from './options.ts';
import { findObstacle, readTemplate, writeProject } from './project.ts';

const WRONG_USE = 2;
const INTERRUPTED = 130;

function fail(problem: string, code = 1): void {
  console.error(problem);
  process.exitCode = code;
}

function make(directory: string, kind: Kind): void {
  const { name, before } = kind;
  const template = fileURLToPath(new URL(`./template/${name}`, import.meta.url));
  // Writing takes milliseconds and is not left in the middle: an interrupt waits for its end.
  const wait = (): void => undefined;
  process.on('SIGINT', wait).on('SIGTERM', wait);
  writeProject(directory, readTemplate(template, directory));
  const place = relative(process.cwd(), resolve(directory));
  const next = nextSteps(place, kind, process.platform).map((line) => `  ${line}`);
  console.log([`Made a ${name} in ${directory}. ${before}Next:`, '', ...next].join('\n'));
}

async function main(words: readonly string[]): Promise<void> {
  const options = parseOptions(words);
  if (options.kind === 'help') return console.log(HELP.trimEnd());
  if (options.kind === 'wrong') return fail(`${options.problem}\n\n${HELP.trimEnd()}`, WRONG_USE);
  const { directory, project } = options;
  const obstacle = findObstacle(directory);
  if (obstacle !== undefined) return fail(obstacle);
  const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!project && !hasTerminal) return fail(`--kind is missing.\n\n${HELP.trimEnd()}`, WRONG_USE);
  const kind = project ?? (await askKind());
  if (!kind) return fail('\nNothing was made.', INTERRUPTED);
  make(directory, kind);
}

main(process.argv.slice(2)).catch((error: Error) => fail(`Nothing was made: ${error.message}`));
