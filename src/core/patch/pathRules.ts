/** Folders that hold tests by the custom of some language; `testing` is left out, since libraries ship helpers there. */
const TEST_FOLDERS = new Set(
  'test tests __tests__ spec specs e2e testdata __mocks__ __snapshots__ test_assets fixtures androidTest'
    .toLowerCase()
    .split(' '),
);

/** File names that are tests: `test_x.py`, `x_test.go`, `x.spec.ts`, `XTest.java`, `XTests.cs`, `tests.py`. */
const TEST_FILE =
  /^(?:tests?[_.-].*|.*[_.-](?:tests?|spec)\.[^.]+|.*\.(?:test|spec|cy|e2e)\.[^.]+|tests?\.[^.]+|conftest\.py)$/i;
const TEST_CLASS = /^[A-Z]\w*(?:Tests?|TestCase|IT|Spec)\.(?:java|kt|kts|cs|scala|groovy|php|swift)$/;

/**
 * Whether the path is a test file or belongs to tests, by its folders (`test`, `tests`, `__tests__`, `spec`, `e2e`,
 * `testdata`, `fixtures`, ...) or its name (`test_*`, `*_test.*`, `*.test.*`, `*.spec.*`, `tests.py`, `conftest.py`,
 * `*Test.java`). A rule on names: it can be wrong, so a path of the instance's own test patch counts besides it.
 */
export const isTestPath = (path: string): boolean => {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return parts.some((part) => TEST_FOLDERS.has(part.toLowerCase())) || TEST_FILE.test(name) || TEST_CLASS.test(name);
};

const GENERATED_FOLDERS = new Set(
  (
    'node_modules bower_components dist coverage htmlcov __pycache__ .pytest_cache .mypy_cache .ruff_cache .nyc_output ' +
    '.tox .nox .venv venv .eggs .gradle .next .hypothesis .ipynb_checkpoints'
  ).split(' '),
);

const LOCK_FILES = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb poetry.lock uv.lock pipfile.lock ' +
    'cargo.lock gemfile.lock composer.lock go.sum mix.lock flake.lock packages.lock.json'
  ).split(' '),
);

const GENERATED_FILE =
  /(?:\.min\.(?:js|css|mjs)|\.(?:js|css|mjs)\.map|\.py[co]|\.class|\.o|\.so|\.egg|\.whl|\.log|\.orig|\.rej|\.sw[op]|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.generated\.[^.]+|\.g\.(?:dart|cs)|~)$/i;
const GENERATED_NAME =
  /^(?:lcov\.info|\.coverage(?:\..+)?|coverage\.(?:xml|json|out)|junit\.xml|\.DS_Store|Thumbs\.db)$/i;

/**
 * Whether the path is made by a tool: lock files, build and coverage output, caches, installed packages, compiled or
 * minified files, logs and leftovers of patch tools. By names alone, like `isTestPath`.
 */
export const isGeneratedPath = (path: string): boolean => {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  if (path.startsWith('build/lib/') || parts.some((part) => GENERATED_FOLDERS.has(part) || part.endsWith('.egg-info')))
    return true;
  return LOCK_FILES.has(name.toLowerCase()) || GENERATED_FILE.test(name) || GENERATED_NAME.test(name);
};
