/** Crash sites of records: for each record, a list of the distinct sites in its trace, innermost first. */
export interface RecordSites {
	/** Code of each record's list of sites: 0 without a trace, `minifiedList` if a mapping would be required. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** End offset in `members` by list code. Lists 0 and `minifiedList` have no sites. */
	readonly ends: Uint32Array;
	/** Site codes of all lists, concatenated. A leading 0 means that the first frame in the user's code has no file. */
	readonly members: Uint32Array;
	/** Hash by site code. The entry of code 0 is meaningless. */
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	readonly fileLows: Uint32Array;
	readonly fileHighs: Uint32Array;
}

/** Code of the list for records with minified traces for which no mapping is proven to match. */
export const minifiedList = 1;

/** Keys of consecutive records, identified by 64-bit hashes in two halves. */
export interface HashedKeys {
	/** Code by record number; 0 for records without a key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/** Hash of the key's top frame by code; both halves are 0 if there is no top frame. */
	readonly topLows: Uint32Array;
	readonly topHighs: Uint32Array;
	readonly sites: RecordSites;
}

/** A range of a table's records. The group keys derived from their frames can be stored for later sessions. */
export interface KeyPart {
	readonly first: number;
	readonly records: number;
	read(own: string): Promise<HashedKeys | undefined>;
	/** Stores the keys if the table is still open. Never throws: without stored keys, they are recomputed. */
	keep(own: string, keys: Promise<HashedKeys>): Promise<void>;
	settled(): Promise<void>;
}
