import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPagesOf } from '../../suite/pages-of-client.ts';
import { hasJava, PACKAGE, runJdk } from './run-java.ts';

const POM = readFileSync(join(PACKAGE, 'pom.xml'), 'utf8');
const [, VERSION = ''] = /<artifactId>titular-client<\/artifactId>\s*<version>([^<]+)</.exec(POM) ?? [];
/** What Maven has fetched before; the tests ask no server. */
const FETCHED = join(homedir(), '.m2/repository');
const PLUGINS = [
  ...POM.matchAll(/<artifactId>(maven-\S+-plugin)<\/artifactId>\s*<version>(\S+)<\/version>/g),
];

const isFetched = ([, name = '', version = '']: RegExpMatchArray): boolean =>
  existsSync(join(FETCHED, 'org/apache/maven/plugins', name, version, `${name}-${version}.jar`));
const hasMaven = hasJava && spawnSync('mvn', ['--version']).status === 0 && PLUGINS.every(isFetched);
if (!hasMaven)
  console.log('clients/java: no Maven with its plugins here, so the tests of pom.xml are left out');

const hasGradle = hasMaven && spawnSync('gradle', ['--version']).status === 0;
if (hasMaven && !hasGradle)
  console.log('clients/java: no Gradle here, so the line of the page for it is left out');

/** A shop that names the client as its page says. */
const shopOf = (
  dependency: string,
  plugins: string,
): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>back-end</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>${dependency}</dependencies>
  <build><plugins>${plugins}</plugins></build>
</project>`;

const pluginsOf = (names: readonly string[]): string =>
  PLUGINS.filter(([, name = '']) => names.includes(name))
    .map(
      ([, name = '', version = '']) =>
        `<plugin><artifactId>${name}</artifactId><version>${version}</version></plugin>`,
    )
    .join('');

describe.skipIf(!hasMaven)('the Java client, built by Maven', () => {
  let directory: string;
  let pages: Awaited<ReturnType<typeof readPagesOf>>;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'titular-maven-'));
    pages = await readPagesOf(['clients/java/README.md', 'docs/clients/java.md'], 'java');
    // A copy, because Maven writes beside the sources.
    await mkdir(join(directory, 'clients/java'), { recursive: true });
    for (const part of ['pom.xml', 'src'])
      await cp(join(PACKAGE, part), join(directory, 'clients/java', part), { recursive: true });
    const mirror = `<mirror><id>fetched</id><mirrorOf>central</mirrorOf><url>${pathToFileURL(FETCHED)}</url></mirror>`;
    await writeFile(
      join(directory, 'settings.xml'),
      `<settings><localRepository>${join(directory, 'repository')}</localRepository><mirrors>${mirror}</mirrors></settings>`,
    );
    const [, install = ''] = /```sh install\n(.*)\n```/.exec(pages.readme) ?? [];
    await maven(install.split(' ').slice(1));
  }, 240_000);
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const maven = async (given: readonly string[]): Promise<void> => {
    const quiet = ['--batch-mode', '--quiet', '--settings', join(directory, 'settings.xml')];
    const { code, stdout, stderr } = await runJdk('mvn', [...quiet, ...given], { cwd: directory });
    expect([code, stripVTControlCharacters(stdout + stderr)]).toEqual([0, '']);
  };

  const installed = () => join(directory, 'repository/titular/titular-client', VERSION);

  test('is a dependency of a project that compiles the first program and runs it', async () => {
    const shop = join(directory, 'shop');
    await mkdir(join(shop, 'src/main/java'), { recursive: true });
    const [, dependency = ''] = /```xml pom\.xml\n([\s\S]*?)\n```/.exec(pages.readme) ?? [];
    const plugins = pluginsOf(['maven-resources-plugin', 'maven-compiler-plugin']);
    await writeFile(join(shop, 'pom.xml'), shopOf(dependency, plugins));
    await writeFile(join(shop, 'src/main/java/First.java'), pages.snippets.get('First.java') ?? '');
    await maven(['-f', 'shop', 'compile']);
    const jar = join(installed(), `titular-client-${VERSION}.jar`);
    const classPath = [join(shop, 'target/classes'), jar].join(':');
    const { stderr } = await runJdk('java', ['-cp', classPath, 'First'], {});
    // It has no credentials here, which is the client's word.
    expect(stderr).toContain('IllegalArgumentException: id is missing');
  }, 120_000);

  test.skipIf(!hasGradle)(
    'is a dependency of a build by Gradle, which compiles the first program and runs it',
    async () => {
      const shop = join(directory, 'gradle');
      await mkdir(join(shop, 'src/main/java'), { recursive: true });
      const [line = ''] = /implementation\("[^"]+"\)/.exec(pages.readme) ?? [];
      await writeFile(
        join(shop, 'build.gradle'),
        `plugins { id 'java'; id 'application' }
repositories { mavenLocal() }
dependencies { ${line} }
mainClassName = 'First'
compileJava.options.encoding = 'UTF-8'
`,
      );
      await writeFile(join(shop, 'settings.gradle'), "rootProject.name = 'shop'\n");
      await writeFile(join(shop, 'src/main/java/First.java'), pages.snippets.get('First.java') ?? '');
      const places = [
        `-Dmaven.repo.local=${join(directory, 'repository')}`,
        `-Dgradle.user.home=${join(directory, 'home')}`,
      ];
      const run = await runJdk('gradle', ['--offline', '--no-daemon', ...places, 'run'], { cwd: shop });
      // It has no credentials here, which is the client's word.
      expect(run.stdout + run.stderr).toContain('IllegalArgumentException: id is missing');
    },
    240_000,
  );

  test('is an archive of its classes alone, with the name of its module, and depends on nothing', async () => {
    const jar = join(installed(), `titular-client-${VERSION}.jar`);
    const { stdout } = await runJdk('jar', ['--list', '--file', jar]);
    const files = stdout
      .trim()
      .split('\n')
      .filter((name) => !/\/$|^META-INF\//.test(name));
    expect(files.filter((name) => !/^titular\/.*\.class$/.test(name))).toEqual([]);
    const module = await runJdk('jar', ['--describe-module', '--file', jar]);
    expect(module.stdout).toContain(`titular@${VERSION} automatic`);
    const { stdout: needs } = await runJdk('jdeps', ['--print-module-deps', '--multi-release', '17', jar]);
    expect(needs.trim()).toBe('java.base,java.net.http');
  });

  test('goes to the repository of a company by the command that the page names', async () => {
    const repository = join(directory, 'company');
    const [, deploy = ''] = /`mvn (-f clients\/java deploy \S+?)https:/.exec(pages.readme) ?? [];
    await maven(`${deploy}${pathToFileURL(repository)}`.split(' '));
    expect(readdirSync(join(repository, 'titular/titular-client', VERSION))).toEqual(
      expect.arrayContaining([`titular-client-${VERSION}.jar`, `titular-client-${VERSION}.pom`]),
    );
  }, 120_000);
});

test('the build file of the Java client has the version of the client', () => {
  const client = readFileSync(join(PACKAGE, 'src/titular/Titular.java'), 'utf8');
  expect(client).toContain(`VERSION = "${VERSION}"`);
  expect(readFileSync(join(PACKAGE, 'README.md'), 'utf8')).toContain(`titular-client:${VERSION}`);
});
