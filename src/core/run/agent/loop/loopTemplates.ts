import { type ActionFinder, readActionRegex } from './actionRegex';
import type { LoopConfig } from './loopConfig';
import { Template } from './template';

/** A loop's settings, read: nothing of them can be wrong any more but a variable that is missing. */
export interface LoopTemplates {
  readonly system: Template;
  readonly instance: Template;
  readonly observation: Template;
  readonly formatError: Template;
  readonly find: ActionFinder;
}

/** Reads templates and pattern. Throws InputFault that names the one at fault. */
export const readLoopTemplates = (config: LoopConfig): LoopTemplates => ({
  system: Template.read('system_template', config.systemTemplate),
  instance: Template.read('instance_template', config.instanceTemplate),
  observation: Template.read('observation_template', config.observationTemplate),
  formatError: Template.read('format_error_template', config.formatErrorTemplate),
  find: readActionRegex(config.actionRegex, 'action_regex'),
});
