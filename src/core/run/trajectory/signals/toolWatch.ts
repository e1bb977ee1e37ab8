import { answerOf, refusesEdit } from '../callAnswer';
import type { Step } from '../step';
import { measuredRates } from './measuredRates';
import { Evidence, type MeasuredRate, type Signal, type SignalFacts, type SignalWatch } from './signal';
import { thresholds } from './thresholds';

const missingCommand = /(?:command not found|: not found|is not recognized as an internal or external command)\s*$/m;
const knowledge =
  /^(?:\w+\.)*(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|NameError|SyntaxError|IndentationError)\b/m;

const tool = (name: string, text: string, { steps }: Evidence, measured: MeasuredRate | null): Signal => ({
  name,
  mode: 'TIE',
  // Strong for there being such errors, weak as the cause of a failure.
  strength: 'medium',
  text,
  steps,
  needs: null,
  measured,
});

/** Calls that were malformed or refused, and errors that tell of a library used wrongly. */
export class ToolWatch implements SignalWatch {
  private readonly format = new Evidence();
  private readonly unread = new Evidence();
  private readonly refused = new Evidence();
  private readonly missing = new Evidence();
  private readonly knowledge = new Evidence();

  take(step: Step): void {
    for (const notice of step.notices)
      if (notice.kind === 'format-error' || notice.kind === 'requery') this.format.add(step.idx);
    for (const [index, call] of step.calls.entries()) {
      if (call.parseError !== null) this.unread.add(step.idx);
      const answer = answerOf(step, index);
      if (answer === null) continue;
      // The message stands at the end, behind what the command printed.
      const end = answer.text.slice(-4000);
      if (call.kind === 'edit' && refusesEdit(answer) && !missingCommand.test(end)) this.refused.add(step.idx);
      if (missingCommand.test(end) && answer.exitCode !== 0) this.missing.add(step.idx);
      if ((call.kind === 'shell' || call.kind === 'test') && knowledge.test(end)) this.knowledge.add(step.idx);
    }
  }

  signals({ head }: SignalFacts): readonly Signal[] {
    const { format, unread, refused, missing } = this;
    const calls = head.totals.apiCalls;
    const share =
      calls === null || calls === 0
        ? ''
        : `, ${Math.round((format.count / calls) * 100)} % of its ${calls} calls of the model`;
    const found: Signal[] = [];
    if (format.count >= thresholds.formatErrors)
      found.push(tool('format-errors', `${format.count} replies could not be read${share}.`, format, null));
    if (unread.count > 0)
      found.push(tool('unread-arguments', `The arguments of ${unread.count} calls could not be read.`, unread, null));
    if (refused.count >= thresholds.refusedEdits)
      found.push(
        tool('refused-edits', `${refused.count} edits were refused.`, refused, measuredRates.editSyntaxErrors),
      );
    if (missing.count >= thresholds.missingCommands)
      found.push(tool('missing-commands', `${missing.count} commands were not there.`, missing, null));
    return [...found, ...this.knowledgeSignals()];
  }

  private knowledgeSignals(): readonly Signal[] {
    const { count, steps } = this.knowledge;
    if (count < thresholds.knowledgeErrors) return [];
    const text = `${count} runs ended in an error of import, attribute, type, name or syntax.`;
    const measured = measuredRates.errorObservations;
    return [{ name: 'knowledge-errors', mode: 'TKG', strength: 'weak', text, steps, needs: null, measured }];
  }
}
