import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import esbuild, { type BuildOptions } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

interface Bundle {
  readonly name: string;
  readonly options: BuildOptions;
}

describe('the programs are built apart', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'touchstone-bundles-'));
  let bundles: ReadonlyMap<string, Bundle>;
  beforeAll(async () => {
    const file = path.join(root, 'scripts', 'bundles.mjs');
    const all: readonly Bundle[] = (await import(file)).bundles();
    bundles = new Map(all.map((bundle) => [bundle.name, bundle]));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Builds a source text with the options of one of our programs. */
  const build = async (program: string, source: string) => {
    const options = bundles.get(program)?.options ?? {};
    const { entryPoints: _entries, outfile: _outfile, ...rest } = options;
    const stdin = { contents: source, resolveDir: root, loader: 'ts' } as const;
    return esbuild.build({ ...rest, stdin, outfile: path.join(folder, `${program}.js`), logLevel: 'silent' });
  };

  it.each(['cli', 'server', 'worker'])('%s: an import of vscode fails the build', async (program) => {
    await expect(build(program, "import * as vscode from 'vscode'; vscode.env;")).rejects.toThrow(/vscode/);
  });

  it('extension: vscode comes from the host', async () => {
    await expect(build('extension', "import * as vscode from 'vscode'; vscode.env;")).resolves.toBeDefined();
  });

  it('a heavy package is read when its module is first used, not before', async () => {
    const heavy = "console.log('first'); import('./heavy').then(({ made }) => console.log(made));";
    fs.writeFileSync(
      path.join(folder, 'heavy.ts'),
      "import Docker from 'dockerode'; export const made = new Docker();",
    );
    fs.writeFileSync(path.join(folder, 'docker.js'), "console.log('loaded'); exports.dockerode = class { is = 1 };");
    await build('cli', heavy.replace('./heavy', path.join(folder, 'heavy')));
    const output = execFileSync(process.execPath, [path.join(folder, 'cli.js')], { encoding: 'utf8' });
    expect(output.split('\n').slice(0, 2)).toEqual(['first', 'loaded']);
  });

  it('docker: the library comes without its own ssh and BuildKit, and says so where one is asked for', async () => {
    const file = path.join(folder, 'library.js');
    const { metafile } = await esbuild.build({ ...bundles.get('docker')?.options, outfile: file });
    const stacks = Object.keys(metafile?.inputs ?? {}).filter((name) => /ssh2|grpc|protobuf|cpu-features/.test(name));
    expect(stacks.every((name) => name.startsWith('unused:'))).toBe(true);
    const { dockerode: Library } = await import(file);
    await expect(new Library({ protocol: 'ssh', host: 'far' }).ping()).rejects.toThrow('ssh2 is no part of');
  });
});
