/** Crash sites of records. Each record has a list of the distinct sites in its trace, innermost first. */
export interface RecordSites {
	/**
	 * For each record, the code of its list of sites. 0 means that the record has no trace. `minifiedList` means that a
	 * mapping file is missing.
	 */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** For each list, the end of its sites in `members`. The lists 0 and `minifiedList` contain no sites. */
	readonly ends: Uint32Array;
	/**
	 * Codes of the crash sites of all lists. The first site in a list belongs to the first frame in the user's code. Its
	 * code is 0 if this frame has no file.
	 */
	readonly members: Uint32Array;
	/** Hash of each crash site, by code. Code 0 has no valid hash. */
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	readonly fileLows: Uint32Array;
	readonly fileHighs: Uint32Array;
}

/** Code of the list for records with minified traces, unless a mapping file is proven to match. */
export const minifiedList = 1;

/** Keys of consecutive records. Each key is represented by a 64-bit hash, stored as two 32-bit halves. */
export interface HashedKeys {
	/** Code of each record's key. Records without a key have code 0. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/**
	 * Low and high halves of the hash of each key's top frame. The array index is the key code. If a key has no top
	 * frame, both halves are 0.
	 */
	readonly topLows: Uint32Array;
	readonly topHighs: Uint32Array;
	readonly sites: RecordSites;
}

/** Range of records. Its group keys, which are derived from frames, can be stored for later sessions. */
export interface KeyPart {
	readonly first: number;
	readonly records: number;
	read(own: string): Promise<HashedKeys | undefined>;
	/** Stores the keys if the table is still open. Never throws, because keys that weren't stored are computed again. */
	keep(own: string, keys: Promise<HashedKeys>): Promise<void>;
	settled(): Promise<void>;
}
