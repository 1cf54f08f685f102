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

	/** The same by other codes. @param codeOf Of each code here; 0 where there is none. */
	renumbered(codeOf: (code: number) => number): KeptKeys {
		const others = new KeptKeys();
		for (const [code, key] of this.byCode) {
			const other = codeOf(code);
			if (other !== 0) {
				others.add(other, key);
			}
		}
		return others;
	}

	get(code: number): string | undefined {
		return this.byCode.get(code);
	}
}
