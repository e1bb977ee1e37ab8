import type { FindingKind } from './finding';

const fromGit = 'Take the file back from git: "git log -p -- <file>" shows who changed it and when';

/** For each kind: which events still stand, and what to do. Said once for each kind that was found. */
export const findingAdvice: Readonly<Record<FindingKind, string>> = {
  edited: `Events before it stand. ${fromGit}; the verdict in the edited event is not what the rater said.`,
  reordered: `Every event stands; their order in the file is not the one in which they were written. ${fromGit}.`,
  inserted: `All other events stand. What was inserted is no word of this rater's program: don't count it. ${fromGit}.`,
  removed: `The events that are there stand. What is gone is not here to be counted. ${fromGit}.`,
  forked:
    'Both branches stand, and nothing is lost: one device wrote on two branches or in two clones. Where two verdicts stand on one item, choose with "touchstone resolve".',
  'duplicate-seq': `Both events stand. Two lines carry one number: a copied line counts once. ${fromGit}.`,
  torn: 'All whole events stand; the cut one was never reported as saved. Nothing to do: the next event begins a new line.',
  unreadable: `The other events stand. The line is no event of Touchstone; often a merge left its marks in the file. ${fromGit}.`,
  version: 'The other events stand. Install the newer Touchstone that wrote it; until then it is not counted.',
  'wrong-file':
    'The events stand as what they say of themselves. Give the file its old name: .touchstone/<study>/events/<rater>/<device>.jsonl.',
  'text-changed': `The event and its answers stand; the words beside it are not shown. ${fromGit}.`,
  'text-missing':
    'The event and its answers stand. Take the file back from git, or say that it is gone: "touchstone erase <text>".',
  'text-kept':
    'The events stand. The words came back, most likely by a merge: erase them once more with "touchstone erase <text>".',
  'chain-missing':
    'The checkpoint stands, and proves that the file was there. Take it back from git or from its rater.',
  cut: 'The events that are there may be whole, or another chain. Take the file back from git or from its rater; the checkpoint says where it stood.',
  'rubric-changed':
    "Every verdict stands, under the text that it was given with. Raise the rubric's version (a major one where scale or options changed), or take the old text back; figures pool one major version alone.",
  'dataset-check': 'Verdicts stand. Run "touchstone evaluate --check", or take the requirement out of the study file.',
};
