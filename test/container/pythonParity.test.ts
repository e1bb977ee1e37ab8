import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonJsonFault } from '../../src/core/run/agent/loop/pythonJsonFault';
import { readLoopConfig } from '../../src/core/run/agent/loop/readLoopConfig';
import { Template } from '../../src/core/run/agent/loop/template';
import { originalPython } from './originalMini';

interface Made {
  readonly files: Readonly<Record<string, string>>;
  readonly rendered: readonly (readonly [string, number, { readonly text?: string; readonly fault?: string }])[];
  readonly json: readonly (string | null)[];
}

const base = {
  ...{ system: 'Linux', release: '6', version: '#1', machine: 'x86_64', task: "do <b> & 'this' {{x}}\n" },
  ...{ finish_reason: 'stop', has_tool_calls: true, actions: [], error: "bad 'é' thing" },
  output: { output: 'x', returncode: 0, exception_info: '' },
};

const shown = (output: string, exception_info = '', returncode = 0) => ({
  output: { output, returncode, exception_info },
});

/** What templates are filled with: results of every kind, reasons for an end, a variable that is missing. */
const variables = [
  base,
  { ...base, ...shown('é😀ab\n'.repeat(3000), 'An error <x>', 1), finish_reason: 'length', has_tool_calls: false },
  { ...base, ...shown('tab\t"q" é😀\0\x7f\u2028 <&>\n', 'boom é', -1), finish_reason: null, actions: ['a', 'b'] },
  { ...base, ...shown(`${'a'.repeat(9998)}😀`), finish_reason: 'tool_calls', has_tool_calls: false, system: 'Darwin' },
  { ...base, ...shown(`${'a'.repeat(9999)}😀`), finish_reason: undefined },
];

const templates = [
  '{{ output }} {{ finish_reason }} {{ has_tool_calls }} {{ actions }}',
  '{{ output.output[2:-3] | trim | length }}|{{ error ~ finish_reason }}',
  '{% for key, value in output.items() -%}\n{{ loop.index }} {{ key }}\n{%- endfor %}\n\n',
  "{% if finish_reason in ['stop', none] %}{{ error | upper }}{% elif not actions %}-{% endif %}",
  '{%- raw -%} {{ x }} {%- endraw %} {# no #} {{- 7 // 2 }} {{ 7 / 2 }} {{ output.returncode == 0.0 }}',
];

/** Texts near to JSON. */
const texts = [
  ...fc.sample(fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u0a1-.eE tn\n😀'), maxLength: 12 }), {
    numRuns: 1500,
    seed: 6,
  }),
  ...fc.sample(
    fc
      .tuple(fc.json(), fc.nat(40), fc.constantFrom('', '"', '\\', ',', 'x'))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
    { numRuns: 1500, seed: 6 },
  ),
];

const render = (source: string, vars: object): string | null => {
  try {
    return Template.read('a template', source).render(vars as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
};

describe.skipIf(originalPython === null)('Python itself, given the same texts', () => {
  it("fills in templates alike, the original's own among them, and says the same of JSON", async () => {
    const input = JSON.stringify({ variables, templates, json: texts });
    const script = join(import.meta.dirname, 'originalTexts.py');
    const { stdout } = await execa(originalPython ?? '', [script], { input });
    const { files, rendered, json } = JSON.parse(stdout) as Made;
    expect(rendered.length).toBeGreaterThan(100);
    for (const [source, at, { text = null }] of rendered)
      expect(render(source, variables[at] ?? {}), source).toBe(text);
    const ours = texts.map(pythonJsonFault);
    // Python 3.13 says one fault otherwise.
    expect(ours).toEqual(json.map((words, at) => (words?.startsWith('Illegal trailing') ? ours[at] : words)));
    // One of them is laid over another and has no templates.
    for (const [name, content] of Object.entries(files))
      if (name !== 'swebench_modal.yaml') expect(readLoopConfig(content, name, name).config.id).toBe(name);
  });
});
