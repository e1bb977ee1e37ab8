import { type Fields, listAt, numberAt } from '../../trajectory/fields';
import type { GatewayCall, GatewayProtocol } from '../gatewayCount';
import { type Opening, openingOf } from './opening';
import { ownWords } from './ownWords';

export interface AskedCall {
  readonly protocol: GatewayProtocol;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly askedModel: string;
}

export type CallRole = Pick<GatewayCall, 'role' | 'why'>;

interface MainTalk {
  readonly askedModel: string;
  readonly system: string;
  readonly task: string;
  readonly hasTools: boolean;
  /** Openings that were the main agent's: more than one once it was shortened. */
  readonly openings: readonly string[];
}

/** So few tokens hold no turn: agents ask so whether a key is good. */
const fewTokens = 16;

const titleWords = /\b(?:title|topic|summari[sz]e|summary|short name|branch name)\b/i;
const goesOnWords =
  /continued from a previous conversation|summary of (?:the|our) (?:conversation|work)|handoff summary/i;

const main = (why: string): CallRole => ({ role: 'main', why });
const side = (why: string): CallRole => ({ role: 'side', why });

const mostTokens = (body: Fields): number =>
  numberAt(body, 'max_tokens') ??
  numberAt(body, 'max_completion_tokens') ??
  numberAt(body, 'max_output_tokens') ??
  Number.POSITIVE_INFINITY;

/**
 * Tells an agent's turns from what it asks beside them: titles, summaries, sub-agents. The first conversation that
 * offers tools (of an agent that offers none: the first at all) is the main one, known by what was said before its
 * first reply. Each answer has its reason, which the record keeps.
 */
export class CallRoles {
  #main: MainTalk | null = null;

  roleOf(call: AskedCall): CallRole {
    const { protocol, body, headers, askedModel } = call;
    const said = ownWords(headers);
    if (said !== null) return side(said);
    if (mostTokens(body) <= fewTokens) return side(`asks for no more than ${fewTokens} tokens`);
    const opening = openingOf(protocol, body);
    const hasTools = listAt(body, 'tools').length > 0;
    if (
      !hasTools &&
      titleWords.test(`${opening.system.slice(0, 4000)}\n${opening.last.slice(0, 1000)}`) &&
      !this.#talks(opening)
    )
      return side('offers no tools and asks for a title or a summary');
    return this.#told(opening, hasTools, askedModel);
  }

  #talks(opening: Opening): boolean {
    return this.#main !== null && !this.#main.hasTools && this.#main.openings.includes(opening.user);
  }

  #told(opening: Opening, hasTools: boolean, askedModel: string): CallRole {
    const talk = this.#main;
    if (talk === null) return this.#begin(opening, hasTools, askedModel, 'the first conversation');
    if (hasTools && !talk.hasTools)
      return this.#begin(opening, hasTools, askedModel, 'offers tools, as no conversation before it did');
    if (askedModel !== talk.askedModel) return side(`asks for another model (${askedModel}) than the main agent`);
    if (!hasTools && talk.hasTools) return side('offers no tools, as the main agent does');
    if (talk.openings.includes(opening.user)) return main("the main agent's conversation");
    if (opening.system !== talk.system) return side("another system prompt than the main agent's: a sub-agent");
    return this.#continued(talk, opening);
  }

  #begin(opening: Opening, hasTools: boolean, askedModel: string, why: string): CallRole {
    const { system, task, user } = opening;
    this.#main = { askedModel, system, task, hasTools, openings: [user] };
    return main(why);
  }

  /** A conversation that was shortened begins anew, with the task or a summary of what was done in it. */
  #continued(talk: MainTalk, opening: Opening): CallRole {
    const task = talk.task.slice(0, 400);
    const goesOn = (task !== '' && opening.user.includes(task)) || goesOnWords.test(opening.user);
    if (!goesOn) return side('begins with another text than the main agent: a sub-agent');
    this.#main = { ...talk, openings: [...talk.openings, opening.user].slice(-8) };
    return main("the main agent's conversation, shortened");
  }
}
