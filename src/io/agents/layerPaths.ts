/** Where an agent's layer is seen in the sandbox, read-only. */
export const layerPath = '/opt/touchstone/agent';

/** The agent's own writable folder in the sandbox: its task, its launcher, its settings and logs. */
export const homePath = '/opt/touchstone/home';

/** The folder of the gateway's socket in the sandbox. */
export const gatewayPath = '/opt/touchstone/gateway';
