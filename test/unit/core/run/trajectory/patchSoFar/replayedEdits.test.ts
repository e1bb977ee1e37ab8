import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyToText } from '../../../../../../src/core/patch/applyToText';
import { parsePatch } from '../../../../../../src/core/patch/parsePatch';
import { patchSoFar } from '../../../../../../src/core/run/trajectory/patchSoFar/patchSoFar';
import { callStep } from '../madeSteps';

const line = fc.constantFrom('a', 'b', 'c', '', '  d', '\te', '$1', '--- x', '+++ y', '@@');
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([l, end]) => l.join('\n') + (end ? '\n' : ''));
const path = fc.constantFrom('a', 'src/b', 'src/c d');

type Edit =
  | { readonly kind: 'write' | 'delete'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'replace' | 'insert';
      readonly path: string;
      readonly text: string;
      readonly from: number;
      readonly length: number;
    };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write' as const, 'delete' as const), path, text }),
  fc.record({
    kind: fc.constantFrom('replace' as const, 'insert' as const),
    path,
    text,
    from: fc.nat(40),
    length: fc.nat(20),
  }),
);

/** The call that makes the edit, and the text after it; null where the tool would refuse. */
const madeEdit = (before: string | null, each: Edit): readonly [string, unknown, string | null] | null => {
  if (each.kind === 'write') return ['Write', { file_path: each.path, content: each.text }, each.text];
  if (before === null) return null;
  if (!('from' in each)) return ['apply_patch', `*** Begin Patch\n*** Delete File: ${each.path}\n*** End Patch`, null];
  if (each.kind === 'insert') {
    const lines = before.split('\n');
    const after = Math.min(each.from, lines.length);
    lines.splice(after, 0, each.text);
    return [
      'file_editor',
      { command: 'insert', path: each.path, insert_line: after, new_str: each.text },
      lines.join('\n'),
    ];
  }
  const old = before.slice(each.from, each.from + each.length);
  if (old === '' || before.indexOf(old) !== before.lastIndexOf(old)) return null;
  const next = before.slice(0, each.from) + each.text + before.slice(each.from + each.length);
  return ['Edit', { file_path: each.path, old_string: old, new_string: each.text }, next];
};

describe('edits replayed over the base commit', () => {
  it('give the same files as when made directly, and a patch that leads there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(path, text), fc.array(edit, { maxLength: 15 }), async (base, edits) => {
        const files = new Map<string, string | null>(Object.entries(base));
        const steps = edits.flatMap((each, index) => {
          const made = madeEdit(files.get(each.path) ?? null, each);
          if (made === null) return [];
          files.set(each.path, made[2]);
          return [callStep(index + 1, made[0], made[1])];
        });
        const baseFile = async (name: string) => (Object.hasOwn(base, name) ? (base[name] ?? null) : null);
        const found = await patchSoFar(steps, { baseFile, root: '/r' });
        const changed = [...files].filter(([name, now]) => now !== (base[name] ?? null));
        expect(found.source).toBe('replayed');
        expect(new Map(found.files)).toEqual(new Map(changed));
        const patched = parsePatch(found.patch).files.map((file) => {
          const name = file.newPath ?? file.oldPath ?? '';
          const applied = applyToText(base[name] ?? null, file);
          return [name, applied.ok ? applied.value.text : applied.error.reason];
        });
        expect(Object.fromEntries(patched)).toEqual(Object.fromEntries(changed));
      }),
    );
  });

  it('give the same text by the chunks of an apply_patch body', async () => {
    const numbered = fc.array(fc.nat(3), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(numbered, async (choices) => {
        const before = choices.map((_, index) => `line ${index}\n`).join('');
        const after = choices
          .map((choice, index) => [`line ${index}\n`, '', `new ${index}\n`, `line ${index}\nmore\n`][choice])
          .join('');
        if (before === after || after === '') return;
        const hunks = structuredPatch('f', 'f', before, after, '', '', { context: 1 }).hunks;
        const body = hunks.flatMap((hunk) => ['@@', ...hunk.lines]).join('\n');
        const patch = `*** Begin Patch\n*** Update File: f\n${body}\n*** End Patch`;
        const found = await patchSoFar([callStep(1, 'apply_patch', patch)], {
          baseFile: async () => before,
          root: null,
        });
        expect(found.files.get('f')).toBe(after);
      }),
    );
  });

  it('give a patch also where a file differs in very many lines', async () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}\n`).join('');
    const baseFile = async () => lines('old');
    const found = await patchSoFar([callStep(1, 'Write', { file_path: 'f', content: lines('new') })], {
      baseFile,
      root: null,
    });
    const [file] = parsePatch(found.patch).files;
    expect(file && applyToText(lines('old'), file)).toMatchObject({ ok: true, value: { text: lines('new') } });
    expect(found.patch).toContain('\n@@ -1,5000 +1,5000 @@\n');
  });

  it('never throw, whatever the arguments are', async () => {
    const tool = fc.constantFrom('Edit', 'MultiEdit', 'apply_patch', 'str_replace_editor', 'edit', 'create', 'shell');
    const args = fc.oneof(
      fc.json().map((json) => JSON.parse(json) as unknown),
      fc.dictionary(
        fc.constantFrom('path', 'command', 'old_str', 'edits', 'changes', 'input', 'arguments', 'file_path', 'content'),
        fc.oneof(
          fc.string(),
          fc.constantFrom('insert', 'undo_edit', 'create', '*** Begin Patch\n*** End Patch'),
          fc.array(fc.anything({ maxDepth: 1 })),
          fc.integer(),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(tool, args), { maxLength: 4 }), async (calls) => {
        const steps = calls.map(([name, value], index) => {
          const step = callStep(index + 1, name, null);
          return { ...step, calls: step.calls.map((call) => ({ ...call, kind: 'edit' as const, args: value })) };
        });
        const found = await patchSoFar(steps, { baseFile: async () => 'a\n', root: null });
        expect(['replayed', 'approximate', 'unknown']).toContain(found.source);
      }),
    );
  });
});
