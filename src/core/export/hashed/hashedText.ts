export interface HashedText {
	/** Processes a chunk and returns the output that is ready. The caller may then reuse the chunk's memory. */
	push(chunk: Uint8Array): Iterable<Uint8Array>;
	end(): Iterable<Uint8Array>;
}

/** Maximum length of a record, in bytes. Longer data can't be a record from the service. */
export const maxRecordBytes = 256 * 1024 * 1024;
