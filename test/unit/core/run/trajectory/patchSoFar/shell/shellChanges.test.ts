import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { patchSoFar } from '../../../../../../../src/core/run/trajectory/patchSoFar/patchSoFar';
import { callStep } from '../../madeSteps';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-shell-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
/** So deep that no script leaves the scratch folder by `cd ..`. */
const deep = join(scratch, '1', '2', '3', '4', '5', '6');
mkdirSync(deep, { recursive: true });

type Files = Readonly<Record<string, string>>;

const base: Files = {
  'src/a.js': "const a = 1;\nlet b = 'two';\n\n// a.b c/d\nexport { a, b };\n",
  'src/no end.js': 'one\ntwo',
  'doc/list.txt': 'x\ny\nx y x\n[z]*\n$HOME ^up\n',
};

const readTree = (root: string, below = ''): Record<string, string> => {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(files, readTree(root, path));
    else files[path] = readFileSync(join(root, path), 'utf8');
  }
  return files;
};

/** What a real shell makes of the script: the files that differ from base, what it printed, its exit code. */
const inShell = (script: string) => {
  const folder = mkdtempSync(join(deep, 'tree-'));
  for (const [path, text] of Object.entries(base)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  let [text, exitCode] = ['', 0];
  try {
    text = execFileSync('bash', ['-c', `exec 2>&1; ${script}`], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const ended = error as { readonly stdout: string; readonly status: number };
    [text, exitCode] = [ended.stdout, ended.status];
  }
  const after = readTree(folder);
  rmSync(folder, { recursive: true, force: true });
  const changed = new Map<string, string | null>();
  for (const path of new Set([...Object.keys(base), ...Object.keys(after)]))
    if (base[path] !== after[path]) changed.set(path, after[path] ?? null);
  return { changed, text, exitCode };
};

const follow = (script: string, answer: { readonly text: string; readonly exitCode: number }) =>
  patchSoFar([callStep(1, 'bash', { command: script }, answer)], {
    baseFile: async (path) => base[path] ?? null,
    baseBelow: async (path) => Object.keys(base).filter((each) => each === path || each.startsWith(`${path}/`)),
    root: null,
    freshShell: true,
  });

/** Follows what a real shell did; where it is called exact, the files must be the shell's. Gives whether it is. */
const compare = async (script: string): Promise<boolean> => {
  const { changed, ...answer } = inShell(script);
  const { files, source, inexactFrom } = await follow(script, answer);
  if (source !== 'replayed' || inexactFrom !== null) return false;
  expect(new Map([...files].sort())).toEqual(new Map([...changed].sort()));
  return true;
};

describe('shell commands that say all that they do', () => {
  it.each([
    "cat > new.js <<'EOF'\nconst $x = `y`;\n\\n 'q'\nEOF",
    "cat <<'EOF' > src/a.js\nwhole\nEOF\necho done",
    'cat <<EOF >> src/a.js\nplain \\$5 \\\\ line\nEOF',
    "cat <<-'END' > t.txt\n\t\ttabs go\n\tEND",
    "tee src/a.js <<'EOF'\nteed\nEOF",
    "cat <<'EOF' | tee -a src/a.js > /dev/null\nmore\nEOF".replace(' > /dev/null', ''),
    'echo "one two" > out.txt && echo three >> out.txt',
    "printf '%s\\n' a 'b c' > out.txt",
    "printf 'x\\ty %%\\n' > out.txt",
    "sed -i 's/const a = 1/const a = 2/' src/a.js",
    "sed -i 's|c/d|e\\tf|g; s/two/three/' src/a.js",
    "sed -i -e '2d' -e '$d' src/a.js",
    "sed -i '2,3d' src/a.js && sed -i '1i\\    first' src/a.js",
    "sed -i '/^export/d' src/a.js",
    "sed -i '3a added line' src/a.js",
    "sed -i '1c changed' src/a.js",
    "sed -i 's/x/[&]/g' doc/list.txt",
    "sed -i 's/\\[z\\]\\*/{1}|+?/' doc/list.txt",
    "sed -i 's/\\$HOME \\^up/gone/' doc/list.txt",
    "sed -i -E 's/x.*x/\\//' doc/list.txt",
    "sed -i 's/one/1\\n2/' 'src/no end.js'",
    "sed -i '$d' 'src/no end.js'",
    "sed -i 's/o$/O/' 'src/no end.js'",
    'rm src/a.js',
    'rm -rf src && mkdir src && touch src/empty.js',
    'rm -f not-there.txt',
    'mv src/a.js src/b.js',
    'cp src/a.js src/a.js.bak && rm src/a.js',
    "cd src && sed -i 's/two/2/' a.js && cd .. && echo hi > hi.txt",
    "cd src\ncat > c.js <<'EOF'\nc\nEOF",
    "echo '#!/bin/sh' > run.sh; true",
    "cat > /tmp/touchstone-x.py <<'E'\nprint(1)\nE\npython3 /tmp/touchstone-x.py; rm /tmp/touchstone-x.py; echo a > b.txt",
    "grep -n two src/a.js; sed -i 's/two/2/' src/a.js",
    'X=1 true; # a comment\necho a > b.txt',
    "git apply <<'EOF'\ndiff --git a/src/a.js b/src/a.js\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 9;\n let b = 'two';\nEOF",
  ])('%s', async (script) => {
    expect(await compare(script)).toBe(true);
  });
});

describe('shell commands that leave something open', () => {
  it.each([
    "echo '#!/bin/sh' > run.sh; chmod +x run.sh; ./run.sh",
    'sed -i "s/two/$X/" src/a.js',
    "sed -i 's/\\(two\\)/\\1/' src/a.js",
    "sed -i 's/two/2/' src/*.js",
    'for f in src/a.js; do echo x > $f; done',
    'cat <<EOF > a.txt\n$HOME\nEOF',
    'cat <<EOF > a.txt\n`date`\nEOF',
    'echo "a\\nb" > a.txt',
    'python3 - <<EOF\nopen("src/a.js", "w").write("x")\nEOF',
    'if true; then rm src/a.js; fi',
    '(cd src; rm a.js)',
    "grep -q nothing src/a.js && sed -i 's/two/2/' src/a.js; true",
    "sed -i 's/two/2/' src/absent.js; true",
    'echo x > absent/a.txt; true',
    'sort src/a.js > src/b.js; sort doc/list.txt > src/a.js',
    'false || rm src/a.js',
    'perl -pi -e s/two/2/ src/a.js',
  ])('%s', async (script) => {
    expect(await compare(script)).toBe(false);
  });

  it('a relative path in a shell that is kept from call to call', async () => {
    const step = callStep(1, 'bash', { command: 'echo x > a.txt' }, { text: '', exitCode: 0 });
    const { source } = await patchSoFar([step], { baseFile: async () => null, root: '/repo' });
    expect(source).toBe('unknown');
  });

  it('a command that was ended by its time limit, where edits stand behind a program', async () => {
    const killed = { text: '', exitCode: -1, timedOut: true };
    const { source } = await follow('node wait.js\necho x > a.txt\nsleep 9', killed);
    expect(source).toBe('unknown');
  });
});

const word = fc.constantFrom(
  'a',
  'b two',
  '1',
  ';',
  "let b = 'two'",
  'x',
  '.',
  '$',
  '*',
  '[',
  '\\',
  '&',
  '|',
  '#',
  '//',
);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const path = fc.constantFrom(
  'src/a.js',
  'doc/list.txt',
  'new.txt',
  "'src/no end.js'",
  'src/new dir'.replace(' dir', '.js'),
);
const piece = fc.constantFrom(
  'a',
  'x',
  'y',
  '.',
  '*',
  '[',
  ']',
  '^',
  '$',
  '\\',
  '/',
  '&',
  '\\.',
  '\\/',
  '\\n',
  '\\t',
  '+',
  '(',
  ' ',
);
const expression = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const address = fc.constantFrom('', '1', '2,3', '$', '2,$', '/x/', '/^y/');
const sedScript = fc.oneof(
  fc
    .tuple(address, expression, expression, fc.constantFrom('', 'g'))
    .map(([at, from, to, flag]) => `${at}s/${from}/${to}/${flag}`),
  address.map((at) => `${at}d`),
  fc
    .tuple(fc.constantFrom('1', '$', '/x/'), fc.constantFrom('i', 'a', 'c'), fc.constantFrom(' ', '\\', '\\  '), word)
    .map((parts) => parts.join('')),
);

const command = fc.oneof(
  fc
    .tuple(path, fc.array(word, { maxLength: 3 }))
    .map(([to, lines]) => `cat > ${to} <<'EOF'\n${lines.join('\n')}\nEOF`),
  fc.tuple(path, fc.array(word, { maxLength: 3 })).map(([to, lines]) => `cat <<EOF >> ${to}\n${lines.join('\n')}\nEOF`),
  fc.tuple(word, path).map(([text, to]) => `echo ${quoted(text)} > ${to}`),
  fc.tuple(word, path).map(([text, to]) => `printf ${quoted(text)} >> ${to}`),
  fc.tuple(sedScript, path).map(([script, of]) => `sed -i ${quoted(script)} ${of}`),
  fc.tuple(sedScript, path).map(([script, of]) => `sed -i -E ${quoted(script)} ${of}`),
  path.map((of) => `rm ${of}`),
  path.map((of) => `touch ${of}`),
  fc.tuple(path, path).map(([from, to]) => `mv ${from} ${to}`),
  fc.tuple(path, path).map(([from, to]) => `cp ${from} ${to}`),
  fc.constantFrom('cd src', 'cd ..', 'cd absent', 'true', 'false', 'grep -q x doc/list.txt', 'ls src', 'echo hi'),
);

const script = fc
  .array(fc.tuple(command, fc.constantFrom('\n', ' && ', '; ', ' || ')), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    parts
      .map(([text, join_]) => (text.includes('EOF') ? `${text}\n` : `${text}${join_}`))
      .join('')
      .replace(/(?: && | \|\| |; |\n)$/, '\n'),
  );

it('a script whose effect is called exact did just that in a real shell', async () => {
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(script, async (text) => {
      if (await compare(text)) exact++;
    }),
    { numRuns: 300 },
  );
  expect(exact).toBeGreaterThan(20);
}, 120_000);
