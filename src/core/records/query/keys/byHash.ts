import { CodesOf64Bits, type Hash } from '../../../common/hash64';

/** Maximum number of cached values. */
const maxKept = 262_144;

export class ByHash<T> {
	private readonly codes = new CodesOf64Bits();
	private readonly values: T[] = [];

	find({ low, high }: Hash): T | undefined {
		const code = this.codes.find(low, high);
		return code === undefined ? undefined : this.values[code];
	}

	keep({ low, high }: Hash, value: T): void {
		if (this.values.length < maxKept) {
			this.values[this.codes.add(low, high)] = value;
		}
	}
}
