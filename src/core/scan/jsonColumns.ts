import type { ScannerInstance } from './scannerInstance';

const maxColumns = 16_384;

/** Maximum length of a name in the hash table, in bytes. Longer names are left to a slower scanner. */
const maxNameBytes = 128;

/** Offsets, in words, of the hash table's fields in memory (see `wasm/jsonNames.ts`). */
const field = { count: 0, mask: 1, slots: 2, entries: 3, matched: 4 };
const headBytes = 20;
const firstColumns = 32;

export interface NameCount {
	readonly name: string;
	readonly records: number;
	readonly twice: boolean;
}

/** Names of all members in a JSON file, in order of first occurrence. A hash table makes them fast to find. */
export class JsonColumns {
	readonly names: string[] = [];
	more = false;
	readonly table: number;
	private readonly byName = new Map<string, number>();
	private room = firstColumns;

	constructor(private readonly instance: ScannerInstance) {
		const { maxMatched } = instance.scanner;
		this.table = instance.allocate(headBytes);
		this.set(field.count, 0);
		this.set(field.matched, instance.allocate(2 * maxMatched.value));
		this.set(field.entries, instance.allocate(this.entryBytes));
		this.makeSlots();
	}

	/** Copies the columns to another scanner instance. Columns that are added later aren't copied. */
	copy(instance: ScannerInstance): JsonColumns {
		const copy = new JsonColumns(instance);
		const { bytes, words } = this.instance;
		this.names.forEach((name, column) => {
			const [at = 0, length = 0] = words.subarray(this.entry(column) / 4);
			copy.add(name, bytes.subarray(at, at + length));
		});
		return copy;
	}

	getColumn(name: string): number | undefined {
		return this.byName.get(name);
	}

	/** Adds a column. The compiled scanner recognizes its name only if the bytes in the file equal `written`. */
	add(name: string, written: Uint8Array): number | undefined {
		if (this.names.length === maxColumns) {
			this.more = true;
			return undefined;
		}
		const { instance, names } = this;
		const column = names.push(name) - 1;
		// Copies the name, because the scanner's memory can move when it grows.
		const retained = Buffer.from(written);
		this.byName.set(name, column);
		if (column === this.room) {
			this.grow();
		}
		const entry = this.entry(column);
		instance.words.fill(0, entry / 4, (entry + this.nameBytes) / 4);
		const { length } = retained;
		if (length > 0 && length <= maxNameBytes) {
			const at = instance.allocate(length);
			instance.bytes.set(retained, at);
			instance.words.set([at, length], entry / 4);
			instance.scanner.addName(this.table, column);
		}
		this.set(field.count, names.length);
		return column;
	}

	/** Number of records with each name, among the records that the compiled scanner has found. */
	get counts(): readonly NameCount[] {
		const { words } = this.instance;
		return this.names.map((name, column) => {
			const [, , records = 0, , twice] = words.subarray(this.entry(column) / 4);
			return { name, records, twice: twice === 1 };
		});
	}

	private grow(): void {
		const { instance } = this;
		const [entries, length] = [this.get(field.entries), this.entryBytes];
		instance.release(this.get(field.slots), this.slotBytes);
		this.room *= 2;
		const moved = instance.allocate(this.entryBytes);
		instance.bytes.copyWithin(moved, entries, entries + length);
		instance.release(entries, length);
		this.set(field.entries, moved);
		this.makeSlots();
		for (let column = 0; column < this.get(field.count); column++) {
			if (instance.words[this.entry(column) / 4 + 1] !== 0) {
				instance.scanner.addName(this.table, column);
			}
		}
	}

	private makeSlots(): void {
		const { instance, slotBytes } = this;
		const slots = instance.allocate(slotBytes);
		instance.words.fill(0, slots / 4, (slots + slotBytes) / 4);
		this.set(field.slots, slots);
		this.set(field.mask, slotBytes / 4 - 1);
	}

	/** Size of all slots in bytes. There are twice as many slots as columns, so that collisions are rare. */
	private get slotBytes(): number {
		return 4 * 2 * this.room;
	}

	private get entryBytes(): number {
		return this.nameBytes * this.room;
	}

	private get nameBytes(): number {
		return this.instance.scanner.nameBytes.value;
	}

	private entry(column: number): number {
		return this.get(field.entries) + this.nameBytes * column;
	}

	private get(name: number): number {
		return this.instance.words[this.table / 4 + name] ?? 0;
	}

	private set(name: number, value: number): void {
		this.instance.words[this.table / 4 + name] = value;
	}
}
