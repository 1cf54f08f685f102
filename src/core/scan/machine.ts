import { scannerModule } from './scannerModule';

/** The compiled part of reading, `wasm/index.ts`; its functions are described there. */
interface Scanner {
	readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
	/** Where free memory begins. */
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

/** What Node has of WebAssembly and is used here; the DOM's types would bring a browser along. */
declare const WebAssembly: {
	readonly Module: new (bytes: Uint8Array) => object;
	readonly Instance: new (module: object) => { readonly exports: unknown };
};

const pageBytes = 64 * 1024;

/** What addresses of 32 bits reach. */
const maxPages = 65_536;

/** Bytes behind every piece of memory that may be read: words and blocks are loaded whole. */
const behind = 128;

/**
 * The scanner with its memory. Pieces of that are named by their address; whoever has one looks at it through `bytes`,
 * `words` or `view`, which are other objects once the memory has grown.
 */
export class Machine {
	readonly scanner: Scanner;
	private readonly free = new Map<number, number[]>();
	private top: number;
	private looked: Look;

	constructor() {
		const module = new WebAssembly.Module(Buffer.from(scannerModule, 'base64'));
		this.scanner = new WebAssembly.Instance(module).exports as Scanner;
		this.top = this.scanner.heapBase.value;
		this.looked = lookAt(this.scanner.memory.buffer);
	}

	get bytes(): Buffer {
		return this.look().bytes;
	}

	/** By a quarter of the address. */
	get words(): Uint32Array {
		return this.look().words;
	}

	get view(): DataView {
		return this.look().view;
	}

	/** Memory for so many bytes, which is not cleared; the address can be divided by 64. */
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

	/** @param length As it was allocated. */
	release(at: number, length: number): void {
		const size = sizeFor(length);
		const same = this.free.get(size);
		if (same) {
			same.push(at);
		} else {
			this.free.set(size, [at]);
		}
	}

	/** By a good part each time: whatever looks at the memory must look anew when it has grown. */
	private growTo(length: number): void {
		const { memory } = this.scanner;
		const pages = memory.buffer.byteLength / pageBytes;
		const missing = Math.ceil(length / pageBytes) - pages;
		if (missing > 0) {
			memory.grow(Math.max(missing, Math.min(Math.ceil(pages / 2), maxPages - pages)));
		}
	}

	private look(): Look {
		const { buffer } = this.scanner.memory;
		if (this.looked.bytes.buffer !== buffer) {
			this.looked = lookAt(buffer);
		}
		return this.looked;
	}
}

/** Ways of looking at the same memory. */
interface Look {
	readonly bytes: Buffer;
	readonly words: Uint32Array;
	readonly view: DataView;
}

function lookAt(buffer: ArrayBuffer): Look {
	return { bytes: Buffer.from(buffer), words: new Uint32Array(buffer), view: new DataView(buffer) };
}

/** Powers of two, so that what is released fits what is asked for next. */
function sizeFor(length: number): number {
	return 2 ** Math.ceil(Math.log2(Math.max(length + behind, 64)));
}
