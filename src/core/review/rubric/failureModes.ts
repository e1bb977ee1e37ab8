import type { Option } from './rubric';

const mode = (value: string, label: string, anchor: string): Option => ({
  value,
  label,
  anchor,
  key: null,
  counts: null,
});

/** The seven failure modes of SWE-Compass, with the anchors of the rubric `failure-analysis`. */
export const sweCompassModes: readonly Option[] = [
  mode(
    'RMI',
    'Requirement misinterpretation',
    "It worked towards a wrong target: wrong file, wrong cause, or a behaviour that wasn't asked for.",
  ),
  mode(
    'ISE',
    'Incomplete solution, side effects',
    'Right target and sound code, but a case is missing, only the symptom is treated, or something else broke.',
  ),
  mode(
    'TIE',
    'Tool invocation error',
    'The result is missing or unusable because calls, edits or the submission were malformed.',
  ),
  mode(
    'IAT',
    'Inadequate testing',
    "A slip that one check within reach shows at once, and the check wasn't made or its red result was passed over.",
  ),
  mode(
    'TKG',
    'Technical knowledge gap',
    'It misuses the language, a library, a protocol or a rule of the domain, and would do so again.',
  ),
  mode(
    'INF',
    'Infinite loop',
    'The same call and result at least three times, or to and fro between two states, until a limit or surrender.',
  ),
  mode('OTH', 'Other', 'Environment, harness or instance; or none of the above, with a note.'),
];
