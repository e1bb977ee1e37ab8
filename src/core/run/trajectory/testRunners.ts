/** Programs that do nothing but run tests. */
const runners = new Set(
  (
    'pytest py.test py.test3 tox nox nosetests nose nose2 trial stestr ward runtests.py runtests runtests.sh run_tests.py ' +
    'run_tests.sh run_tests run-tests.sh jest vitest mocha ava jasmine karma tape nyc qunit rspec phpunit pest codecept ctest prove busted bats ' +
    'gotestsum cargo-nextest'
  ).split(' '),
);

/** Programs one of whose first arguments (options left out) must be one of these words. */
const runnersByWord: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^test$/],
  ['cargo', /^(?:test|t|nextest)$/],
  ['npm', /^(?:test|t|tst|test[:-].*)$/],
  ['pnpm', /^(?:test|t|test[:-].*)$/],
  ['yarn', /^(?:test|test[:-].*|jest|vitest|mocha)$/],
  ['bun', /^test$/],
  ['deno', /^test$/],
  ['playwright', /^test$/],
  ['cypress', /^run$/],
  ['ng', /^test$/],
  ['mvn', /^(?:test|verify|integration-test|surefire:test)$/],
  ['mvnw', /^(?:test|verify|integration-test|surefire:test)$/],
  ['gradle', /(?:^|:)(?:test|check|\w+Test)$/],
  ['gradlew', /(?:^|:)(?:test|check|\w+Test)$/],
  ['sbt', /^(?:test|testOnly.*|.*\/test)$/],
  ['lein', /^test$/],
  ['mix', /^test$/],
  ['rake', /^(?:test|spec)(?::.*)?$/],
  ['rails', /^test(?::.*)?$/],
  ['composer', /^test$/],
  ['artisan', /^test$/],
  ['dotnet', /^(?:test|vstest)$/],
  ['make', /^(?:test|tests|check|test-.*)$/],
  ['ninja', /^(?:test|check)$/],
  ['meson', /^test$/],
  ['bazel', /^test$/],
  ['swift', /^test$/],
  ['dart', /^test$/],
  ['flutter', /^test$/],
  ['stack', /^test$/],
  ['cabal', /^test$/],
  ['zig', /^test$/],
  ['hatch', /^test$/],
  ['manage.py', /^test$/],
  ['django-admin', /^test$/],
  ['setup.py', /^(?:test|pytest)$/],
]);

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Whether a simple command runs tests: its program and its arguments, wrappers such as `timeout` already taken off.
 * Only asking for version or help is no test run.
 */
export const runsTests = (program: string, args: readonly string[]): boolean => {
  if (args.some((arg) => arg === '--version' || arg === '--help')) return false;
  const name = lastPart(program);
  if (runners.has(name)) return true;
  if (/(?:^|\/)bin\/test$/.test(program)) return true;
  if (name === 'node') return args.includes('--test');
  const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'run');
  // Options may take a value before the word that counts (`mvn -pl core test`, `make -C src check`).
  const word = runnersByWord.get(name);
  return word !== undefined && words.slice(0, 4).some((arg) => word.test(arg));
};
