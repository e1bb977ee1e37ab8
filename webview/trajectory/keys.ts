import type { KeyHint } from '../kit/help';

/** The keys that the page's foot names. */
export const hints: readonly KeyHint[] = [
  ['J K', 'step'],
  ['⇧J ⇧K', 'turn'],
  ['N P', 'error'],
  ['E', 'edit'],
  ['T', 'test'],
  ['G ⇧G', 'ends'],
  ['F', 'list or step'],
  ['Space', 'fold'],
  ['/', 'find'],
  ['O', 'open file'],
  ['D', 'diff so far'],
  ['B', 'fork'],
  ['C', 'note'],
  ['Y', 'copy link'],
  ['W', 'raw'],
  ['M', 'mark'],
];

/** Every key of the page, for its list. */
export const allKeys: readonly KeyHint[] = [
  ['J, K', 'next and previous step'],
  ['Shift+J, Shift+K', 'next and previous turn: an agent takes the word after another one or a person'],
  ['N, P', 'next and previous step that failed'],
  ['E', 'next edit'],
  ['T', 'next test run'],
  ['G, Shift+G', 'first and last step'],
  ['F', 'from the list to the step and back'],
  ['Enter, Esc', 'in the list: to the step; in the step: back to the list'],
  ['M', 'sets or removes a bookmark'],
  ['.', 'stays at the last step of a file that grows, or not'],
  ['Space', 'folds the section at hand of the step, or unfolds it'],
  ['/, Ctrl+F', 'finds in all text of the trajectory; Esc closes'],
  ['F3, Shift+F3', 'next and previous match, in the find bar also Enter and Shift+Enter'],
  ['I', "what the step's model was given, or the step as read"],
  ['W', "the step's raw bytes, or the step as read"],
  ['O', "opens a file that the step touched: in the instance's own workspace, else as it stood then"],
  ['D', 'the diff so far: base against the files after the step'],
  ['B', 'forks: another run from the step on, with a hint, another reply or another model'],
  ['C', "begins a note in the step's document"],
  ['Y', 'copies a link to the step'],
  ['↑ ↓ PageUp PageDown Home End', 'in the list: steps; in the step: scroll'],
  ['?', 'this list'],
];
