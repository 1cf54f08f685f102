import { scannerModule } from './scannerModule';

/** Exports of the compiled scanner. They are documented in `wasm/index.ts` and the modules that it re-exports. */
interface Scanner {
	readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
	readonly heapBase: Global;
	readonly afterReturn: Global;
	readonly foundCells: Global;
	readonly foundRecords: Global;
	readonly openAt: Global;
	readonly openCells: Global;
	readonly openPlace: Global;
	readonly codedRows: Global;
	readonly encodeStop: Global;
	readonly encodedEmpty: Global;
	readonly longestNumber: Global;
	readonly numbersLarge: Global;
	readonly numbersRead: Global;
	readonly valueLength: Global;
	setScratch(at: number): void;
	scanCsv(
		base: number,
		from: number,
		to: number,
		last: boolean,
		columns: number,
		stride: number,
		bounds: number,
		places: number,
		faults: number,
		capacity: number,
		limit: number,
		followsReturn: boolean,
		place: number,
		begun: number,
		between: number,
		joined: boolean,
	): number;
	plainEnd(base: number, start: number, to: number): number;
	findText(
		base: number,
		from: number,
		to: number,
		needle: number,
		ignored: number,
		length: number,
		first: number,
		second: number,
	): number;
	readonly jsonAt: Global;
	readonly jsonEnd: Global;
	readonly jsonRecords: Global;
	readonly jsonStop: Global;
	readonly maxMatched: Global;
	readonly nameBytes: Global;
	addName(table: number, column: number): void;
	scanJson(
		base: number,
		from: number,
		to: number,
		names: number,
		stride: number,
		bounds: number,
		places: number,
		faults: number,
		row: number,
		capacity: number,
	): number;
	resolveCell(base: number, bound: number, json: boolean): number;
	encode(
		dictionary: number,
		base: number,
		bounds: number,
		rowBytes: number,
		row: number,
		rows: number,
		codes: number,
		width: number,
		json: boolean,
		checked: boolean,
	): number;
	placeAll(dictionary: number): void;
	readNumbers(
		dates: boolean,
		base: number,
		bounds: number,
		rowBytes: number,
		row: number,
		rows: number,
		low: number,
		high: number,
		present: number,
		json: boolean,
	): number;
	writeCoded(
		codes: number,
		width: number,
		row: number,
		rows: number,
		places: number,
		texts: number,
		to: number,
		end: number,
	): number;
	writeNumbers(form: number, low: number, high: number, present: number, rows: number, to: number): number;
	hashValues(from: number, width: number, rows: number, hashes: number): void;
	byteCodesAmong(codes: number, count: number, among: number, bits: number): void;
	codesEqual(codes: number, count: number, width: number, code: number, bits: number): void;
	packedCodesAmong(codes: number, count: number, codeBits: number, among: number, bits: number): void;
	wordCodesAmong(codes: number, count: number, among: number, bits: number): void;
	keepBoth(bits: number, others: number, words: number): number;
	placesOfBits(bits: number, words: number, first: number, places: number): number;
}

interface Global {
	readonly value: number;
}

/** Declares only the part of the WebAssembly API that is used here, because the DOM library would add browser APIs. */
declare const WebAssembly: {
	readonly Module: new (bytes: Uint8Array) => object;
	readonly Instance: new (module: object) => { readonly exports: unknown };
};

const pageBytes = 64 * 1024;

const maxPages = 65_536;

/** Number of readable bytes after every allocation, because words and blocks are always loaded as a whole. */
const behind = 128;

/** Instance of the compiled scanner with memory of its own. When the memory grows, `bytes` and `words` are replaced. */
export class ScannerInstance {
	readonly scanner: Scanner;
	private readonly free = new Map<number, number[]>();
	private top: number;
	private cachedViews: MemoryViews;

	constructor() {
		const module = new WebAssembly.Module(Buffer.from(scannerModule, 'base64'));
		this.scanner = new WebAssembly.Instance(module).exports as Scanner;
		this.top = this.scanner.heapBase.value;
		this.cachedViews = createViews(this.scanner.memory.buffer);
	}

	get bytes(): Buffer {
		return this.views().bytes;
	}

	/** Memory as 32-bit words. The index is the address divided by 4. */
	get words(): Uint32Array {
		return this.views().words;
	}

	get view(): DataView {
		return this.views().view;
	}

	/** Allocates uninitialized memory and returns its address, which is a multiple of 64. */
	allocate(length: number): number {
		const size = sizeFor(length);
		const freed = this.free.get(size)?.pop();
		if (freed !== undefined) {
			return freed;
		}
		const at = Math.ceil(this.top / 64) * 64;
		this.top = at + size;
		this.growTo(this.top);
		return at;
	}

	release(at: number, length: number): void {
		const size = sizeFor(length);
		const same = this.free.get(size);
		if (same) {
			same.push(at);
		} else {
			this.free.set(size, [at]);
		}
	}

	/** Grows the memory. Each step is large, because growing invalidates all views of the memory. */
	private growTo(length: number): void {
		const { memory } = this.scanner;
		const pages = memory.buffer.byteLength / pageBytes;
		const missing = Math.ceil(length / pageBytes) - pages;
		if (missing > 0) {
			memory.grow(Math.max(missing, Math.min(Math.ceil(pages / 2), maxPages - pages)));
		}
	}

	private views(): MemoryViews {
		const { buffer } = this.scanner.memory;
		if (this.cachedViews.bytes.buffer !== buffer) {
			this.cachedViews = createViews(buffer);
		}
		return this.cachedViews;
	}
}

interface MemoryViews {
	readonly bytes: Buffer;
	readonly words: Uint32Array;
	readonly view: DataView;
}

function createViews(buffer: ArrayBuffer): MemoryViews {
	return { bytes: Buffer.from(buffer), words: new Uint32Array(buffer), view: new DataView(buffer) };
}

/** Rounds a size up to a power of two, so that released memory can be reused. */
function sizeFor(length: number): number {
	return 2 ** Math.ceil(Math.log2(Math.max(length + behind, 64)));
}
