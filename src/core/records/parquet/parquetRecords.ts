import type { FileMetaData, RowGroup } from 'hyparquet';
import type { Scheduler } from '../../common/scheduler';
import { type LeafValues, RecordAssembler } from './assemble';
import type { ByteSource } from './format/byteSource';
import { damaged } from './format/fault';
import { readFooter } from './format/footer';
import { readSchema, type Schema } from './format/schema';
import { ColumnReader } from './pages/columnReader';
import { PageBudget } from './pages/pageBudget';
import { windowBytesFor } from './pages/pageStream';
import { writerOf } from './texts/valueTexts';

/** Approximate number of UTF-16 code units in a chunk of text. */
const chunkLength = 1024 * 1024;

/** Limits for decoding records together. The limit for nested records is lower, because they can be large. */
const recordsAtOnce = 1024;
const nestedAtOnce = 64;
const cellsAtOnce = 32 * 1024;

/** Maximum total length of all dictionary values that are cached as text, in UTF-16 code units. */
const dictionaryTexts = 64 * 1024 * 1024;

interface RecordListPart {
	readonly text: string;
	readonly share: number;
}

interface ListedRecords {
	readonly text: string;
	readonly records: number;
}

/** Reads the records of a Parquet file as JSON, one row group at a time. Only a few pages are in memory at a time. */
export class ParquetRecords {
	readonly names: readonly string[];
	private readonly schema: Schema;

	private constructor(
		private readonly source: ByteSource,
		private readonly metadata: FileMetaData,
	) {
		this.schema = readSchema(metadata);
		this.names = distinctNames(this.schema.columns.map(({ element }) => element.name));
	}

	/** @throws ParquetError, or AppError `cancelled` */
	static async open(source: ByteSource, scheduler: Scheduler): Promise<ParquetRecords> {
		return new ParquetRecords(source, await readFooter(source, scheduler));
	}

	/** Yields the records as a JSON array. If an error is thrown, the array has no closing bracket. */
	async *list(scheduler: Scheduler): AsyncGenerator<RecordListPart, void, void> {
		const { row_groups: groups } = this.metadata;
		const all = groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
		let read = 0;
		for (const group of groups) {
			for await (const { text, records } of this.group(group, scheduler)) {
				if (records === 0) {
					continue;
				}
				yield { text: `${read === 0 ? '[' : ',\n'}${text}`, share: read / all };
				read += records;
			}
		}
		yield { text: read === 0 ? '[]' : ']', share: 1 };
	}

	private async *group(group: RowGroup, scheduler: Scheduler): AsyncGenerator<ListedRecords, void, void> {
		const { columns, leaves } = this.schema;
		const rows = Number(group.num_rows);
		if (!(rows >= 0)) {
			throw damaged('row group');
		}
		if (rows === 0 || leaves.length === 0) {
			return;
		}
		const values = this.open(group, scheduler);
		const assembler = new RecordAssembler(values);
		const heads = this.names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
		const most = Math.min(
			values.some(({ reader }) => reader.isNested) ? nestedAtOnce : recordsAtOnce,
			Math.max(1, Math.floor(cellsAtOnce / leaves.length)),
		);
		const part = new ListPart();
		try {
			for (let left = rows; left > 0; ) {
				let available = Math.min(left, most);
				for (const { reader } of values) {
					available = Math.min(available, await reader.fill(available));
				}
				if (available === 0) {
					throw damaged('row group');
				}
				for (let record = 0; record < available; record++) {
					assembler.begin();
					for (const [index, column] of columns.entries()) {
						part.add(heads[index] ?? '', assembler.value(column));
					}
					part.endRecord();
					if (part.length >= chunkLength) {
						yield part.take();
					}
				}
				for (const { reader } of values) {
					reader.finish(available);
				}
				left -= available;
				if (scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
		} catch (error) {
			// The records before a damaged record are valid, so they are returned before the error is thrown.
			yield part.take();
			throw error;
		}
		yield part.take();
	}

	private open(group: RowGroup, scheduler: Scheduler): readonly LeafValues[] {
		const { leaves, columns } = this.schema;
		const topLevel = new Set(columns.flatMap((column) => (column.kind === 'leaf' ? [column.index] : [])));
		const context = {
			source: this.source,
			scheduler,
			pages: new PageBudget(),
			texts: { characters: dictionaryTexts },
			windowBytes: windowBytesFor(leaves.length),
		};
		return leaves.map((leaf, index) => {
			const chunk = group.columns[index];
			if (!chunk) {
				throw damaged('row group');
			}
			const write = writerOf(leaf.element);
			return { reader: new ColumnReader(leaf, chunk, topLevel.has(index), write, context), write };
		});
	}
}

class ListPart {
	length = 0;
	private texts: string[] = [];
	private records = 0;
	private complete = 0;

	add(head: string, value: string): void {
		this.texts.push(head, value);
		this.length += head.length + value.length;
	}

	endRecord(): void {
		this.texts.push('}', ',\n');
		this.complete = this.texts.length - 1;
		this.records++;
	}

	take(): ListedRecords {
		const { texts, records, complete } = this;
		this.texts = [];
		this.length = 0;
		this.records = 0;
		this.complete = 0;
		return { text: texts.slice(0, complete).join(''), records };
	}
}

/** Appends column numbers to duplicate names, because the properties of a JSON object must have unique names. */
function distinctNames(names: readonly string[]): readonly string[] {
	const used = new Set(names);
	const seen = new Set<string>();
	return names.map((name, index) => {
		let distinct = name;
		while (seen.has(distinct) || (distinct !== name && used.has(distinct))) {
			distinct = `${distinct}_${index + 1}`;
		}
		seen.add(distinct);
		return distinct;
	});
}
