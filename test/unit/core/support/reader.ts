export interface Reader {
	readonly name: string;
	/** Returns a cooperative task if the reader can yield. Otherwise, the reader completes all work synchronously. */
	readonly read: (text: string) => unknown;
}
