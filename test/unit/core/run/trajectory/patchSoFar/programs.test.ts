import { describe, expect, it } from 'vitest';
import { patchSoFar } from '../../../../../../src/core/run/trajectory/patchSoFar/patchSoFar';
import { callStep, madeCall, madeStep } from '../madeSteps';

const base = new Map([['src/a.py', 'one\n']]);

const stateAfter = (...commands: readonly string[]) =>
  patchSoFar(
    commands.map((command, at) => callStep(at + 1, 'bash', { command }, { exitCode: 0, text: 'ok' })),
    { baseFile: async (path) => base.get(path) ?? null, root: '/testbed', freshShell: true },
  );

const edit = "cat > src/a.py <<'EOF'\ntwo\nEOF";

describe('programs between edits', () => {
  it.each([
    'python -m pytest -q',
    'node --test',
    'npm test',
    'git add -A && git diff --cached',
    'git apply --check /tmp/x.patch',
    'timeout 60 python -c "import src.a; print(src.a.x)"',
    'node --input-type=module -e "import { a } from \'./a.js\'; console.log(a)"',
    "python - <<'EOF'\nprint(open('src/a.py').read())\nEOF",
    'pip list && python --version',
    'flake8 src',
    'source .venv/bin/activate && pytest',
    "cat > /tmp/look.py <<'EOF'\nprint(1)\nEOF\ncd /testbed && python /tmp/look.py",
  ])('that leave files alone by their words keep it exact: %s', async (command) => {
    expect(await stateAfter(edit, command)).toMatchObject({ source: 'replayed', inexactFrom: null });
  });

  it.each([
    'black .',
    'npx prettier --write src',
    'ruff check --fix .',
    'npm install',
    'make',
    './change.sh',
    'source change.sh',
    'bash change.sh',
    'python setup.py develop',
    'python manage.py makemigrations',
    'cd /testbed && python change.py',
    'echo $(black src)',
    'find . -name "*.py" -exec black {} +',
    'cat change.py | python',
    'chmod +x src/a.py',
    "python -c \"import subprocess; subprocess.run(['black', '.'])\"",
    "python - <<'EOF'\nimport os.path\np = open(os.path.join('src', 'a.py'), 'w')\nEOF",
    "node -e \"require('fs').appendFileSync('src/a.py', 'x')\"",
  ])('that may change any file end it: %s', async (command) => {
    expect(await stateAfter(edit, command)).toMatchObject({ source: 'approximate', inexactFrom: 2 });
  });

  it('whose arguments could not be read did not run', async () => {
    const call = { ...madeCall('bash', null), rawArgs: '{"command":"make', parseError: 'cut' };
    const found = await patchSoFar([madeStep(1, { calls: [call], observations: [] })], {
      baseFile: async () => null,
      root: null,
    });
    expect(found).toMatchObject({ source: 'replayed', patch: '' });
  });

  it('are judged by the code that an earlier step wrote for them, also outside of the repository', async () => {
    const script = (code: string) => `cat > /tmp/change.py <<'EOF'\n${code}\nEOF`;
    const run = 'python /tmp/change.py';
    expect(await stateAfter(script('print(1)'), run)).toMatchObject({ source: 'replayed', inexactFrom: null });
    const writes = "from pathlib import Path\nPath('src/a.py').write_text('two')";
    expect(await stateAfter(script(writes), run)).toMatchObject({ source: 'unknown', inexactFrom: 2 });
    const changed = (how: string) => stateAfter(script('print(1)'), how, run);
    expect(await changed("sed -i 's/1/2/' /tmp/change.py")).toMatchObject({ source: 'replayed', inexactFrom: null });
    expect(await changed("sed -i 's/print/fs.write/' /tmp/change.py")).toMatchObject({ inexactFrom: 3 });
  });
});
