/** `limited SECONDS COMMAND...`: coreutils' timeout, or a guard of our own where there is none (macOS). */
export const limitPart = `limited() {
  local seconds=$1 job guard code
  shift
  if command -v timeout >/dev/null 2>&1; then
    timeout -k 5 "$seconds" "$@"
    return
  fi
  "$@" &
  job=$!
  ( exec 3>&-; sleep "$seconds"; kill -TERM $job; sleep 5; kill -KILL $job ) >/dev/null 2>&1 &
  guard=$!
  wait $job
  code=$?
  kill $guard 2>/dev/null
  return $code
}
`;

/**
 * git as we call it: trusting the testbed whoever owns it, without hooks and monitors, and without touching the
 * settings that the tests will see. Words and not a function, because `timeout` runs programs.
 */
export const gitPart = `set_git() {
  GIT=(env HOME="$SCRATCH" GIT_CONFIG_GLOBAL="$SCRATCH/.gitconfig" git -c core.hooksPath=/dev/null -c core.fsmonitor=false)
}
bed_git() {
  "\${GIT[@]}" -C "$BED" "$@"
}
clean_tree() {
  {
    printf '## clean tree\\n'
    bed_git reset -q
    bed_git checkout -q -- .
    bed_git clean -fdq
  } >>"$OUT/apply.log" 2>&1
}
`;

/**
 * Start and end: the folders by environment, the result, exit 0 whatever happened. After the tests no program of the
 * image is run, only the shell itself: they may have put another one in its place, which has no clock. A pipe that they
 * left for us to hang on is no result.
 */
export const finishPart = `begin() {
  set -u
  umask 022
  IN=\${TOUCHSTONE_IN:?} OUT=\${TOUCHSTONE_OUT:?} BED=\${TOUCHSTONE_TESTBED:?} JOB=\${TOUCHSTONE_JOB:-}
  unset TOUCHSTONE_IN TOUCHSTONE_OUT TOUCHSTONE_TESTBED
  FOUND=0 RUNG=null BED_FROM=null TEST_EXIT=null TIMED_OUT=false ELAPSED=null LEFTOVERS=0 TEE=
  SCRATCH=$(mktemp -d) || SCRATCH=$OUT
  mkfifo "$SCRATCH/clock" && exec 4<>"$SCRATCH/clock"
  printf '[safe]\\n\\tdirectory = *\\n' >"$SCRATCH/.gitconfig"
  set_git
  count_kills
  KILLS_BEFORE=$KILLS
}
count_kills() {
  local file key value
  KILLS=0
  [ $$ -eq 1 ] || return 0
  for file in /sys/fs/cgroup/memory/memory.oom_control /sys/fs/cgroup/memory.events; do
    [ -r "$file" ] || continue
    while read -r key value; do [ "$key" != oom_kill ] || KILLS=$value; done <"$file"
  done
}
finish() {
  count_kills
  [ ! -p "$OUT/result.json" ] || exit 0
  printf '{"stage":"%s","rung":%s,"testbed":%s,"testExit":%s,"timedOut":%s,"testSeconds":%s,"leftovers":%s,"memoryKills":%s}\\n' \\
    "$1" "$RUNG" "$BED_FROM" "$TEST_EXIT" "$TIMED_OUT" "$ELAPSED" "$LEFTOVERS" $((KILLS - KILLS_BEFORE)) >"$OUT/result.json"
  exit 0
}
`;

/**
 * The image's own testbed, else a checkout of the bundle at the base commit: objects without refs and a detached
 * HEAD, so that no later commit and no branch can be seen. An image that brings files and no repository gets one of
 * ours, to which the tree goes back between two ways of applying a patch.
 */
export const testbedPart = `begin_repository() {
  bed_git init -q --template= . && bed_git add -A &&
    bed_git -c user.name=Touchstone -c user.email=touchstone@localhost commit -q --no-verify --allow-empty -m base
}
prepare_testbed() {
  if [ -e "$BED/.git" ]; then
    BED_FROM='"image"'
    return 0
  fi
  if [ ! -f "$IN/repo.bundle" ] || [ -z "$BASE" ]; then
    if [ -d "$BED" ] && [ -n "$(ls -A "$BED" 2>/dev/null)" ]; then
      BED_FROM='"image"'
      begin_repository >"$OUT/testbed.log" 2>&1
      return
    fi
    echo "The image has nothing at the testbed, and no bundle of a repository was given." >"$OUT/testbed.log"
    return 1
  fi
  BED_FROM='"bundle"'
  {
    mkdir -p "$BED" &&
      bed_git init -q --template= $OBJECT_FORMAT . &&
      bed_git bundle unbundle "$IN/repo.bundle" &&
      bed_git checkout -q --detach "$BASE"
  } >"$OUT/testbed.log" 2>&1
}
`;

/** One try after the other, each with its output and exit code in apply.log. The patch file itself is not changed. */
export const applyPart = `try_rung() {
  local name=$1 code
  shift
  printf '## %s\\n' "$name" >>"$OUT/apply.log"
  ( cd "$BED" && limited "$APPLY_SECONDS" "$@" "$SCRATCH/patch.diff" ) >>"$OUT/apply.log" 2>&1 </dev/null
  code=$?
  printf '## exit %s\\n' "$code" >>"$OUT/apply.log"
  [ $code -eq 0 ] && RUNG="\\"$name\\""
}
apply_patch() {
  cp "$IN/patch.diff" "$SCRATCH/patch.diff" || return 1
  if [ -n "$(tail -c 1 "$SCRATCH/patch.diff" | tr -d '\\0')" ]; then
    printf '## the patch has no final newline: one was added to the copy that is applied\\n' >>"$OUT/apply.log"
    echo >>"$SCRATCH/patch.diff"
  fi
  climb || return 1
  bed_git -c core.fileMode=false diff >"$OUT/applied.diff" 2>/dev/null
  return 0
}
`;

