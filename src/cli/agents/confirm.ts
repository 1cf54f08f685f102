export type Confirm = (message: string, signal: AbortSignal) => Promise<boolean>;
