import type { Machine } from './machine';

/** More members than any record has; values of further ones are in the record's raw text. */
const maxColumns = 16_384;

/** Longer names (bytes) are looked up by whoever reads what is unusual. */
const maxNameLength = 128;

/** Where the parts of the table are told in the machine's memory, in words; see `wasm/jsonNames.ts`. */
const field = { count: 0, mask: 1, slots: 2, entries: 3, matched: 4 };
const headBytes = 20;
const firstColumns = 32;

/** How many records have a name, and whether one of them has it more than once. */
export interface NameCount {
	readonly name: string;
	readonly records: number;
	readonly twice: boolean;
}

/** The columns of JSON: the names of all members that came up, in that order. The compiled scanner looks them up in a table. */
export class JsonColumns {
	readonly names: string[] = [];
	/** Names came up that are none, since there were too many. */
	more = false;
	/** Address of the table. */
	readonly table: number;
	private readonly byName = new Map<string, number>();
	/** Columns that the table has room for. */
	private room = firstColumns;

	constructor(private readonly machine: Machine) {
		const { maxMatched } = machine.scanner;
		this.table = machine.allocate(headBytes);
		this.set(field.count, 0);
		this.set(field.matched, machine.allocate(2 * maxMatched.value));
		this.set(field.entries, machine.allocate(this.entryBytes));
		this.makeSlots();
	}

	/** The same columns in another machine; what one learns the other does not. */
	copy(machine: Machine): JsonColumns {
		const copy = new JsonColumns(machine);
		const { bytes, words } = this.machine;
		this.names.forEach((name, column) => {
			const [at = 0, length = 0] = words.subarray(this.entry(column) / 4);
			copy.add(name, bytes.subarray(at, at + length));
		});
		return copy;
	}

	columnOf(name: string): number | undefined {
		return this.byName.get(name);
	}

	/**
	 * Makes a column of a name that is none, if there may be more.
	 * @param written As it stands in the file between its quotes. Others mostly are written as the first one is.
	 */
	add(name: string, written: Uint8Array): number | undefined {
		if (this.names.length === maxColumns) {
			this.more = true;
			return undefined;
		}
		const { machine, names } = this;
		const column = names.push(name) - 1;
		// The memory that it is in may be another one once there is more of it.
		const kept = Buffer.from(written);
		this.byName.set(name, column);
		if (column === this.room) {
			this.grow();
		}
		const entry = this.entry(column);
		machine.words.fill(0, entry / 4, (entry + this.nameBytes) / 4);
		const { length } = kept;
		if (length > 0 && length <= maxNameLength) {
			const at = machine.allocate(length);
			machine.bytes.set(kept, at);
			machine.words.set([at, length], entry / 4);
			machine.scanner.addName(this.table, column);
		}
		this.set(field.count, names.length);
		return column;
	}

	/** Of the records that the compiled scanner found. */
	get counts(): readonly NameCount[] {
		const { words } = this.machine;
		return this.names.map((name, column) => {
			const [, , records = 0, , twice] = words.subarray(this.entry(column) / 4);
			return { name, records, twice: twice === 1 };
		});
	}

	private grow(): void {
		const { machine } = this;
		const [entries, length] = [this.get(field.entries), this.entryBytes];
		machine.release(this.get(field.slots), this.slotBytes);
		this.room *= 2;
		const moved = machine.allocate(this.entryBytes);
		machine.bytes.copyWithin(moved, entries, entries + length);
		machine.release(entries, length);
		this.set(field.entries, moved);
		this.makeSlots();
		for (let column = 0; column < this.get(field.count); column++) {
			if (machine.words[this.entry(column) / 4 + 1] !== 0) {
				machine.scanner.addName(this.table, column);
			}
		}
	}

	private makeSlots(): void {
		const { machine, slotBytes } = this;
		const slots = machine.allocate(slotBytes);
		machine.words.fill(0, slots / 4, (slots + slotBytes) / 4);
		this.set(field.slots, slots);
		this.set(field.mask, slotBytes / 4 - 1);
	}

	/** Twice as many slots as columns, so that few names share a place. */
	private get slotBytes(): number {
		return 4 * 2 * this.room;
	}

	private get entryBytes(): number {
		return this.nameBytes * this.room;
	}

	private get nameBytes(): number {
		return this.machine.scanner.nameBytes.value;
	}

	private entry(column: number): number {
		return this.get(field.entries) + this.nameBytes * column;
	}

	private get(name: number): number {
		return this.machine.words[this.table / 4 + name] ?? 0;
	}

	private set(name: number, value: number): void {
		this.machine.words[this.table / 4 + name] = value;
	}
}
