export interface BeatTiming {
	readonly beatMs: number;
	/** Number of checks, at least `beatMs` apart, with unchanged content after which the owner counts as dead. */
	readonly looksUntilDead: number;
}

export interface LockTiming extends BeatTiming {
	/** Number of heartbeats after which an unresponsive thread counts as dead. A busy engine must keep its locks. */
	readonly silentBeats: number;
}

/** Another machine's lock expires after 16 s without a heartbeat, and a hanging engine's lock after ten minutes. */
export const lockTiming: LockTiming = { beatMs: 2_000, looksUntilDead: 8, silentBeats: 300 };

/** The marks of open exports only delay the deletion of old exports, so detecting dead windows can take minutes. */
export const markTiming: BeatTiming = { beatMs: 60_000, looksUntilDead: 3 };