/**
 * Ends whatever the tests left running, so that the log is whole and nothing outlives its time. In a container (we
 * are process 1) that is every process but us and tee; elsewhere those that carry the job's marker in their
 * environment: a process that emptied its environment and left the session can't be found, which the engine says. In
 * a container nothing is forked for it: the tests may have used up all processes.
 */
export const killPart = `kill_process() {
  local entry=$1 pid=\${1#/proc/} line
  case $pid in "$$" | "$TEE") return ;; esac
  read -r line 2>/dev/null <"$entry/stat" || return
  line=\${line##*) }
  case $line in [ZX]*) return ;; esac
  kill -KILL "$pid" 2>/dev/null && FOUND=1 && LEFTOVERS=$((LEFTOVERS + 1))
}
kill_round() {
  local entry
  FOUND=0
  if [ $$ -eq 1 ]; then
    # All at once stand still first (tee goes on later): else a fork bomb grows back while it is killed one by one.
    kill -STOP -1 2>/dev/null
    for entry in /proc/[0-9]*; do kill_process "$entry"; done
  elif [ -n "$JOB" ] && [ -d /proc/self ]; then
    for entry in $(grep -laF "TOUCHSTONE_JOB=$JOB" /proc/[0-9]*/environ 2>/dev/null); do kill_process "\${entry%/environ}"; done
  fi
}
kill_strays() {
  local round
  for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill_round
    [ $FOUND -eq 0 ] && return
    nap 0.05
  done
}
`;

/**
 * The kernel keeps signals from process 1 that it has no handler for, and bash has one for those that would end it: as
 * process 1 of a container it would die of the tests' `kill 1`. A handler of our own isn't passed on to what we start.
 */
export const deafPart = `[ $$ -ne 1 ] || trap : HUP INT QUIT ALRM TERM USR1 USR2
`;

/**
 * `clocked SECONDS COMMAND...` runs a command as a process group within its time: TERM, five seconds, KILL; gives its
 * exit code, and sets ELAPSED and LATE. The clock is this shell's own, not a program's that the command could stop or
 * end, and nothing is forked for it; in a container we are process 1, which nothing inside can stop or end. A step is
 * counted as ten seconds at the most: one that is longer is a machine that slept or a clock that was set.
 */
export const clockPart = `nap() {
  local tick seconds=$1
  # Old shells know whole seconds only.
  [ "\${BASH_VERSINFO[0]}" -ge 4 ] || seconds=1
  read -r -t $seconds -u 4 tick
}
clocked() {
  local limit=$1 pid last now step pause=1 code
  shift
  ELAPSED=0 LATE=false last=$SECONDS
  # With job control, else the command would begin with INT and QUIT ignored.
  set -m
  (
    trap : TERM
    "$@"
    code=$?
    echo >&4
    exit $code
  ) &
  pid=$!
  set +m
  while kill -0 $pid 2>/dev/null; do
    # The subshell knocks as it ends; whoever else knocks only makes us look more often.
    nap $pause && pause=0.02
    now=$SECONDS step=$((now - last)) last=$now
    [ $step -ge 0 ] || step=0
    [ $step -le 10 ] || step=10
    ELAPSED=$((ELAPSED + step))
    [ $ELAPSED -gt $limit ] || continue
    kill -0 $pid 2>/dev/null || break
    if [ $LATE = false ]; then
      LATE=true
      kill -TERM -- -$pid 2>/dev/null
      kill -CONT -- -$pid 2>/dev/null
    elif [ $ELAPSED -gt $((limit + 5)) ]; then
      kill -KILL -- -$pid $pid 2>/dev/null
      # What the kernel can't end is not waited for.
      [ $ELAPSED -le $((limit + 10)) ] || return 137
    fi
  done
  wait $pid 2>/dev/null
}
`;

/**
 * Runs eval.sh with both streams merged into a pipe, from which tee writes the log file and the live view. A
 * background process that keeps the pipe open can't hang it: strays are ended first, then tee gets its time.
 * Where nvm is missing, NVM_DIR is empty instead of unset: \`set -u\` in the rows' scripts would end them.
 */
export const testsPart = `run_script() {
  cd "$BED" || exit 1
  export NVM_DIR="\${NVM_DIR-}"
  bash "$IN/eval.sh" >&3 2>&3 3>&- 4>&- </dev/null
}
run_tests() {
  local round
  mkfifo "$SCRATCH/output"
  ( trap '' PIPE; exec tee "$OUT/test_output.txt" <"$SCRATCH/output" 4>&- ) &
  TEE=$!
  exec 3>"$SCRATCH/output"
  clocked "$TEST_SECONDS" run_script
  TEST_EXIT=$? TIMED_OUT=$LATE
  kill_strays
  # We or the tests stopped tee: then the pipe is full, and who writes into it waits for ever.
  kill -CONT "$TEE" 2>/dev/null
  if [ $TIMED_OUT = true ]; then
    TEST_EXIT=124
    printf '\\n\\nTimeout error: %s seconds exceeded.' "$TEST_SECONDS" >&3
  fi
  exec 3>&-
  for ((round = 0; round < 100; round++)); do
    kill -0 "$TEE" 2>/dev/null || break
    nap 0.1
  done
  kill -KILL "$TEE" 2>/dev/null
  wait "$TEE" 2>/dev/null
}
`;
