import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callKindOf } from '../../../../../src/core/run/trajectory/callKind';

const commands: readonly (readonly [string, string])[] = [
  ['cat src/a.py', 'read'],
  ["sed -n '1,20p' src/a.py", 'read'],
  ['cd /testbed && head -50 a.py | tail -10', 'read'],
  ['git diff HEAD~1 -- a.py', 'read'],
  ['grep -rn "sed -i" src', 'search'],
  ['cat a.py | grep -n foo', 'search'],
  ['find . -name "*.py" | head', 'search'],
  ["find . -name '*.py' -exec grep -l foo {} \\;", 'search'],
  ['find . -name "*.pyc" -delete', 'edit'],
  ['ls -la', 'search'],
  ['rg foo 2>/dev/null', 'search'],
  ['git -C /repo grep foo', 'search'],
  ['pytest -x tests/test_a.py', 'test'],
  ['cd /testbed && python -m pytest tests 2>&1 | tail -40', 'test'],
  ['python3 -W ignore -m unittest discover', 'test'],
  ['PYTHONPATH=. timeout -k 5 600 pytest', 'test'],
  ['env -u FOO BAR=1 tox -e py39', 'test'],
  ['./tests/runtests.py --parallel 1 queries', 'test'],
  ['cd tests && python runtests.py queries', 'test'],
  ['python manage.py test app', 'test'],
  ['bin/test sympy/core', 'test'],
  ['bash -lc "cd /x && go test ./..."', 'test'],
  ["sh -c 'cargo test --lib'", 'test'],
  ['npm test', 'test'],
  ['npm run test:unit -- --grep x', 'test'],
  ['npx jest a.test.js', 'test'],
  ['node --test', 'test'],
  ['./gradlew :core:test', 'test'],
  ['mvn -q -pl core test', 'test'],
  ['bundle exec rspec spec/a_spec.rb', 'test'],
  ['vendor/bin/phpunit', 'test'],
  ['php artisan test', 'test'],
  ['coverage run --source=x -m pytest', 'test'],
  ['poetry run pytest', 'test'],
  ['make -C src check', 'test'],
  ['bash run_tests.sh', 'test'],
  ['if pytest; then echo ok; fi', 'test'],
  ['for i in 1 2 3; do pytest; done', 'test'],
  ['pip install pytest', 'shell'],
  ['pytest --version', 'shell'],
  ['python repro.py', 'shell'],
  ['python -c "print(1)"', 'shell'],
  ["python -c \"open('a', 'w').write('x')\"", 'edit'],
  ["python - <<'EOF'\nfrom pathlib import Path\nPath('a').write_text('x')\nEOF", 'edit'],
  ["sed -i 's/a/b/' a.py", 'edit'],
  ["sed -i.bak -e 's/a/b/' a.py && pytest", 'edit'],
  ["perl -pi -e 's/a/b/' a.py", 'edit'],
  ["cat > a.py <<'EOF'\npytest\nEOF", 'edit'],
  ["cat <<'EOF' > a.py\nit's\nEOF\npytest", 'edit'],
  ['echo foo >> a.txt', 'edit'],
  ['echo foo > /dev/null', 'shell'],
  ['echo foo | tee a.txt', 'edit'],
  ['git apply fix.patch', 'edit'],
  ['patch -p1 < fix.patch', 'edit'],
  ['git checkout -- a.py', 'edit'],
  ['git add -A', 'shell'],
  ['cat a.py # sed -i', 'read'],
  ['cd /tmp', 'shell'],
  ['', 'shell'],
  ['pytest > out.txt 2>&1', 'test'],
  ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached', 'submit'],
  ['submit', 'submit'],
  ['bash -c \'bash -c "pytest"\'', 'test'],
];

const tools: readonly (readonly [string, unknown, string])[] = [
  ['str_replace_editor', { command: 'view', path: '/a' }, 'read'],
  ['str_replace_editor', { command: 'str_replace' }, 'edit'],
  ['str_replace_editor', { command: 'undo_edit' }, 'edit'],
  ['str_replace_editor', { command: 'create' }, 'edit'],
  ['str_replace_editor', null, 'other'],
  ['Bash', { command: 'pytest' }, 'test'],
  ['shell', { command: ['bash', '-lc', 'cd a && cat b'] }, 'read'],
  ['shell', { command: ['grep', 'a b', 'c'] }, 'search'],
  ['shell', { command: ['apply_patch', '*** Begin Patch'] }, 'edit'],
  ['exec_command', { cmd: 'ls' }, 'search'],
  ['bash', 'sed -i s/a/b/ c', 'edit'],
  ['bash', null, 'shell'],
  ['Read', {}, 'read'],
  ['mcp__files__read_file', {}, 'read'],
  ['functions.apply_patch', '', 'edit'],
  ['submit', {}, 'submit'],
  ['Task', {}, 'spawn'],
  ['constructor', {}, 'other'],
  ['__proto__', {}, 'other'],
];

describe('the kind of a call', () => {
  it.each(commands)('of the shell command %j is %s', (command, kind) => {
    expect(callKindOf('bash', { command })).toBe(kind);
  });

  it.each(tools)('of the tool %s with %j is %s', (name, args, kind) => {
    expect(callKindOf(name, args)).toBe(kind);
  });

  it('is said of any text', () => {
    const pieces = fc.array(
      fc.constantFrom("'", '"', '\\', '\n', '$(', ')', '<<', '>', '&', ';', 'sh -c ', 'EOF', ' a', '#'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((list) => list.join('')),
        ),
        (command) => {
          expect(typeof callKindOf('bash', { command })).toBe('string');
        },
      ),
    );
  });
});
