import { type Fields, isFields, listAt, textAt } from '../../trajectory/fields';
import type { GatewayProtocol } from '../gatewayCount';

/**
 * Tools that run at the provider. They would lead out of a sandbox without network (to the fix itself, on the web), so
 * that only tools go on whose calls come back to the agent. By what a name begins with, for versions follow it.
 */
const hosted = [
  'web_search',
  'web_fetch',
  'code_execution',
  'code_interpreter',
  'file_search',
  'image_generation',
  'computer_use_preview',
  'mcp',
  'x_search',
  'url_context',
  'google_search',
];

const isHosted = (tool: unknown): boolean => {
  const type = textAt(tool, 'type');
  return type !== null && hosted.some((name) => type === name || type.startsWith(`${name}_`));
};

/** Fields that give the provider something else to do: search, other models, other servers, work that goes on by itself. */
const strayFields: Readonly<Record<GatewayProtocol, readonly string[]>> = {
  chat: ['web_search_options', 'plugins', 'models', 'route', 'fallbacks'],
  responses: ['background', 'models', 'plugins', 'fallbacks'],
  anthropic: ['mcp_servers', 'container', 'models', 'fallbacks'],
};

export interface BodyChanges {
  readonly changes: ReadonlyMap<string, unknown>;
  /** What was taken out, in words. */
  readonly notes: readonly string[];
}

/** What is taken out of a request before it goes to the provider. */
export const withoutHosted = (protocol: GatewayProtocol, body: Fields): BodyChanges => {
  const changes = new Map<string, unknown>();
  const notes: string[] = [];
  const tools = listAt(body, 'tools');
  const taken = tools.filter(isHosted);
  if (taken.length > 0) {
    const kept = tools.filter((tool) => !isHosted(tool));
    changes.set('tools', kept.length === 0 ? undefined : kept);
    const named = isFields(body['tool_choice']) && isHosted(body['tool_choice']);
    if (kept.length === 0 || named) changes.set('tool_choice', undefined);
    notes.push(`tools taken out, as they run at the provider: ${taken.map((tool) => textAt(tool, 'type')).join(', ')}`);
  }
  for (const name of strayFields[protocol]) {
    if (!Object.hasOwn(body, name)) continue;
    changes.set(name, undefined);
    notes.push(`field taken out: ${name}`);
  }
  return { changes, notes };
};
