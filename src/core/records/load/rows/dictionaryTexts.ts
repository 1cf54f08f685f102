import { isAscii } from '../../../../shared/fold';
import type { ColumnKind } from '../../../../shared/results';
import type { Machine } from '../../../scan/machine';
import type { DictionaryValues } from '../../table/table';
import { type FieldTexts, foldedOf, orderOf, type RecordBatch } from './fieldTexts';
import { NativeBlock } from './nativeBlock';

/** Memory for texts that come again, which several fields share. */
export interface KeptMemory {
	/** Bytes that may still be taken. */
	left: number;
}

/** What the compiled part has to write to at once; much longer texts are written without it (bytes). */
const room = 64 * 1024;

/** Of a code: where its text begins, and its length. */
const placeBytes = 8;

/** Of values that have codes: the text of each is made once, as far as there is memory. */
export class DictionaryTexts implements FieldTexts {
	private readonly value: KeptTexts;
	/** Undefined where all values are ASCII. */
	private readonly fold: KeptTexts | undefined;
	/** Undefined of texts, which are in order themselves. */
	private readonly order: KeptTexts | undefined;

	/** @param first The record that is 0 in the values. */
	constructor(
		private readonly coded: DictionaryValues,
		private readonly first: number,
		kind: ColumnKind,
		machine: Machine,
		memory: KeptMemory,
	) {
		const keep = (textOf: (value: string) => string) =>
			new KeptTexts(machine, memory, coded.size, (code) => textOf(coded.value(code)));
		this.value = keep((value) => value);
		this.fold = isAllAscii(coded) ? undefined : keep(foldedOf);
		this.order = kind === 'text' ? undefined : keep((value) => orderOf(kind, value));
	}

	get longest(): number {
		return this.value.longest;
	}

	values(batch: RecordBatch, out: NativeBlock): void {
		this.write(this.value, batch, out);
	}

	folded(batch: RecordBatch, out: NativeBlock): void {
		this.write(this.fold, batch, out);
	}

	ordered(batch: RecordBatch, out: NativeBlock): void {
		this.write(this.order, batch, out);
	}

	[Symbol.dispose](): void {
		this.value[Symbol.dispose]();
		this.fold?.[Symbol.dispose]();
		this.order?.[Symbol.dispose]();
	}

	private write(texts: KeptTexts | undefined, { first, end }: RecordBatch, out: NativeBlock): void {
		if (texts) {
			texts.write(this.coded.codes.subarray(first - this.first, end - this.first), out);
		} else {
			out.zeros(end - first);
		}
	}
}

function isAllAscii(coded: DictionaryValues): boolean {
	for (let code = 0; code < coded.size; code++) {
		if (!isAscii(coded.value(code))) {
			return false;
		}
	}
	return true;
}

/** Texts as they are written, by code. */
class KeptTexts implements Disposable {
	longest = 0;
	private readonly kept: NativeBlock;
	private readonly places: number;

	constructor(
		private readonly machine: Machine,
		private readonly memory: KeptMemory,
		private readonly size: number,
		private readonly textOf: (code: number) => string,
	) {
		this.kept = new NativeBlock(machine);
		this.places = machine.allocate(size * placeBytes);
		machine.bytes.fill(0, this.places, this.places + size * placeBytes);
	}

	/** The compiled part writes what was made before, and stops at what was not. */
	write(codes: Uint8Array | Uint16Array, out: NativeBlock): void {
		const { machine, kept, places } = this;
		const { scanner } = machine;
		const { byteLength, BYTES_PER_ELEMENT: width, length: count } = codes;
		const memory = machine.allocate(byteLength);
		machine.bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, byteLength), memory);
		for (let row = 0; row < count; ) {
			out.reserve(room);
			out.at = scanner.writeCoded(memory, width, row, count, places, kept.start, out.at, out.at + room);
			row = scanner.codedRows.value;
			if (row < count) {
				row += this.writeOne(codes[row] ?? 0, out);
			}
		}
		machine.release(memory, byteLength);
	}

	[Symbol.dispose](): void {
		this.kept[Symbol.dispose]();
		this.machine.release(this.places, this.size * placeBytes);
	}

	/** @returns how many it has written: none where there was merely no room left */
	private writeOne(code: number, out: NativeBlock): 0 | 1 {
		const { machine, kept, places } = this;
		const place = (places + code * placeBytes) / 4;
		const length = machine.words[place + 1] ?? 0;
		if (length > 0 && length < room / 2) {
			return 0;
		}
		const before = out.length;
		this.longest = Math.max(this.longest, out.text(this.textOf(code)));
		const written = out.length - before;
		if (length === 0 && written <= this.memory.left) {
			this.memory.left -= written;
			kept.reserve(written);
			machine.words[place] = kept.length;
			machine.words[place + 1] = written;
			kept.fixed(out.since(before));
		}
		return 1;
	}
}
