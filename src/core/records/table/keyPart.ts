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
	/** Keeps keys as long as the table is open. Nothing is thrown: without them they are made again. */
	keep(own: string, keys: HashedKeys): Promise<void>;
}
