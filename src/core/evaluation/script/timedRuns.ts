import type { RuleSetName } from '../report';
import { type EntryScriptOptions, entryScriptParts } from './entryScript';

export interface TimedScriptOptions extends Pick<EntryScriptOptions, 'baseCommit' | 'testSeconds'> {
  readonly rules: RuleSetName;
  /** Rounds that count; one more warms up. */
  readonly repeats: number;
  /** Whether `gold.diff` lies in the input folder. */
  readonly hasGold: boolean;
  /** Whether the eval script was given its clock (`withClock`). */
  readonly timed: 'tests' | 'script';
  /** Seconds after which no further round is begun. */
  readonly budgetSeconds: number;
}

/** The log of one run, where it is no longer than a megabyte; the first of the model's counts in any length. */
export const timedLog = (tree: 'base' | 'gold' | 'model', round: number): string => `timed-${round}-${tree}.log`;

const marker = (word: 'Start' | 'End'): RegExp => new RegExp(`^\\s*:\\s*(['"])>>>>> ${word} Test Output\\1\\s*$`);

const began = ['times >"$TOUCHSTONE_TIMES.0"', `TOUCHSTONE_BEGAN=\${EPOCHREALTIME:-$(date +%s)}`];

const ended = [
  `TOUCHSTONE_ENDED=\${EPOCHREALTIME:-$(date +%s)}`,
  'times >"$TOUCHSTONE_TIMES.1"',
  'echo "$TOUCHSTONE_BEGAN $TOUCHSTONE_ENDED" >"$TOUCHSTONE_TIMES"',
];

/**
 * The eval script with a clock between the markers of its test section: what checks out, installs and applies the test
 * patch isn't timed. Without both markers it stays as it is, and all of it is timed.
 */
export const withClock = (script: string): { readonly script: string; readonly timed: 'tests' | 'script' } => {
  const lines = script.split('\n');
  const start = lines.findIndex((line) => marker('Start').test(line));
  const end = lines.findLastIndex((line) => marker('End').test(line));
  if (start < 0 || end <= start) return { script, timed: 'script' };
  lines.splice(end, 0, ...ended);
  lines.splice(start + 1, 0, ...began);
  return { script: lines.join('\n'), timed: 'tests' };
};

/** Microseconds from `1.25` (or `1,25`) and from bash's `0m1.250s`; seconds for JSON from microseconds. */
const clockPart = `micro() {
  local text=\${1/,/.} fraction=
  case $text in *.*) fraction=\${text#*.} text=\${text%%.*} ;; esac
  fraction=\${fraction}000000
  MICRO=$((10#\${text:-0} * 1000000 + 10#\${fraction:0:6}))
}
spent() {
  local text=\${1%s}
  micro "\${text#*m}"
  MICRO=$((\${text%%m*} * 60000000 + MICRO))
}
in_seconds() {
  printf -v SHOWN '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000))
}
`;

/**
 * Each run gets a tree of its own, copied anew: whatever an earlier run left (caches, builds) is gone. Gold lies nowhere
 * while another tree's tests run: its patch is kept in this shell's memory, its tree is made for its own run alone.
 */
const treesPart = `put_gold() {
  local OUT=$SCRATCH/gold RUNG=null code
  mkdir -p "$OUT"
  printf '%s' "$GOLD" | base64 -d >"$SCRATCH/patch.diff" && climb
  code=$?
  rm -rf "$OUT" "$SCRATCH/patch.diff"
  return $code
}
put_tree() {
  local from=$1
  [ "$1" = gold ] && from=base
  rm -rf "$BED" 2>/dev/null
  mkdir -p "$BED" && cp -a "$TREES/$from/." "$BED/" || return 1
  [ "$1" != gold ] || put_gold
}
prepare_trees() {
  TREES=$(mktemp -d "\${BED%/*}/.trees.XXXXXX") || return 1
  EVAL=$(cat "$IN/eval.sh")
  mkdir "$TREES/base" && cp -a "$BED/." "$TREES/base/" || return 1
}
keep_model() {
  rm -f "$SCRATCH/patch.diff"
  mkdir "$TREES/model" && cp -a "$BED/." "$TREES/model/"
}
`;

