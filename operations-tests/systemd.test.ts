import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemdFiles } from '../scripts/deployment/systemd-files.ts';
import { has } from './programs.ts';

const MAX_EXPOSURE = 2;

const units = Object.entries(systemdFiles()).filter(([file]) => file.endsWith('.service'));

/** Puts the units into a root of their own, with something in the place of each program that they start. */
function installUnits(): { root: string; paths: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'titular-units-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const place = (path: string, text: string, mode = 0o644): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
    return path;
  };
  const paths = units.map(([file, text]) => place(`/etc/systemd/system/${basename(file)}`, text));
  for (const [, text] of units) {
    const [, program = ''] = /^ExecStart=(\S+)/m.exec(text) ?? [];
    place(program, '#!/bin/sh\n', 0o755);
  }
  return { root, paths };
}

const analyse = (...words: string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });

describe('the units of systemd (S50)', () => {
  test.runIf(has('systemd-analyze')).each(units)('%s is understood without a warning', (file) => {
    const { root, paths } = installUnits();
    for (const target of ['network-online', 'sysinit', 'basic', 'multi-user', 'shutdown'])
      writeFileSync(join(root, `etc/systemd/system/${target}.target`), '[Unit]\nDescription=a target\n');
    writeFileSync(join(root, 'etc/systemd/system/system.slice'), '[Unit]\nDescription=a slice\n');
    writeFileSync(join(root, 'etc/systemd/system/-.slice'), '[Unit]\nDescription=a slice\n');
    const path = paths.find((one) => basename(one) === basename(file)) ?? '';
    // A template is verified as one of its instances.
    const unit = basename(path).replace('@.', '@api.');
    const { status, stderr } = analyse('verify', '--man=no', `--root=${root}`, unit);
    expect([status, stderr]).toEqual([0, '']);
  });

  test.runIf(has('systemd-analyze')).each(units)(`%s exposes at most ${MAX_EXPOSURE} of 10`, (_, text) => {
    const { root } = installUnits();
    const file = join(root, 'titular.service');
    writeFileSync(file, text);
    const { status, stdout, stderr } = analyse(
      'security',
      '--offline=true',
      `--threshold=${MAX_EXPOSURE * 10}`,
      '--no-pager',
      file,
    );
    const [, exposure] = /exposure level for .*: ([0-9.]+)/.exec(stdout) ?? [];
    expect([status, Number(exposure) <= MAX_EXPOSURE], `${stdout}${stderr}`).toEqual([0, true]);
  });
});
