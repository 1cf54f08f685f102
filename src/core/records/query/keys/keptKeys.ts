const maxMemory = 4 * 1024 * 1024;
const overhead = 64;

/** Caches keys that required parsing an entire text, so that the keys are not computed again for each page. */
export class KeptKeys {
	private readonly byCode = new Map<number, string>();
	bytes = 0;

	add(code: number, key: string): void {
		const bytes = 2 * key.length + overhead;
		if (this.bytes + bytes <= maxMemory && !this.byCode.has(code)) {
			this.byCode.set(code, key);
			this.bytes += bytes;
		}
	}

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
