/** Asks a person, in these words, whether an export is to begin. */
export type Confirm = (message: string, signal: AbortSignal) => Promise<boolean>;
