import type { GatewayProtocol } from '../gatewayCount';

/** The answer to a question for models: the run's one model. The provider isn't asked, as its list names the account's. */
export const modelList = (protocol: GatewayProtocol, model: string): unknown =>
  protocol === 'anthropic'
    ? {
        data: [{ type: 'model', id: model, display_name: model, created_at: '1970-01-01T00:00:00Z' }],
        has_more: false,
        first_id: model,
        last_id: model,
      }
    : { object: 'list', data: [{ id: model, object: 'model', created: 0, owned_by: 'touchstone' }] };
