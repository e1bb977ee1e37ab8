/** Parsers of classic rows, which name none: by repository in lower case (SWE-bench 4.1). */
export const parserOfRepository: ReadonlyMap<string, string> = new Map([
  ['astropy/astropy', 'parse_log_pytest_v2'],
  ['django/django', 'parse_log_django'],
  ['marshmallow-code/marshmallow', 'parse_log_pytest'],
  ['matplotlib/matplotlib', 'parse_log_matplotlib'],
  ['mwaskom/seaborn', 'parse_log_seaborn'],
  ['pallets/flask', 'parse_log_pytest'],
  ['psf/requests', 'parse_log_pytest_options'],
  ['pvlib/pvlib-python', 'parse_log_pytest'],
  ['pydata/xarray', 'parse_log_pytest'],
  ['pydicom/pydicom', 'parse_log_pytest_options'],
  ['pylint-dev/astroid', 'parse_log_pytest'],
  ['pylint-dev/pylint', 'parse_log_pytest_options'],
  ['pytest-dev/pytest', 'parse_log_pytest'],
  ['pyvista/pyvista', 'parse_log_pytest'],
  ['scikit-learn/scikit-learn', 'parse_log_pytest_v2'],
  ['sphinx-doc/sphinx', 'parse_log_pytest_v2'],
  ['sqlfluff/sqlfluff', 'parse_log_pytest'],
  ['sympy/sympy', 'parse_log_sympy'],
  ['axios/axios', 'parse_log_tap'],
  ['babel/babel', 'parse_log_jest'],
  ['facebook/docusaurus', 'parse_log_jest'],
  ['immutable-js/immutable-js', 'parse_log_immutable_js'],
  ['markedjs/marked', 'parse_log_marked'],
  ['mrdoob/three.js', 'parse_log_tap'],
  ['vuejs/core', 'parse_log_vitest'],
]);

/** Repositories whose classic rows are graded by failures alone (SWE-bench 4.1 has no `eval_type` column). */
export const failOnlyRepositories: ReadonlySet<string> = new Set([
  'chartjs/chart.js',
  'processing/p5.js',
  'markedjs/marked',
]);
