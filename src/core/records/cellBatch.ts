/** Which bytes of a buffer are the cells of some whole records; scanners fill it, columns read it. */
export interface CellBatch {
	readonly bytes: Buffer;
	/** The same memory, for reading four bytes at once. */
	readonly view: DataView;
	readonly records: number;
	/** Cells of a row in `bounds`, known columns first. */
	readonly stride: number;
	/**
	 * Start and end of each cell, row by row. The end is inverted (`~end`) where the bytes are not the value itself:
	 * `resolve` makes it then, and it is not empty. An empty cell's end is its start.
	 */
	readonly bounds: Int32Array;
	/** Start and end of each record in the buffer. */
	readonly places: Int32Array;
	/** By record: 1 where it is broken. */
	readonly faults: Uint8Array;
}

/** Makes the value of a cell with an inverted end; the result is in memory that is used again. */
export type Resolve = (bytes: Buffer, start: number, end: number) => Buffer;

/** How many records a batch has room for at first; measured: the bounds of the 14 columns stay in the nearer caches. */
const recordsOfBatch = 1024;

/** A batch while it is filled. */
export class CellRows implements CellBatch {
	bytes: Buffer = Buffer.alloc(0);
	view: DataView = new DataView(new ArrayBuffer(0));
	records = 0;
	bounds: Int32Array;
	readonly places: Int32Array;
	readonly faults: Uint8Array;

	constructor(
		public stride: number,
		readonly capacity = recordsOfBatch,
	) {
		this.bounds = new Int32Array(2 * stride * capacity);
		this.places = new Int32Array(2 * capacity);
		this.faults = new Uint8Array(capacity);
	}

	get full(): boolean {
		return this.records === this.capacity;
	}

	/** Empties the batch for the records of this buffer. */
	begin(bytes: Buffer): void {
		this.records = 0;
		if (this.bytes.buffer !== bytes.buffer || this.bytes.byteOffset !== bytes.byteOffset) {
			this.view = new DataView(bytes.buffer, bytes.byteOffset);
		}
		this.bytes = bytes;
	}

	/** Where the bounds of the next record go. */
	get row(): number {
		return 2 * this.stride * this.records;
	}

	/** The row that was filled is a record. */
	add(start: number, end: number, broken: boolean): void {
		this.places[2 * this.records] = start;
		this.places[2 * this.records + 1] = end;
		this.faults[this.records] = broken ? 1 : 0;
		this.records++;
	}

	/** Gives every row, the one being filled too, room for more cells. */
	widen(stride: number): void {
		const wider = new Int32Array(2 * stride * this.capacity);
		for (let record = 0; record < Math.min(this.records + 1, this.capacity); record++) {
			const from = 2 * this.stride * record;
			wider.set(this.bounds.subarray(from, from + 2 * this.stride), 2 * stride * record);
		}
		this.bounds = wider;
		this.stride = stride;
	}
}
