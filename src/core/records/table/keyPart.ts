/** Crash sites of records. Each record has a list of the distinct sites in its trace, innermost first. */
export interface RecordSites {
	/** For each record, the code of its site list: 0 without a trace, `minifiedList` if a mapping file is missing. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** For each list, its end offset in `members`. The lists 0 and `minifiedList` have no sites. */
	readonly ends: Uint32Array;
	/** The site codes of all lists. A list begins with 0 if the first frame in the user's code has no file. */
	readonly members: Uint32Array;
	/** Hash of each site, by code. The hash for code 0 has no meaning. */
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	readonly fileLows: Uint32Array;
	readonly fileHighs: Uint32Array;
}

/** Code of the list for records with minified traces, unless a mapping file is proven to match. */
export const minifiedList = 1;

/** The keys of consecutive records, identified by 64-bit hashes in two halves. */
export interface HashedKeys {
	/** The code of each record, or 0 if the record has no key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/** Hash of the top frame in each key, by key code. Both halves are 0 if the key has no top frame. */
	readonly topLows: Uint32Array;
	readonly topHighs: Uint32Array;
	readonly sites: RecordSites;
}

/** A range of records in a table. The group keys that are derived from frames can be stored for later sessions. */
export interface KeyPart {
	readonly first: number;
	readonly records: number;
	read(own: string): Promise<HashedKeys | undefined>;
	/** Stores the keys if the table is still open. Never throws, because keys that aren't stored are computed again. */
	keep(own: string, keys: Promise<HashedKeys>): Promise<void>;
	settled(): Promise<void>;
}
