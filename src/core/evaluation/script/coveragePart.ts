import { shellWord } from './shellWord';

/** How many reports are kept, how many bytes of each; more is no report of one instance's tests. */
const mostReports = 20;
const mostBytes = 50_000_000;
const gatherSeconds = 60;

/** What a kept report's name begins with, beside the log: `coverage-1-lcov.info`. */
const coveragePrefix = 'coverage-';

/** Whether a file of an evaluation's folder is a coverage report that the entry script kept. */
export const isCoverageName = (name: string): boolean => /^coverage-\d{1,3}-./.test(name);

/**
 * Coverage reports: what the patch brought in their place goes first; eval.sh may write below `$TOUCHSTONE_OUT/coverage`
 * as well; at the end plain files are copied under names of ours, links and the rest are not. The tests run the model's
 * own code, so a report is as good as the tests that made it.
 */
export const coveragePart = (paths: readonly string[]): string => {
  const files = paths.map((path) => `"$BED"/${shellWord(path)}`).join(' ');
  return `prepare_coverage() {
  export TOUCHSTONE_OUT="$OUT"
  mkdir -p "$OUT/coverage"
${files === '' ? '' : `  rm -f -- ${files}\n`}}
keep_report() {
  local name=\${1##*/}
  [ -f "$1" ] && [ ! -L "$1" ] && [ $KEPT -lt ${mostReports} ] || return
  KEPT=$((KEPT + 1))
  name=\${name//[^A-Za-z0-9._-]/_}
  head -c ${mostBytes} "$1" >"$OUT/${coveragePrefix}$KEPT-\${name:0:80}"
}
collect_coverage() {
  local file KEPT=0
  for file in ${files === '' ? '' : `${files} `}"$OUT"/coverage/*; do keep_report "$file"; done
  rm -rf "$OUT/coverage"
}
gather_coverage() {
  # With programs that the tests could exchange: not without a clock, and what those leave running ends.
  local ELAPSED LATE
  clocked ${gatherSeconds} collect_coverage
  kill_strays
}
`;
};
