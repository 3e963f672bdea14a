import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { read, sources, tracked } from './sources.ts';

/** Retired words of docs/glossary.md as they stood in identifiers, and in names of files. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'wanted, wish': /^([wW]anted|[wW]ish(es|ed)?|is[A-Z]\w*Wanted)$|Wish(es)?$|^parseWishes$/,
  asker: /^[aA]sker(Of)?$/,
  ground: /^[gG]rounds?$|[a-z]Ground$|-ground\.ts$/,
  happening: /[hH]appening$/,
  'led, tried, followed (of scenarios)': /^(TriedOut|Followed|lead(Transaction|Process))$/,
  rehearse: /[rR]ehears/,
  'sign (of an attack)': /^(risk|RISK)[_S]|^(find|list|note|gather|delete)Signs?$|^risk-signs/,
  'print, fingerprint (of pictures)': /([fF]ace|[fF]rame|mirror|keep|PRINT)_?Prints?|^PRINT_|-print\.ts$/,
  'take (work, links, assertions)': /^take(Due|Assertion|Link|Uses|Up\w*|Turns?)$/,
  'keep (outcomes, attempts, selfies)':
    /^keep(Outcomes|Attempts|Selfie|Prints)$|^(create)?KeepQueue$|^keep-(attempts|queue|selfie)/,
  pace: /^(create)?[pP]ace$/,
  'turn (of work)': /^(create|Take|take)Turns?$|InTurn$/,
  ears: /^createEars$/,
  'rest (of endpoints)': /^(letRest|endRest|restSeconds)$/,
  'dial, way (of requests)': /^[dD]ial(Result|Rules|led)?$|^isDialable$|^Way$|^post-bytes/,
  'standing, holder lookup': /^(find)?[sS]tanding(Rows)?$|^readStandingRows$|^findHolder$/,
  'token refusal': /^[tT]okenRefusal/,
  'memory, remember, believed':
    /^(Memory|remember|remembered|verifyAndRemember|TokenMemory|FaceMemory)$|^believed$|[a-z]Believed$|Believers$/,
  'waiting line': /^WaitingLine$/,
  'held galleries, face memory': /^Held(Gallery|Galleries)$|^inStep$/,
  away: /Away(Error)?$|^isAway$/,
  'look, looker, looks':
    /^(Look|Look(ed|Dialog)|[lL]ooker|companyLooks|lookAt(Image|Selfie))$|^(keep|stop)Looking$|[a-z]Looks?$|^look-(at-|dialog)|^looks\/$/,
  'hold (of rows)': /^hold(Deployment\w*|Endpoint|Person|IdempotencyKey|ForReuse|CurrentMasterKey)$/,
  'forget, drop, wipe': /^(forget|wipe)([A-Z]|$)|^drop(Idle|Spent)/,
  'most, least, longest, largest (of limits)': /^(MOST|LEAST|LONGEST|LARGEST|MAXIMUM|MINIMUM|SHORTEST)_/,
  'dress, doors, course event, note (of hooks)':
    /^(dress(Page)?|[dD]oors|createDoors|CourseEvent|(Request|Response|Retry)Note|tellStrange|inWords|makeOnce)$/,
};

const code = sources.filter((file) => /^packages\/[a-z-]+\/src\//.test(file));

/** What else the words bind: benches, scripts, builds, the tests of the tree and of packages; those of the server follow. */
const beside = tracked.filter(
  (file) =>
    /^(?:bench|scripts|test|browser-tests|operations-tests)\/.*\.ts$/.test(file) ||
    /^packages\/(?!server\/|client\/)[a-z-]+\/(?:test\/.*|[a-z-]+)\.ts$/.test(file),
);

/** Lists of words themselves, and names of figures as they were published. */
const LISTS = ['test/words.test.ts', 'test/tidy.test.ts', 'bench/src/faces/engine-figures.ts'];

