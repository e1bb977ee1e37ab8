import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** File, one import in it, and the rule that must object; null where the import is allowed. */
const planted: readonly (readonly [string, string, string | null])[] = [
  ['src/core/patch/a.ts', "import fs from 'node:fs'; fs;", 'core-no-node'],
  ['src/core/patch/b.ts', "import Docker from 'dockerode'; Docker;", 'docker-in-io'],
  ['src/io/providers/aa.ts', "import OpenAI from 'openai'; OpenAI;", 'model-sdks-in-io'],
  ['src/io/providers/ab.ts', "import { ask } from './openAi/ask'; ask;", 'models-on-demand'],
  ['src/io/providers/ac.ts', "export const load = () => import('./openAi/ask');", null],
  ['src/core/patch/c.ts', "import { z } from 'zod'; z;", 'zod-mini'],
  ['src/core/patch/d.ts', "import { later } from '../run/later'; later;", 'core-order-patch'],
  ['src/core/patch/e.ts', "import { useCase } from '../../app/useCase'; useCase;", 'core-only-core'],
  ['src/core/run/f.ts', "import { early } from '../patch/early'; early;", null],
  ['src/app/g.ts', "import { disk } from '../io/files/disk'; disk;", 'app-only-core'],
  ['src/app/h.ts', "import { execa } from 'execa'; execa;", 'app-packages'],
  ['src/io/files/i.ts', "import { useCase } from '../../app/useCase'; useCase;", 'io-below-app'],
  ['src/cli/j.ts', "import { view } from '../editor/view'; view;", 'programs-apart'],
  ['src/cli/k.ts', "import * as vscode from 'vscode'; vscode;", 'vscode-in-editor'],
  ['src/cli/l.ts', "import { engine } from '../io/docker/engine'; engine;", 'docker-on-demand'],
  ['src/cli/m.ts', "export const load = () => import('../io/docker/engine');", null],
  ['src/editor/n.ts', "import * as vscode from 'vscode'; vscode;", null],
  ['src/editor/o.ts', "import { x } from 'vscode-languageclient/node'; x;", 'languageclient-in-editor'],
  ['webview/instance/p.ts', "import { disk } from '../../src/io/files/disk'; disk;", 'webview-rooms'],
  ['webview/instance/q.ts', "import fs from 'node:fs'; fs;", 'webview-no-node'],
  ['src/core/patch/r.ts', "import { s } from './s'; export const r = s;", 'no-circles'],
];

const targets: Readonly<Record<string, string>> = {
  'src/core/patch/early.ts': 'export const early = 1;',
  'src/core/patch/s.ts': "import { r } from './r'; export const s = r;",
  'src/core/run/later.ts': 'export const later = 1;',
  'src/app/useCase.ts': 'export const useCase = 1;',
  'src/io/files/disk.ts': 'export const disk = 1;',
  'src/io/docker/engine.ts': 'export const engine = 1;',
  'src/io/providers/openAi/ask.ts': 'export const ask = 1;',
  'src/editor/view.ts': 'export const view = 1;',
};

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

describe('the rules for imports bite', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'touchstone-rules-'));
  const violations = new Map<string, string[]>();

  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };

  const cruise = (): Cruise => {
    const program = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
    const config = path.join(root, '.dependency-cruiser.cjs');
    const args = [program, '--config', config, '--output-type', 'json', 'src', 'webview'];
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }));
  };

  beforeAll(() => {
    for (const [file, text] of planted) write(file, text);
    for (const [file, text] of Object.entries(targets)) write(file, text);
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const { from, rule } of cruise().summary.violations)
      violations.set(from, [...(violations.get(from) ?? []), rule.name]);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it.each(planted)('%s: %s', (file, _text, rule) => {
    const found = violations.get(file) ?? [];
    if (rule === null) expect(found).toEqual([]);
    else expect(found).toContain(rule);
  });
});
