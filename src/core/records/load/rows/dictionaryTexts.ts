import { isAscii } from '../../../../shared/fold';
import type { ColumnKind } from '../../../../shared/results';
import type { ScannerInstance } from '../../../scan/scannerInstance';
import type { DictionaryValues } from '../../table/table';
import { type FieldTexts, getFolded, getOrder, type RecordBatch } from './fieldTexts';
import { NativeBlock } from './nativeBlock';

export interface TextCacheMemory {
	/** Number of bytes that may still be allocated. */
	left: number;
}

/** Size of the WebAssembly module's output buffer in bytes. Longer text is written by the TypeScript code. */
const roomBytes = 64 * 1024;

/** Number of bytes per entry. An entry contains the address and the length of a text. */
const placeBytes = 8;

/** Writes dictionary values. The text of each code is encoded once and then cached while memory is available. */
export class DictionaryTexts implements FieldTexts {
	private readonly value: CachedTexts;
	private readonly fold: CachedTexts | undefined;
	/** Sort keys. Undefined for text columns, which are sorted by their values. */
	private readonly order: CachedTexts | undefined;

	constructor(
		private readonly coded: DictionaryValues,
		private readonly first: number,
		kind: ColumnKind,
		instance: ScannerInstance,
		memory: TextCacheMemory,
	) {
		const keep = (getText: (value: string) => string) =>
			new CachedTexts(instance, memory, coded.size, (code) => getText(coded.value(code)));
		this.value = keep((value) => value);
		this.fold = isAllAscii(coded) ? undefined : keep(getFolded);
		this.order = kind === 'text' ? undefined : keep((value) => getOrder(kind, value));
	}

	get longestBytes(): number {
		return this.value.longestBytes;
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

	private write(texts: CachedTexts | undefined, { first, end }: RecordBatch, out: NativeBlock): void {
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

class CachedTexts implements Disposable {
	longestBytes = 0;
	private readonly cachedBlock: NativeBlock;
	private readonly places: number;

	constructor(
		private readonly instance: ScannerInstance,
		private readonly memory: TextCacheMemory,
		private readonly size: number,
		private readonly getText: (code: number) => string,
	) {
		this.cachedBlock = new NativeBlock(instance);
		this.places = instance.allocate(size * placeBytes);
		instance.bytes.fill(0, this.places, this.places + size * placeBytes);
	}

	/**
	 * Writes the texts of the given dictionary codes. If a text isn't cached, the WebAssembly module stops. TypeScript
	 * then encodes this text, and the module continues after it.
	 */
	write(codes: Uint8Array | Uint16Array, out: NativeBlock): void {
		const { instance, cachedBlock, places } = this;
		const { scanner } = instance;
		const { byteLength, BYTES_PER_ELEMENT: width, length: count } = codes;
		const memory = instance.allocate(byteLength);
		instance.bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, byteLength), memory);
		for (let row = 0; row < count; ) {
			out.reserve(roomBytes);
			out.at = scanner.writeCoded(memory, width, row, count, places, cachedBlock.start, out.at, out.at + roomBytes);
			row = scanner.codedRows.value;
			if (row < count) {
				row += this.writeOne(codes[row] ?? 0, out);
			}
		}
		instance.release(memory, byteLength);
	}

	[Symbol.dispose](): void {
		this.cachedBlock[Symbol.dispose]();
		this.instance.release(this.places, this.size * placeBytes);
	}

	private writeOne(code: number, out: NativeBlock): 0 | 1 {
		const { instance, cachedBlock, places } = this;
		const place = (places + code * placeBytes) / 4;
		const length = instance.words[place + 1] ?? 0;
		if (length > 0 && length < roomBytes / 2) {
			return 0;
		}
		const before = out.length;
		this.longestBytes = Math.max(this.longestBytes, out.text(this.getText(code)));
		const written = out.length - before;
		if (length === 0 && written <= this.memory.left) {
			this.memory.left -= written;
			cachedBlock.reserve(written);
			instance.words[place] = cachedBlock.length;
			instance.words[place + 1] = written;
			cachedBlock.fixed(out.since(before));
		}
		return 1;
	}
}