/** A source without its comments and texts, so that identifiers remain; names of columns and of the wire stand in texts. */
const withoutTexts = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/(?<=^|\})[^`$]*?`|`[^`$]*`/g, (text) => (text.startsWith('`') ? '``' : text));

describe('the glossary', () => {
  const glossary = read('docs/glossary.md');
  const [words = '', retired = ''] = glossary.split('## Retired words');
  const rowsOf = (text: string): string[][] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (?:---|Word|Retired) /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  test('defines each word once, in one sentence or two', () => {
    const names = rowsOf(words).flatMap(([, cell = '']) => cell.split(', '));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(
      rowsOf(words)
        .map(([, , meaning = '']) => meaning)
        .filter((meaning) => !/^[A-Z`\d].*[.?]$/.test(meaning) || meaning.split(' ').length > 25),
    ).toEqual([]);
  });

  test('names every retired word with what replaced it', () => {
    expect(rowsOf(retired).map(([, word]) => word)).toEqual(Object.keys(RETIRED));
  });
});

describe('retired words', () => {
  test('are no identifiers and no names of files any more', () => {
    const found = [...code, ...beside.filter((file) => !LISTS.includes(file))].flatMap((file) => {
      const names = new Set(withoutTexts(read(file)).match(/[A-Za-z_$][\w$]*/g));
      for (const folder of code.includes(file) ? file.split('/').slice(3, -1) : []) names.add(`${folder}/`);
      names.add(basename(file));
      return [...names].flatMap((name) =>
        Object.entries(RETIRED)
          .filter(([, pattern]) => pattern.test(name))
          .map(([word]) => `${file}: ${name} (${word})`),
      );
    });
    expect(found).toEqual([]);
  });
});

describe('comments', () => {
  test('begin with no retired verb', () => {
    const begins = /(?:\/\*\*|^ *\*|\/\/) (?:Forgets?|Wipes?|Remembers?|Believes?)\b/m;
    expect(code.filter((file) => begins.test(read(file)))).toEqual([]);
  });

  test('before a symbol have at most 30 words a sentence, reports of measurements apart', () => {
    const long = code
      .filter((file) => !file.startsWith('packages/test-kit/'))
      .flatMap((file) =>
        [...read(file).matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, text = '']) =>
          text
            .replaceAll(/\s+\*\s/g, ' ')
            .split(/(?<=[.!?])\s+(?=[A-Z`])/)
            .filter((sentence) => sentence.trim().split(/\s+/).length > 30)
            .filter((sentence) => (sentence.match(/\d+(?:\.\d+)?/g) ?? []).length < 4)
            .map((sentence) => `${file}: ${sentence.trim().slice(0, 80)}`),
        ),
      );
    expect(long).toEqual([]);
  });
});

describe('the documentation', () => {
  test('names in backticks files of code that are there; guides name those that their reader makes', () => {
    const pages = tracked.filter((file) => /^docs\/(?!guides\/).*\.md$/.test(file));
    const wrong = pages.flatMap((file) =>
      [...read(file).matchAll(/`((?:[a-z0-9.-]+\/)*[a-z0-9-]+(?:\.test)?\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !tracked.some((other) => other === name || other.endsWith(`/${name}`)))
        .map((name) => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

const roomReadmes = tracked.filter((file) =>
  /^(?:packages\/[a-z-]+\/src\/.+|(?:bench|journeys)\/src(?:\/.+)?)\/README\.md$/.test(file),
);

describe('the READMEs of rooms', () => {
  test('name files and rooms that are there', () => {
    const wrong = roomReadmes.flatMap((file) => {
      const named = [...read(file).matchAll(/`([a-z0-9./-]+(?:\.tsx?|\/))`/g)].map(([, name]) => name ?? '');
      return named
        .filter((name) => {
          const path = new URL(name, `file:///${file}`).pathname.slice(1);
          return !tracked.some((other) => other === path || (path.endsWith('/') && other.startsWith(path)));
        })
        .map((name) => `${file}: ${name}`);
    });
    expect(roomReadmes.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});
