import type { ColumnKind } from '../../../../shared/results';
import type { NumberValues } from '../../table/table';
import { type FieldTexts, hasNothing, orderOf, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';

/** See `writeNumbers` in `wasm/texts.ts`. */
const forms = { integer: 0, dateTime: 1, integerKey: 2, timeKey: 3 } as const;
type Form = keyof typeof forms;

/** Of a number's text, and of the room that is needed behind the last one (bytes). */
const maxLength = 24;
const behind = 32;

/** Memory for each row: two words and whether it is present. */
const rowBytes = 9;

/** Of numbers and dates that are kept as such. */
export class NumberTexts implements FieldTexts {
	longest = 0;

	/** @param first The record that is 0 in the values. */
	constructor(
		private readonly numbers: NumberValues,
		private readonly first: number,
		private readonly kind: ColumnKind,
	) {}

	values(batch: RecordBatch, out: NativeBlock): void {
		this.longest = Math.max(this.longest, this.write(this.numbers.form, batch, out));
	}

	/** They are ASCII. */
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
				out.text(orderOf(kind, numbers.text(record - this.first)));
			}
		}
	}

	[Symbol.dispose] = hasNothing;

	/** @returns the length of the longest text (bytes) */
	private write(form: Form, { first, end }: RecordBatch, out: NativeBlock): number {
		const { machine } = out;
		const { low, high, present } = this.numbers;
		const count = end - first;
		const from = first - this.first;
		out.reserve(count * maxLength + behind);
		const memory = machine.allocate(count * rowBytes);
		const [lowAt, highAt, presentAt] = [memory, memory + 4 * count, memory + 8 * count];
		const { words, bytes, scanner } = machine;
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
		machine.release(memory, count * rowBytes);
		return scanner.longestNumber.value;
	}
}
