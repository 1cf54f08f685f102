/** How often an owner beats, and when others call it dead. */
export interface BeatTiming {
	readonly beatMs: number;
	/** Looks at an unchanged file, each `beatMs` or more after the one before, until its owner counts as dead. */
	readonly looksUntilDead: number;
}

export interface LockTiming extends BeatTiming {
	/**
	 * An engine that computes keeps its locks, one that hangs for ever must not: after so many beats in which its thread did
	 * nothing else, it counts as dead.
	 */
	readonly silentBeats: number;
}

/** A lock of another machine is dead after 16 s without a beat, and that of an engine that hangs after ten minutes. */
export const lockTiming: LockTiming = { beatMs: 2_000, looksUntilDead: 8, silentBeats: 300 };

/** Marks of open exports hold back nothing but the deletion of old ones: three minutes are soon enough. */
export const markTiming: BeatTiming = { beatMs: 60_000, looksUntilDead: 3 };
