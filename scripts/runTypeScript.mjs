// Runs one TypeScript file of the tooling: bundles it to out/scripts (packages stay outside) and imports it.
// `node scripts/runTypeScript.mjs FILE [ARGUMENTS...]`; the arguments are the file's own.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { root } from './bundles.mjs';

const [, , file, ...rest] = process.argv;
if (!file) throw new Error('Name the TypeScript file to run.');
const outfile = path.join(root, 'out', 'scripts', `${path.basename(file, '.ts')}.mjs`);
await esbuild.build({
  entryPoints: [path.resolve(file)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
});
process.argv = [process.argv[0], outfile, ...rest];
await import(pathToFileURL(outfile).href);
