import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileClient, compileJava, startJava } from '../../../../clients/java/test/run-java.ts';
import type { Call } from '../../../../scripts/clients/calls.ts';

/** What the programs have in common: an environment and texts for each run, and what is printed as JSON. */
const SHARED = `import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import titular.json.Json;

final class Shared {
    static Map<?, ?> asked = Map.of();
    static final List<Object> notes = new ArrayList<>();

    interface Program {
        void main(String[] arguments) throws Exception;
    }

    static String env(String name) {
        return (String) ((Map<?, ?>) asked.get("env")).get(name);
    }

    static String putIn(String text) {
        return (String) ((Map<?, ?>) asked.get("real")).get(text);
    }

    static void note(Object printed) {
        notes.add(List.of(printed));
    }

    public static void main(String[] arguments) throws Exception {
        var answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            asked = (Map<?, ?>) Json.read(line);
            notes.clear();
            int code = 0;
            try {
                programOf((String) asked.get("file")).main(new String[0]);
            } catch (Exception thrown) {
                code = 1;
            }
            answers.println(Json.write(Map.of("code", code, "printed", notes)));
        }
    }

    static Program programOf(String file) {
        return switch (file) {
ROWS
            default -> throw new IllegalArgumentException(file);
        };
    }
}
`;

const LITERAL = /"(?:[^"\\]|\\.)*"/g;

type Outcome = { code: number | null; printed: unknown[] | undefined };

/** Programs in one JVM, which runs them one after the other. */
type JavaPrograms = {
  run(file: string, env: Record<string, string>, real: string): Promise<Outcome>;
  end(): void;
};

/** Compiles all programs at once, each as it is shown and then joined to one that is asked by the name of a file. */
export async function startJavaPrograms(
  directory: string,
  calls: readonly Call[],
  isPlaceholder: (text: string) => boolean,
): Promise<JavaPrograms> {
  const client = await compileClient();
  const folder = join(directory, 'java-calls');
  await mkdir(folder);
  const files: string[] = [];
  const write = async (name: string, code: string): Promise<void> => {
    files.push(join(folder, name));
    await writeFile(join(folder, name), code);
  };
  for (const [at, { code = '' }] of calls.entries()) {
    const joined = code
      .replace('class Example', `class Example${at}`)
      .replaceAll('System.getenv(', 'Shared.env(')
      .replaceAll('System.out.println(', 'Shared.note(')
      .replaceAll(LITERAL, (text) => (isPlaceholder(JSON.parse(text)) ? `Shared.putIn(${text})` : text));
    await write(`Example${at}.java`, `${joined}\n`);
  }
  const rows = calls.map(({ file }, at) => `            case "${file}" -> Example${at}::main;`);
  await write(
    'Shared.java',
    SHARED.replace('ROWS', () => rows.join('\n')),
  );
  await compileJava(files, folder, client);
  const java = startJava(['-cp', `${client}:${folder}`, 'Shared']);
  if (!java.stdout) throw new Error('Java has no output');
  const answers = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  return {
    async run(file, env, real) {
      java.stdin?.write(`${JSON.stringify({ file, env, real: JSON.parse(real) })}\n`);
      const { value } = await answers.next();
      return JSON.parse(value ?? '{"code":null}');
    },
    end: () => void java.stdin?.end(),
  };
}
