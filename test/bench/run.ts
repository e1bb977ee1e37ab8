// Runs every bench or those whose name holds one of the arguments; one line each. Exit code 1 where a claim is broken.
import { activation } from './activation.bench';
import type { Bench } from './bench';
import { bundleSize } from './bundleSize.bench';
import { container } from './container.bench';
import { explorer } from './explorer.bench';
import { gateway } from './gateway.bench';
import { grading } from './grading.bench';
import { gradingMemory } from './gradingMemory.bench';
import { languageServer } from './languageServer.bench';
import { listing } from './listing.bench';
import { loopTurn } from './loop.bench';
import { opening } from './opening.bench';
import { patchComparison, patchParsing } from './patch.bench';
import { modelRuns } from './runModel.bench';
import { sessions } from './session.bench';
import { trajectoryIndexing } from './trajectory.bench';
import { trajectoryFind } from './trajectoryFind.bench';
import { trajectoryOpening } from './trajectoryOpening.bench';
import { verdicts } from './verdict.bench';
import { workers } from './workers.bench';
import { workspace } from './workspace.bench';

const benches: readonly Bench[] = [
  bundleSize,
  activation,
  listing,
  ...explorer,
  opening,
  patchParsing,
  patchComparison,
  workspace,
  container,
  workers,
  ...sessions,
  loopTurn,
  modelRuns,
  gateway,
  gradingMemory,
  ...grading,
  ...verdicts,
  ...trajectoryIndexing,
  ...trajectoryOpening,
  trajectoryFind,
  ...languageServer,
];

const runOne = async ({ name, limit, measure }: Bench): Promise<boolean> => {
  const result = await measure();
  if ('leftOut' in result) {
    console.log(`${name}: left out: ${result.leftOut}`);
    return true;
  }
  const { ours, against, unit, meaning } = result;
  const ratio = ours / against;
  const held = limit === null || ratio <= limit;
  const figures = `${ours.toFixed(1)} ${unit} / ${against.toFixed(1)} ${unit} (${meaning})`;
  const claim = limit === null ? '' : `, at most ${Number(limit.toFixed(2))}`;
  console.log(
    `${limit === null ? 'told  ' : held ? 'holds ' : 'BROKEN'} ${name}: ${ratio.toFixed(2)}${claim}: ${figures}`,
  );
  return held;
};

const wanted = process.argv.slice(2);
const chosen = benches.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
let broken = 0;
for (const bench of chosen) if (!(await runOne(bench))) broken++;
process.exitCode = broken > 0 ? 1 : 0;
