import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differsFromGofmt, PACKAGE, runGo } from '../../../../clients/go/test/run-go.ts';
import type { Call } from '../../../../scripts/clients/calls.ts';

const MODULE = `module calls

go 1.19

require titular v0.0.0

replace titular => ${PACKAGE}
`;

/** What the programs have in common: texts put in at run time, and notes of what is printed as JSON, one line a call. */
const SHARED = `package main

import (
	"encoding/json"
	"os"
)

var note, _ = os.OpenFile(os.Getenv("PRINTED"), os.O_APPEND|os.O_WRONLY, 0)

func asJSON(values ...any) string {
	content, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return string(content) + "\\n"
}

func putIn(text string) string {
	var real map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("REAL")), &real); err != nil {
		panic(err)
	}
	return real[text]
}
`;

const LITERAL = /"(?:[^"\\]|\\.)*"/g;

/** Whether a text stands for another that is known only later. */
type IsPlaceholder = (text: string) => boolean;

/** The texts of a program that stand for others, each with that other. */
export const realTexts = (
  code: string,
  isPlaceholder: IsPlaceholder,
  toReal: (text: string) => string,
): string =>
  JSON.stringify(
    Object.fromEntries(
      [...code.matchAll(LITERAL)]
        .map(([literal]) => JSON.parse(literal) as string)
        .filter(isPlaceholder)
        .map((text) => [text, toReal(text)]),
    ),
  );

/** Builds all programs as one, because each of its own would be linked for a second. It is asked by the name of a file. */
export async function buildGoPrograms(
  directory: string,
  calls: readonly Call[],
  isPlaceholder: IsPlaceholder,
): Promise<{ program: string; unformatted: string }> {
  const folder = join(directory, 'go-calls');
  await mkdir(folder);
  for (const { file, code = '' } of calls) await writeFile(join(folder, file), `${code}\n`);
  const unformatted = await differsFromGofmt(folder);
  for (const [at, { file, code = '' }] of calls.entries()) {
    const joined = code
      .replace('func main()', `func main${at}()`)
      .replaceAll(LITERAL, (text) => (isPlaceholder(JSON.parse(text)) ? `putIn(${text})` : text))
      .replace(/fmt\.(?:Printf\("%\+v\\n", |Println\()(.*)\)$/m, 'fmt.Fprint(note, asJSON($1))');
    await writeFile(join(folder, file), `${joined}\n`);
  }
  const rows = calls.map(({ file }, at) => `\t\t"${file}": main${at},`);
  const main = `\nfunc main() {\n\tmap[string]func(){\n${rows.join('\n')}\n\t}[os.Args[1]]()\n}\n`;
  await writeFile(join(folder, 'shared.go'), SHARED + main);
  await writeFile(join(folder, 'go.mod'), MODULE);
  await runGo(folder, 'vet', '.');
  await runGo(folder, 'build', '-o', 'calls', '.');
  return { program: join(folder, 'calls'), unformatted };
}
