import { join } from 'node:path';
import { readDataset } from '../../src/app/readDataset';
import { checkedRowHash } from '../../src/core/evaluation/check/checkedRow';
import type { DatasetCheck } from '../../src/core/evaluation/check/datasetCheck';
import type { DefectKind } from '../../src/core/evaluation/check/defect';
import { observedLists } from '../../src/core/evaluation/check/listDifferences';
import { checksText } from '../../src/core/evaluation/check/readChecks';
import type { Instance } from '../../src/core/instance/instance';
import { defaultLimits } from '../../src/core/run/container/limits';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { sha256 } from '../../src/io/store/sha256';
import type { TempFolder } from './tempFolder';

/** A check of an instance as it stands, with these defects; each cites line 3 of gold's log. */
export const checkOf = (instance: Instance, kinds: readonly DefectKind[] = []): DatasetCheck => ({
  schema: 'touchstone-dataset-check/1',
  dataset: 'd',
  instanceId: instance.id,
  rowSha256: checkedRowHash(instance, sha256),
  goldSha256: null,
  testSha256: null,
  rules: 'swebench-v5',
  engine: null,
  image: null,
  limits: defaultLimits,
  timeoutSeconds: 60,
  repeats: 3,
  base: { outcomes: [{ kind: 'unresolved', reason: 'tests' }], testSeconds: [1], folders: [] },
  gold: { outcomes: [{ kind: 'resolved' }], testSeconds: [1], folders: [] },
  observed: observedLists([], []),
  defects: kinds.map((kind) => ({
    kind,
    words: `It ${kind}.`,
    evidence: [
      {
        side: 'gold' as const,
        repeat: 2,
        folder: `logs/run_evaluation/check-d.r2/gold/${instance.id}`,
        line: 3,
        test: 'keeps',
        text: null,
      },
    ],
    more: 0,
  })),
  notSeen: [],
  at: '2026-03-01T10:00:00Z',
});

/** Writes `checks/d.jsonl` for the rows of `d.jsonl` that are named, with their defects. */
export const writeChecks = async (
  folder: TempFolder,
  defects: Readonly<Record<string, readonly DefectKind[]>>,
): Promise<void> => {
  const { instances } = await readDataset(nodeFiles, join(folder.path, 'd.jsonl'));
  const checked = instances.filter(({ id }) => Object.hasOwn(defects, id));
  folder.write('checks/d.jsonl', checksText(checked.map((instance) => checkOf(instance, defects[instance.id]))));
};
