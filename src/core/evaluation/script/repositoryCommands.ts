/** How a repository of the classic benchmarks is tested. `{files}` stands for the test files of the test patch. */
export interface RepositoryCommands {
  readonly test: string;
  /** Run before the tests, so that a patch to the package's own metadata counts; null where nothing is. */
  readonly install: string | null;
  /** Run first of all, for example locale settings. */
  readonly before?: readonly string[];
  /** Only for these versions; the first entry that fits counts. Absent: for all that are left. */
  readonly versions?: readonly string[];
}

const editable = 'python -m pip install -e .';
const pytest = 'pytest -rA {files}';
const djangoTest = './tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1 {files}';

const djangoOldLocale = [
  'export LANG=en_US.UTF-8',
  'export LC_ALL=en_US.UTF-8',
  'export PYTHONIOENCODING=utf8',
  'export LANGUAGE=en_US:en',
];

const djangoNewLocale = [
  "sed -i '/en_US.UTF-8/s/^# //g' /etc/locale.gen && locale-gen",
  'export LANG=en_US.UTF-8',
  'export LANGUAGE=en_US:en',
  'export LC_ALL=en_US.UTF-8',
];

const setupPy = 'python setup.py install';

const django: readonly RepositoryCommands[] = [
  {
    versions: ['1.9'],
    test: './tests/runtests.py --verbosity 2 {files}',
    install: setupPy,
    before: djangoOldLocale,
  },
  {
    versions: ['1.7', '1.8', '1.10', '1.11', '2.0', '2.1', '2.2'],
    test: djangoTest,
    install: setupPy,
    before: djangoOldLocale,
  },
  { versions: ['1.4', '1.5', '1.6'], test: djangoTest, install: setupPy },
  { versions: ['3.0', '3.1', '3.2'], test: djangoTest, install: editable, before: djangoNewLocale },
  { test: djangoTest, install: editable },
];

const astropyInstall = 'python -m pip install -e .[test] --verbose';
const matplotlibOld = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '2.0', '2.1', '2.2'];

/** Commands of the repositories of SWE-bench Verified and Lite, as the harness 4.1 has them, by lower-case name. */
const repositoryCommands: ReadonlyMap<string, readonly RepositoryCommands[]> = new Map([
  [
    'astropy/astropy',
    [
      {
        versions: ['0.1', '0.2', '0.3', '0.4', '1.1', '1.2', '1.3'],
        test: 'pytest -rA -vv -o console_output_style=classic --tb=no {files}',
        install: astropyInstall,
      },
      { test: pytest, install: astropyInstall },
    ],
  ],
  ['django/django', django],
  [
    'matplotlib/matplotlib',
    [
      { versions: matplotlibOld, test: pytest, install: 'python setup.py build; python setup.py install' },
      {
        versions: ['3.8', '3.9'],
        test: pytest,
        install: 'python -m pip install --no-build-isolation -e ".[dev]"',
      },
      { test: pytest, install: editable },
    ],
  ],
  [
    'mwaskom/seaborn',
    [
      { versions: ['0.11'], test: 'pytest --no-header -rA {files}', install: editable },
      { test: 'pytest --no-header -rA {files}', install: 'python -m pip install -e .[dev]' },
    ],
  ],
  ['pallets/flask', [{ test: pytest, install: editable }]],
  ['psf/requests', [{ test: pytest, install: 'python -m pip install .' }]],
  ['pydata/xarray', [{ test: pytest, install: editable }]],
  ['pylint-dev/pylint', [{ test: pytest, install: editable }]],
  ['pytest-dev/pytest', [{ test: pytest, install: editable }]],
  [
    'scikit-learn/scikit-learn',
    [{ test: pytest, install: 'python -m pip install -v --no-use-pep517 --no-build-isolation -e .' }],
  ],
  [
    'sphinx-doc/sphinx',
    [{ test: 'tox --current-env -epy39 -v -- {files}', install: 'python -m pip install -e .[test]' }],
  ],
  [
    'sympy/sympy',
    [
      {
        test: "PYTHONWARNINGS='ignore::UserWarning,ignore::SyntaxWarning' bin/test -C --verbose {files}",
        install: editable,
      },
    ],
  ],
]);

/** The commands for one version of a repository; null where the table has none. */
export const commandsOf = (repo: string | null, version: string | null): RepositoryCommands | null => {
  const entries = repositoryCommands.get((repo ?? '').toLowerCase()) ?? [];
  return entries.find(({ versions }) => versions === undefined || versions.includes(version ?? '')) ?? null;
};
