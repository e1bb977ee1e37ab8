/** SHA-256 as lower-case hex. Injected, since `core` has no crypto of its own and must stay synchronous. */
export type Sha256 = (data: Uint8Array | string) => string;
