import { type Fields, fieldsAt, isFields, valueAt } from '../../trajectory/fields';
import type { GatewayProtocol } from '../gatewayCount';
import { parsedJson, withFields } from '../gatewayJson';
import { withoutHosted } from './hostedTools';
import { fetchesAddress } from './remoteContent';

/** A request of an agent, read. */
export interface AskedBody {
  readonly text: string;
  readonly body: Fields;
  readonly stream: boolean;
  readonly askedModel: string;
}

/** Reads a request's body; a text says what is wrong with it. */
export const readAskedBody = (text: string): AskedBody | string => {
  const body = parsedJson(text);
  if (!isFields(body)) return 'The body has to be a JSON object.';
  const conversation = [body['messages'], body['input'], body['system']];
  if (fetchesAddress(conversation))
    return 'The request names an address that the provider would fetch. Nothing outside of the sandbox can be reached; send the content itself.';
  const model = body['model'];
  return {
    text,
    body,
    stream: body['stream'] === true,
    askedModel: typeof model === 'string' ? model.slice(0, 200) : '',
  };
};

export interface PreparedBody {
  readonly text: string;
  readonly notes: readonly string[];
  /** The agent didn't ask for the chunk with the usage: it has to be taken out of the stream. */
  readonly dropUsageChunk: boolean;
}

const streamOptions = (body: Fields): Fields => ({ ...fieldsAt(body, 'stream_options'), include_usage: true });

/**
 * The request as it goes to a provider that speaks the agent's protocol: the run's model and parameters set, what leads
 * elsewhere taken out, the usage of a chat stream asked for. All else stays as the agent wrote it.
 */
export const preparedBody = (
  protocol: GatewayProtocol,
  { text, body, stream }: AskedBody,
  model: string,
  params: Fields,
): PreparedBody => {
  const hosted = withoutHosted(protocol, body);
  const changes = new Map<string, unknown>([...hosted.changes, ...Object.entries(params), ['model', model]]);
  const wantsUsage = valueAt(body, 'stream_options', 'include_usage') === true;
  const asksUsage = protocol === 'chat' && stream && !wantsUsage;
  if (asksUsage) changes.set('stream_options', streamOptions(body));
  return { text: withFields(text, changes), notes: hosted.notes, dropUsageChunk: asksUsage };
};
