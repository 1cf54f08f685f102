/** The offset of every 64th record is stored. Other offsets are computed from the lengths. */
const between = 64;

type Lengths = Uint8Array | Uint16Array | Uint32Array;

/** Computes record offsets from record lengths, because lengths need only a tenth of the memory of offsets. */
export class RecordPositions {
	private readonly known: Float64Array;
	/** Number of the most recently requested record. It is cached, so that sequential access is faster. */
	private lastNumber = 0;
	private lastStart: number;

	constructor(
		first: number,
		private readonly lengths: Lengths,
		private readonly gaps: number | Lengths,
	) {
		this.known = new Float64Array(Math.ceil(lengths.length / between));
		let start = first;
		for (let from = 0; from < lengths.length; from += between) {
			this.known[from / between] = start;
			start += sum(lengths, from, from + between);
			start += typeof gaps === 'number' ? between * gaps : sum(gaps, from, from + between);
		}
		this.lastStart = first;
	}

	get bytes(): number {
		const { known, lengths, gaps } = this;
		return known.byteLength + lengths.byteLength + (typeof gaps === 'number' ? 0 : gaps.byteLength);
	}

	length(number: number): number {
		return this.lengths[number] ?? 0;
	}

	start(number: number): number {
		if (number >= this.lengths.length) {
			return 0;
		}
		let at = number - (number % between);
		let start = this.known[at / between] ?? 0;
		if (this.lastNumber <= number && this.lastNumber > at) {
			at = this.lastNumber;
			start = this.lastStart;
		}
		for (; at < number; at++) {
			start += this.step(at);
		}
		this.lastNumber = number;
		this.lastStart = start;
		return start;
	}

	private step(number: number): number {
		const { lengths, gaps } = this;
		return (lengths[number] ?? 0) + (typeof gaps === 'number' ? gaps : (gaps[number] ?? 0));
	}
}

function sum(numbers: Lengths, from: number, to: number): number {
	let all = 0;
	const end = Math.min(to, numbers.length);
	for (let index = from; index < end; index++) {
		all += numbers[index] ?? 0;
	}
	return all;
}
