import type { Hash } from '../../../common/hash64';

const maxSites = 32;

export class OpenSites {
	/** Four numbers per site: the hashes of the site and its file. All four are 0 for a first frame without a file. */
	readonly numbers: Uint32Array = new Uint32Array(4 * maxSites);
	count = 0;

	get isFull(): boolean {
		return this.count >= maxSites;
	}

	clear(): void {
		this.count = 0;
	}

	add(site: Hash, file: Hash): void {
		const { numbers, count } = this;
		for (let at = 0; at < 4 * count; at += 4) {
			if (numbers[at] === site.low && numbers[at + 1] === site.high) {
				return;
			}
		}
		const at = 4 * count;
		numbers[at] = site.low;
		numbers[at + 1] = site.high;
		numbers[at + 2] = file.low;
		numbers[at + 3] = file.high;
		this.count++;
	}

	addNameless(): void {
		this.numbers.fill(0, 0, 4);
		this.count = 1;
	}
}