/** One run and its line of timings. The exit code is that of the marker; a run without its clock has no time. */
const runPart = `run_eval() {
  cd "$BED" || exit 1
  export NVM_DIR="\${NVM_DIR-}" TMPDIR="$own" PYTHONPYCACHEPREFIX="$own/pycache" TOUCHSTONE_TIMES="$times"
  bash "$SCRATCH/eval.sh" >"$log" 2>&1 </dev/null 4>&-
}
time_run() {
  local times=$SCRATCH/times own=$SCRATCH/own log=$SCRATCH/run.log to user=null sys=null wall=null exit=null late=false
  put_tree "$2" || return 1
  rm -rf "$times" "$times.0" "$times.1" "$own"
  mkdir -p "$own"
  printf '%s\\n' "$EVAL" >"$SCRATCH/eval.sh"
  micro "\${EPOCHREALTIME:-$(date +%s)}"; to=$MICRO
  clocked "$TEST_SECONDS" run_eval
  micro "\${EPOCHREALTIME:-$(date +%s)}"
  kill_strays
  if [ $LATE = true ]; then
    late=true wall=$TEST_SECONDS
  elif [ $TIMED = script ]; then
    in_seconds $((MICRO - to)); wall=$SHOWN
  elif [ -s "$times" ]; then
    read_times "$times"
  fi
  if [[ $(tail -c 65536 "$log" | tr -d '\\0') =~ .*'>>>>> Test Exit Code: '([0-9]{1,3}) ]]; then exit=$((10#\${BASH_REMATCH[1]})); fi
  rm -rf "$own"
  RUNS="$RUNS\${RUNS:+,
}{\\"round\\":$1,\\"tree\\":\\"$2\\",\\"place\\":$3,\\"wall\\":$wall,\\"user\\":$user,\\"sys\\":$sys,\\"testExit\\":$exit,\\"timedOut\\":$late}"
}
read_times() {
  local began ended a b c d
  read -r began ended <"$1" || return
  [[ $began =~ ^[0-9]+([.,][0-9]+)?$ && $ended =~ ^[0-9]+([.,][0-9]+)?$ ]] || return
  micro "$began"; a=$MICRO
  micro "$ended"; in_seconds $((MICRO > a ? MICRO - a : 0)); wall=$SHOWN
  { read -r _ && read -r a b; } <"$1.0" && { read -r _ && read -r c d; } <"$1.1" || return
  spent "$a"; a=$MICRO; spent "$b"; b=$MICRO; spent "$c"; c=$MICRO; spent "$d"; d=$MICRO
  in_seconds $((c > a ? c - a : 0)); user=$SHOWN
  in_seconds $((d > b ? d - b : 0)); sys=$SHOWN
}
`;

/**
 * Rounds with another order each; the first one warms up. Logs of base and model are files at once; gold's, which may
 * show its patch, stay in memory until nothing of the model runs any more.
 */
const roundsPart = `time_rounds() {
  local round place tree count=\${#ORDER[@]} began=$SECONDS
  for ((round = 0; round <= REPEATS; round++)); do
    if [ $round -gt 1 ] && [ $((SECONDS - began)) -ge $BUDGET ]; then CUT=true; break; fi
    for ((place = 0; place < count; place++)); do
      tree=\${ORDER[$(((place + round) % count))]}
      time_run $round $tree $((place + 1)) || return 1
      keep_log $round $tree
    done
  done
  write_timings
  for round in "\${!GOLD_LOGS[@]}"; do printf '%s\\n' "\${GOLD_LOGS[round]}" >"$OUT/timed-$round-gold.log"; done
}
keep_log() {
  local log=$SCRATCH/run.log
  if [ $1 -eq 0 ] && [ $2 = model ]; then cat "$log"; cp "$log" "$OUT/timed-0-model.log"; return; fi
  if [ "$(wc -c <"$log")" -le 1000000 ]; then
    if [ $2 = gold ]; then GOLD_LOGS[$1]=$(tr -d '\\0' <"$log"); else cp "$log" "$OUT/timed-$1-$2.log"; fi
  fi
  rm -f "$log"
}
write_timings() {
  printf '{"timed":"%s","cutShort":%s,"runs":[\\n%s\\n]}\\n' $TIMED $CUT "$RUNS" >"$OUT/timings.json.part" &&
    mv "$OUT/timings.json.part" "$OUT/timings.json"
}
`;

const mainPart = (options: TimedScriptOptions): string => `main() {
  begin
  REPEATS=${Math.max(1, Math.floor(options.repeats))} BUDGET=${Math.ceil(options.budgetSeconds)} TIMED=${options.timed}
  GOLD= RUNS= CUT=false GOLD_LOGS=() ORDER=(base${options.hasGold ? ' gold' : ''} model)
${options.hasGold ? '  GOLD=$(base64 <"$IN/gold.diff" | tr -d \'\\n\') && rm -f "$IN/gold.diff" || finish no-testbed\n' : ''}\
  prepare_testbed || finish no-testbed
  prepare_trees || finish no-testbed
  apply_patch || finish not-applied
  keep_model || finish no-testbed
  time_rounds
  rm -rf "$TREES"
  finish tested
}
main
`;

/**
 * The main process of a timed job: base, gold and the model's patch side by side in one container, run in turns so that
 * what slows the machine down slows all three (SWE-Compass, performance optimisation). Leaves `timings.json`,
 * the log of each run, and `result.json`; the model's first log also goes to standard output. What remains: tests run as the user who owns the trees, so a patch that attacks its
 * measurement can still change the base's tree, or read this shell's memory.
 */
export const buildTimedScript = (options: TimedScriptOptions): string =>
  [
    ...entryScriptParts({ ...options, hasPatch: true }),
    clockPart,
    treesPart,
    runPart,
    roundsPart,
    mainPart(options),
  ].join('\n');
