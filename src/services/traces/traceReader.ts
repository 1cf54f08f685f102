import type { ExportEntry } from '../../core/export/model/entry';
import { buildColumnOf, buildOf } from '../../core/records/table/buildColumn';
import type { Trace } from '../../core/stack/trace/model';
import type { OpenTraces, RecordTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { readable } from '../../shared/readableValue';
import type { Column } from '../../shared/results';
import type { Deobfuscation, Mappings, TraceOrigin } from '../mappings/mappings';
import { originOf } from '../mappings/traceOrigin';
import { partsOf, type TracePart } from './traceParts';

/** What a record's value holds of stack traces. */
export interface ReadValue {
	readonly origin: TraceOrigin;
	readonly original: readonly TracePart[];
	/** The traces of `original`, to be disposed of with them. */
	readonly opened: OpenTraces;
	/** Undefined when nothing was deobfuscated. */
	readonly deobfuscated: readonly TracePart[] | undefined;
	/** Of the first trace that is minified. */
	readonly deobfuscation: Deobfuscation;
	/** The value behind what was read. */
	readonly rest: string;
	/** Of the record, or the first line of its trace. */
	readonly title: string;
	/** Length of the whole value where only its beginning is here (UTF-16 units). */
	readonly cutFrom: number | undefined;
	/** Reading the value took too long: there may be more traces and frames. */
	readonly cutShort: boolean;
}

/** Records whose traces are read. */
interface TracedRecords {
	columns(): Promise<readonly Column[]>;
	traces(place: Omit<TracesPlace, 'session'>, signal: AbortSignal): Promise<RecordTraces>;
}

/** Titles of tabs (characters). */
const maxTitleLength = 60;

/** Its whole value is JSON, which is shown as a tree beside what is read here. */
const jsonColumn = 'error_json';

/** Reads the traces in a record's value and deobfuscates them. */
export class TraceReader {
	constructor(
		private readonly records: TracedRecords,
		private readonly mappings: Pick<Mappings, 'deobfuscate'>,
		/** The export that the records are of. */
		private readonly entry: () => ExportEntry | undefined,
	) {}

	/** Undefined when there is no trace in the value. */
	async read(number: number, column: number, signal: AbortSignal): Promise<ReadValue | undefined> {
		const columns = await this.records.columns();
		const columnOf = (name: string) => {
			const index = columns.findIndex((known) => known.name === name);
			return index < 0 ? undefined : index;
		};
		const place = { number, column, osNameColumn: columnOf('os_name') };
		const { record, traces, cutShort, opened } = await this.records.traces(place, signal);
		if (traces.length === 0 && !cutShort) {
			return undefined;
		}
		try {
			const build = buildOf(record.values[buildColumnOf(columns) ?? -1]);
			const origin = originOf((name) => record.values[columnOf(name) ?? -1], this.entry(), build);
			const { read, rest } = readable(record.values[column] ?? '');
			const isJson = columns[column]?.name === jsonColumn;
			const original = partsOf(read, traces, !isJson);
			const name = record.values[columnOf('error_name') ?? -1] ?? '';
			return {
				origin,
				original,
				opened,
				...(await this.applyMappings(original, origin, signal)),
				rest: isJson ? '' : rest,
				title: titleOf(name, original),
				cutFrom: record.cut?.find((cut) => cut.column === column)?.length,
				cutShort,
			};
		} catch (error) {
			opened[Symbol.dispose]();
			throw error;
		}
	}

	private async applyMappings(
		parts: readonly TracePart[],
		origin: TraceOrigin,
		signal: AbortSignal,
	): Promise<Pick<ReadValue, 'deobfuscated' | 'deobfuscation'>> {
		let deobfuscation: Deobfuscation = { kind: 'notNeeded' };
		const deobfuscated: TracePart[] = [];
		for (const part of parts) {
			const opened = part.kind === 'trace' ? part.opened : undefined;
			const answer: Deobfuscation = opened
				? await this.mappings.deobfuscate(opened, origin, signal)
				: { kind: 'notNeeded' };
			deobfuscation = deobfuscation.kind === 'notNeeded' ? answer : deobfuscation;
			deobfuscated.push(answer.kind === 'done' ? deobfuscatedPart(answer.result.plain, answer.result.origins) : part);
		}
		return { deobfuscated: deobfuscation.kind === 'done' ? deobfuscated : undefined, deobfuscation };
	}
}

export function deobfuscatedPart(trace: Trace, origins?: Extract<TracePart, { kind: 'trace' }>['origins']): TracePart {
	return { kind: 'trace', text: trace.lines.join('\n'), trace, origins };
}

function titleOf(name: string, parts: readonly TracePart[]): string {
	const [firstLine = ''] = (parts.find(({ kind }) => kind === 'trace')?.text ?? '').trim().split('\n', 1);
	const title = name === '' ? firstLine : name;
	return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title;
}
