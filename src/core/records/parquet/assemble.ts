import { damaged, unsupported } from './format/fault';
import type { SchemaGroup, SchemaNode } from './format/schema';
import type { ColumnReader } from './pages/columnReader';
import type { WriteValue } from './texts/valueTexts';

/** Maximum length of a record as JSON, in UTF-16 code units. Records in JSON files have a similar limit. */
const maxRecordLength = 32 * 1024 * 1024;

export interface LeafValues {
	readonly reader: ColumnReader;
	readonly write: WriteValue;
}

/** Assembles nested values from leaf columns as JSON (see "Nested Encoding" at https://parquet.apache.org/docs). */
export class RecordAssembler {
	private room = maxRecordLength;

	constructor(private readonly leaves: readonly LeafValues[]) {}

	begin(): void {
		this.room = maxRecordLength;
	}

	value(node: SchemaNode): string {
		return node.isRepeated ? this.repeated(node) : this.single(node);
	}

	private single(node: SchemaNode): string {
		if (node.kind === 'leaf') {
			return this.entry(node.index);
		}
		if (this.definition(node) < node.definition) {
			this.skip(node);
			return this.counted('null');
		}
		switch (node.kind) {
			case 'list':
				return this.list(node);
			case 'map':
				return this.map(node);
			case 'struct':
				return this.struct(node);
		}
	}

	private struct({ children }: SchemaGroup): string {
		return `{${children.map((child) => `${this.name(child)}:${this.value(child)}`).join(',')}}`;
	}

	/** Writes a list. The repeated child contains the element or, in older files, is the element. */
	private list({ children }: SchemaGroup): string {
		const [repeated] = children;
		if (!repeated) {
			throw damaged('schema');
		}
		const [element, another] = repeated.kind === 'leaf' ? [] : repeated.children;
		const isElement = !element || another || /^array$|_tuple$/.test(repeated.element.name);
		return isElement ? this.repeated(repeated) : this.elements(repeated, () => this.value(element));
	}

	private map({ children }: SchemaGroup): string {
		const [entries] = children;
		const [key, value] = entries?.kind === 'struct' ? entries.children : [];
		if (!entries || !key || !value) {
			throw damaged('schema');
		}
		const pairs = this.elements(entries, () => {
			const name = this.value(key);
			return `${name.startsWith('"') ? name : JSON.stringify(name)}:${this.value(value)}`;
		});
		return `{${pairs.slice(1, -1)}}`;
	}

	private repeated(node: SchemaNode): string {
		return this.elements(node, () => this.single(node));
	}

	private elements(node: SchemaNode, next: () => string): string {
		if (this.definition(node) < node.definition) {
			this.skip(node);
			return '[]';
		}
		const texts = [next()];
		while (this.repetition(node) === node.repetition) {
			texts.push(next());
		}
		return `[${texts.join(',')}]`;
	}

	private name({ element }: SchemaNode): string {
		return this.counted(JSON.stringify(element.name));
	}

	private entry(leaf: number): string {
		const { reader, write } = this.leaf(leaf);
		const entry = reader.entries[reader.at];
		if (entry === undefined) {
			throw damaged('levels');
		}
		if (typeof entry === 'object' && entry !== null && entry.length > this.room) {
			throw unsupported('record size');
		}
		reader.at++;
		return this.counted(entry === null ? 'null' : typeof entry === 'string' ? entry : write(entry));
	}

	private counted(text: string): string {
		this.room -= text.length + 1;
		if (this.room < 0) {
			throw unsupported('record size');
		}
		return text;
	}

	private definition({ index, definition }: SchemaNode): number {
		const { reader } = this.leaf(index);
		return reader.isNested ? (reader.definitions[reader.at] ?? 0) : definition;
	}

	private repetition({ index }: SchemaNode): number {
		const { reader } = this.leaf(index);
		return reader.repetitions[reader.at] ?? -1;
	}

	private skip(node: SchemaNode): void {
		const count = node.kind === 'leaf' ? 1 : node.leaves;
		for (let index = node.index; index < node.index + count; index++) {
			this.leaf(index).reader.at++;
		}
	}

	private leaf(index: number): LeafValues {
		const leaf = this.leaves[index];
		if (!leaf) {
			throw damaged('schema');
		}
		return leaf;
	}
}
