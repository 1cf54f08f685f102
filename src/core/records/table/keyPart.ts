/**
 * Places in one's own source files that traces of records name. A record points at a list of sites: those of its trace,
 * innermost first, each once.
 */
export interface RecordSites {
	/** By record: the code of its list; 0 where no trace was read, and `minifiedList` where only a mapping would tell. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** By list: where its sites end in `members`; those of lists 0 and `minifiedList` are none. */
	readonly ends: Uint32Array;
	/** Sites by code, list after list. 0 comes first where the first frame of one's own code names no file. */
	readonly members: Uint32Array;
	/** By site: its hash; that of 0 means nothing. */
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/** By site: the hash of its file's base name. */
	readonly fileLows: Uint32Array;
	readonly fileHighs: Uint32Array;
}

/** Of records whose traces are minified, and no mapping is proven to be of their build. */
export const minifiedList = 1;

/** Keys of records that come one behind the other, told by hashes of 64 bits in two halves. */
export interface HashedKeys {
	/** By record; 0 for those without a key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** By code; those of code 0 mean nothing. */
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/** The same of the key's top frame, both 0 where it has none. */
	readonly topLows: Uint32Array;
	readonly topHighs: Uint32Array;
	readonly sites: RecordSites;
}

/** Records of a table whose keys by frames are kept for the next time. */
export interface KeyPart {
	/** Number of its first record. */
	readonly first: number;
	readonly records: number;
	/**
	 * Undefined where none are kept that would be made of the records now.
	 * @param own What the workspace declares, by its `id`.
	 */
	read(own: string): Promise<HashedKeys | undefined>;
	/**
	 * Keeps keys as long as the table is open, once they are there. Nothing is thrown: without them they are made again.
	 */
	keep(own: string, keys: Promise<HashedKeys>): Promise<void>;
	/** Resolves when all that is to be kept by now is kept. */
	settled(): Promise<void>;
}
