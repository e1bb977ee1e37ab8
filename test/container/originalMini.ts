import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execa } from 'execa';

const run = promisify(execFile);

/** What of mini-swe-agent 2.4.6 the default agent needs: its model's library is heavy, and replies are scripted here. */
const packages = [
  'mini-swe-agent==2.4.6',
  'pydantic',
  'pydantic-core',
  'typing-extensions',
  'annotated-types',
  'typing-inspection',
  'jinja2',
  'markupsafe',
  'pyyaml',
  'platformdirs',
  'python-dotenv',
  'rich',
  'markdown-it-py',
  'mdurl',
  'pygments',
  'tenacity',
];

const folder = join(homedir(), '.cache', 'touchstone-test-mini', '2.4.6');

/** Made once and kept; half made it bears another name. */
const makePython = async (): Promise<string> => {
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  const making = `${folder}.${process.pid}`;
  mkdirSync(join(making, '..'), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', '--without-pip', making]);
    const { stdout } = await run(join(making, 'bin', 'python'), [
      '-c',
      'import site; print(site.getsitepackages()[0])',
    ]);
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', stdout.trim(), ...packages]);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return python;
};

/** The Python that has the original; else a reason, which is said. */
export const originalPython: string | null = await makePython().catch((error: unknown) => {
  console.warn(`Left out: mini-swe-agent 2.4.6 can't be installed by python3 and pip: ${String(error).slice(0, 300)}`);
  return null;
});

export interface OriginalMessage {
  readonly role: string;
  readonly content: unknown;
  readonly [further: string]: unknown;
}

/** What the original made of a scenario. */
export interface OriginalRun {
  readonly info: {
    readonly exit_status: string;
    readonly submission: string;
    readonly model_stats: { readonly instance_cost: number; readonly api_calls: number };
  };
  readonly messages: readonly OriginalMessage[];
  /** What each call of the model was asked with. */
  readonly asked: readonly { readonly messages: readonly unknown[]; readonly tools: unknown }[];
  /** Of its container's repository against base; absent without one. */
  readonly patch?: string;
}

/** Runs the original's own default agent on a scenario (see `originalMini.py`). */
export const runOriginal = async (python: string, scenario: object): Promise<OriginalRun> => {
  const script = join(import.meta.dirname, 'originalMini.py');
  const { stdout } = await execa(python, [script], { input: JSON.stringify(scenario) });
  return JSON.parse(stdout) as OriginalRun;
};
