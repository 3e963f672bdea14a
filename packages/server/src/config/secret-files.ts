import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { productionProblem } from './production-settings.ts';
import type { Config, Setting } from './setting.ts';

/** Variables by name, as a process is started with them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What reading the files again brought: settings with a new value, and a sentence for each that was kept as it was. */
export type Reread = { changed: string[]; problems: string[] };

/** Names the variable that names the file of a secret setting. */
export const fileVariable = ({ variable }: Setting): string => `${variable}_FILE`;

/** Finds the file that the environment names for a secret setting; refuses one that is given in both ways. */
export function findSecretFile(setting: Setting, env: Variables): string | undefined {
  if (!setting.secret) return undefined;
  const name = fileVariable(setting);
  const file = env[name]?.trim();
  if (!file) return undefined;
  if (env[setting.variable]?.trim()) throw new ConfigError(`Set ${name} or ${setting.variable}, not both.`);
  return resolve(file);
}

/** Reads a secret setting from its file; each refusal names the variable and never the content. */
export function readSecretFile(setting: Setting, file: string): ReturnType<Setting['parse']> {
  const name = fileVariable(setting);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `${name}: the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  if (text === '') throw new ConfigError(`${name}: the file ${file} is empty.`);
  const value = setting.parse(text);
  if (value === undefined) throw new ConfigError(`${name}: the file ${file} must hold ${setting.bounds}.`);
  return value;
}

/** Refuses what a start in production would refuse; the sentence names the variable of the file. */
function refuseInProduction(config: Config, setting: Setting, value: ReturnType<Setting['parse']>): void {
  const problem = productionProblem({ ...config, [setting.key]: value });
  if (problem) throw new ConfigError(problem.replace(setting.variable, fileVariable(setting)));
}

/** Reads the files of secret settings again, of one or of all; a file that cannot be used leaves its setting as it was. */
export function rereadSecrets(config: Config, key?: keyof Config): Reread {
  const changed: string[] = [];
  const problems: string[] = [];
  for (const { setting, file } of config.secretFiles) {
    if (key !== undefined && setting.key !== key) continue;
    try {
      const value = readSecretFile(setting, file);
      if (String(value) === String(config[setting.key])) continue;
      refuseInProduction(config, setting, value);
      Object.assign(config, { [setting.key]: value });
      changed.push(setting.variable);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
    }
  }
  return { changed, problems };
}
