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

/** Start and end: the folders by environment, the result by rename, exit 0 whatever happened. */
export const finishPart = `begin() {
  set -u
  umask 022
  IN=\${TOUCHSTONE_IN:?} OUT=\${TOUCHSTONE_OUT:?} BED=\${TOUCHSTONE_TESTBED:?} JOB=\${TOUCHSTONE_JOB:-}
  unset TOUCHSTONE_IN TOUCHSTONE_OUT TOUCHSTONE_TESTBED
  FOUND=0 RUNG=null BED_FROM=null TEST_EXIT=null TIMED_OUT=false ELAPSED=null LEFTOVERS=0 TEE=
  SCRATCH=$(mktemp -d) || SCRATCH=$OUT
  printf '[safe]\\n\\tdirectory = *\\n' >"$SCRATCH/.gitconfig"
  set_git
}
finish() {
  printf '{"stage":"%s","rung":%s,"testbed":%s,"testExit":%s,"timedOut":%s,"testSeconds":%s,"leftovers":%s}\\n' \\
    "$1" "$RUNG" "$BED_FROM" "$TEST_EXIT" "$TIMED_OUT" "$ELAPSED" "$LEFTOVERS" >"$OUT/result.json.part" &&
    mv "$OUT/result.json.part" "$OUT/result.json"
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
    sleep 0.05
  done
}
`;

/**
 * Runs eval.sh with both streams merged into a pipe, from which tee writes the log file and the live view. A
 * background process that keeps the pipe open can't hang it: strays are ended first, then tee gets its time.
 * In a container we are process 1, which nothing inside can stop or end: our clock goes whatever the tests do to others.
 * Where nvm is missing, NVM_DIR is empty instead of unset: \`set -u\` in the rows' scripts would end them.
 */
export const testsPart = `run_tests() {
  local began code tests tick pause=1
  mkfifo "$SCRATCH/output"
  ( trap '' PIPE; exec tee "$OUT/test_output.txt" <"$SCRATCH/output" ) &
  TEE=$!
  exec 3>"$SCRATCH/output"
  mkfifo "$SCRATCH/clock"
  exec 4<>"$SCRATCH/clock"
  began=$SECONDS
  # With job control, else the tests would begin with INT and QUIT ignored.
  set -m
  (
    cd "$BED" || exit 1
    export NVM_DIR="\${NVM_DIR-}"
    limited "$TEST_SECONDS" bash -c 'exec bash "$1" >&3 2>&3 3>&- 4>&- </dev/null' tests "$IN/eval.sh"
    code=$?
    echo >&4
    exit $code
  ) &
  tests=$!
  set +m
  # Our own clock beside timeout's, which the tests can stop. Nothing is forked for it.
  while kill -0 $tests 2>/dev/null && [ $((SECONDS - began)) -lt $((TEST_SECONDS + 8)) ]; do
    # The subshell knocks as it ends; whoever else knocks only makes us look more often.
    read -r -t $pause -u 4 tick && pause=0.02
  done
  if kill -0 $tests 2>/dev/null; then
    kill -KILL -- -$tests $tests 2>/dev/null
    code=124
  else
    wait $tests 2>/dev/null
    code=$?
  fi
  ELAPSED=$((SECONDS - began))
  TEST_EXIT=$code
  kill_strays
  # We or the tests stopped tee: then the pipe is full, and who writes into it waits for ever.
  kill -CONT "$TEE" 2>/dev/null
  ( exec 3>&-; sleep 10; kill -KILL $TEE ) >/dev/null 2>&1 </dev/null &
  if [ $code -ge 124 ] && [ $ELAPSED -ge $TEST_SECONDS ]; then
    TIMED_OUT=true
    printf '\\n\\nTimeout error: %s seconds exceeded.' "$TEST_SECONDS" >&3
  fi
  exec 3>&- 4>&-
  wait $TEE 2>/dev/null
}
`;
