import type { ExportEntry } from '../../core/export/model/entry';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import { getOrigin } from '../../core/mappings/traceOrigins';
import { getBuild, getBuildColumn } from '../../core/records/table/buildColumn';
import type { Trace } from '../../core/stack/trace/model';
import { readable } from '../../shared/readableValue';
import type { Column } from '../../shared/results';
import type { OpenTrace, OpenTraces, RecordTraces } from '../openTraces';
import type { TracesPlace } from '../protocol';
import type { Deobfuscation } from './deobfuscateTrace';
import { getParts, type TracePart } from './traceParts';

export interface ReadValue {
	readonly origin: TraceOrigin;
	readonly original: readonly TracePart[];
	/** Handle for the cached traces in `original`. The caller must dispose of it. */
	readonly opened: OpenTraces;
	readonly deobfuscated: readonly TracePart[] | undefined;
	readonly deobfuscation: Deobfuscation;
	readonly rest: string;
	readonly title: string;
	/** Total length of the value in UTF-16 code units. Undefined if the entire value was loaded. */
	readonly cutFrom: number | undefined;
	readonly cutShort: boolean;
}

interface Deobfuscator {
	deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation>;
}

interface TracedRecords {
	columns(): Promise<readonly Column[]>;
	traces(place: Omit<TracesPlace, 'session'>, signal: AbortSignal): Promise<RecordTraces>;
}

const maxTitleLength = 60;

/** Column with JSON values. The JSON is displayed as a tree together with the parsed traces. */
const jsonColumn = 'error_json';

export class TraceReader {
	constructor(
		private readonly records: TracedRecords,
		private readonly mappings: Deobfuscator,
		private readonly entry: () => ExportEntry | undefined,
	) {}

	async read(number: number, column: number, signal: AbortSignal): Promise<ReadValue | undefined> {
		const columns = await this.records.columns();
		const getColumn = (name: string) => {
			const index = columns.findIndex((known) => known.name === name);
			return index < 0 ? undefined : index;
		};
		const place = { number, column, osNameColumn: getColumn('os_name') };
		const { record, traces, cutShort, opened } = await this.records.traces(place, signal);
		if (traces.length === 0 && !cutShort) {
			return undefined;
		}
		try {
			const build = getBuild(record.values[getBuildColumn(columns) ?? -1]);
			const origin = getOrigin((name) => record.values[getColumn(name) ?? -1], this.entry(), build);
			const { read, rest } = readable(record.values[column] ?? '');
			const isJson = columns[column]?.name === jsonColumn;
			const original = getParts(read, traces, !isJson);
			const name = record.values[getColumn('error_name') ?? -1] ?? '';
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
