/** Of all keys that are kept (bytes). */
const maxMemory = 4 * 1024 * 1024;
/** What a key takes beyond its characters (bytes). */
const overhead = 64;

/** Keys that took reading a whole text, so that none is made again for each page; as many as there is memory for. */
export class KeptKeys {
	private readonly byCode = new Map<number, string>();
	/** Memory they take. */
	bytes = 0;

	add(code: number, key: string): void {
		const bytes = 2 * key.length + overhead;
		if (this.bytes + bytes <= maxMemory && !this.byCode.has(code)) {
			this.byCode.set(code, key);
			this.bytes += bytes;
		}
	}

	get(code: number): string | undefined {
		return this.byCode.get(code);
	}
}
