import type { ColumnKind } from '../../../../shared/results';
import type { NumberValues } from '../../table/table';
import { type FieldTexts, getOrder, hasNothing, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';

/** The numeric values must be the same as in `writeNumbers` in `wasm/texts.ts`. */
const forms = { integer: 0, dateTime: 1, integerKey: 2, timeKey: 3 } as const;
type Form = keyof typeof forms;

/** Maximum number of characters in a number. */
const maxBytes = 24;
const paddingBytes = 32;

/** Bytes per row: two 32-bit words and one byte that indicates whether the row has a value. */
const rowBytes = 9;

export class NumberTexts implements FieldTexts {
	longestBytes = 0;

	constructor(
		private readonly numbers: NumberValues,
		private readonly first: number,
		private readonly kind: ColumnKind,
	) {}

	values(batch: RecordBatch, out: NativeBlock): void {
		this.longestBytes = Math.max(this.longestBytes, this.write(this.numbers.form, batch, out));
	}

	folded({ first, end }: RecordBatch, out: NativeBlock): void {
		out.zeros(end - first);
	}

	ordered(batch: RecordBatch, out: NativeBlock): void {
		const { numbers, kind } = this;
		if (kind === 'time' && !numbers.high) {
			this.write('timeKey', batch, out);
		} else if (kind === 'integer' && numbers.form === 'integer') {
			this.write('integerKey', batch, out);
		} else {
			for (let record = batch.first; record < batch.end; record++) {
				out.text(getOrder(kind, numbers.text(record - this.first)));
			}
		}
	}

	[Symbol.dispose] = hasNothing;

	private write(form: Form, { first, end }: RecordBatch, out: NativeBlock): number {
		const { instance } = out;
		const { low, high, present } = this.numbers;
		const count = end - first;
		const from = first - this.first;
		out.reserve(count * maxBytes + paddingBytes);
		const memory = instance.allocate(count * rowBytes);
		const [lowAt, highAt, presentAt] = [memory, memory + 4 * count, memory + 8 * count];
		const { words, bytes, scanner } = instance;
		words.set(low.subarray(from, from + count), lowAt / 4);
		if (high) {
			words.set(high.subarray(from, from + count), highAt / 4);
		} else {
			words.fill(0, highAt / 4, highAt / 4 + count);
		}
		for (let index = 0; index < count; index++) {
			bytes[presentAt + index] = present.has(from + index) ? 1 : 0;
		}
		out.at = scanner.writeNumbers(forms[form], lowAt, highAt, presentAt, count, out.at);
		instance.release(memory, count * rowBytes);
		return scanner.longestNumber.value;
	}
}
