/** An answer whose devices are hashed while it comes, in pieces of any size. */
export interface HashedText {
	/** What is sure of the text so far, with hashes. The bytes of the chunk may be used again. */
	push(chunk: Uint8Array): Iterable<Uint8Array>;
	/** The text has ended: what is left of it. */
	end(): Iterable<Uint8Array>;
}

/** So many bytes of a record that does not end are kept: what is longer is no record of the service. */
export const maxRecordBytes = 256 * 1024 * 1024;
