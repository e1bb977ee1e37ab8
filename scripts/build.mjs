// Builds dist/. `--production` minifies and holds the size budgets; `--watch` rebuilds on change.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { bundles, metaFolder, root } from './bundles.mjs';

const { values } = parseArgs({
  options: { production: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
});

const withMode = (options) =>
  values.production ? { ...options, minify: true } : { ...options, sourcemap: 'linked', sourcesContent: false };

const outputFile = (bundle) => path.join(root, bundle.options.outfile);

const keepMetafile = (bundle, metafile) => {
  const file = path.join(metaFolder, `${bundle.name.replaceAll('/', '-')}.json`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(metafile));
};

/** Prints one bundle's size; true where it is over its budget. Only minified files are measured against budgets. */
const reportSize = (bundle) => {
  const { size } = fs.statSync(outputFile(bundle));
  const measured = bundle.budget !== null && (values.production || bundle.options.minify === true);
  const over = measured && size > bundle.budget;
  const limit = bundle.budget === null ? '' : ` of ${bundle.budget / 1024}${measured ? '' : ' when minified'}`;
  console.log(
    `${bundle.name.padEnd(22)} ${(size / 1024).toFixed(1).padStart(7)} KiB${limit}${over ? '  OVER BUDGET' : ''}`,
  );
  return over;
};

const buildOne = async (bundle) => {
  const { metafile } = await esbuild.build(withMode(bundle.options));
  keepMetafile(bundle, metafile);
  if (bundle.executable) fs.chmodSync(outputFile(bundle), 0o755);
};

const watchOne = async (bundle) => {
  const context = await esbuild.context({ ...withMode(bundle.options), logLevel: 'info' });
  await context.watch();
};

const all = bundles();

if (values.watch) {
  await Promise.all(all.map(watchOne));
} else {
  const results = await Promise.allSettled(all.map(buildOne));
  const failed = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failed) if (!reason.errors) console.error(reason);
  if (failed.length > 0) process.exit(1);
  const over = all.map(reportSize).filter(Boolean);
  if (over.length > 0) process.exit(1);
}
