import { fold } from '../../../shared/fold';
import type { ColumnKind } from '../../../shared/results';
import { orderKey, timeKey } from '../query/values/orderKey';
import type { StoredField } from '../server/dataset/schema';
import type { DictionaryValues } from '../table/table';
import type { RowBinary } from './rowBinary';

/** Memory for what is stored of values that come again, for each field (bytes). */
const maxKept = 4 * 1024 * 1024;

/** Writes what is stored of a field, an empty text as a byte of 0: its value, what it is searched by and what it is sorted by. */
export class FieldWriter {
	private longestValue = 0;
	private kept: (Uint8Array | undefined)[] = [];
	private keptBytes = 0;

	/** @param kind Of the values that are written. */
	constructor(
		private readonly field: StoredField,
		private readonly kind: ColumnKind,
	) {}

	/** The longest value that was written (bytes). */
	get longest(): number {
		return this.longestValue;
	}

	/** Codes are those of another dictionary from now on. */
	forget(): void {
		this.kept = [];
		this.keptBytes = 0;
	}

	ofCode(code: number, values: DictionaryValues, out: RowBinary): void {
		const kept = this.kept[code];
		if (kept) {
			out.fixed(kept);
			return;
		}
		const start = out.length;
		this.text(values.value(code), out);
		if (this.keptBytes + out.length - start <= maxKept) {
			this.keptBytes += out.length - start;
			this.kept[code] = out.since(start);
		}
	}

	/** @param seconds The time that the value is, where that is known. */
	text(value: string, out: RowBinary, seconds?: number): void {
		const isAscii = out.text(value);
		this.longestValue = Math.max(this.longestValue, isAscii ? value.length : Buffer.byteLength(value));
		if (isAscii) {
			out.uint8(0);
		} else {
			out.text(fold(value));
		}
		if (this.field.order === undefined) {
			return;
		}
		if (value === '' || this.kind === 'text') {
			out.uint8(0);
		} else {
			out.text(seconds === undefined || this.kind !== 'time' ? orderKey(this.kind, value) : timeKey(seconds));
		}
	}
}
