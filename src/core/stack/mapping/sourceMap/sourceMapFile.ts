import { open } from 'node:fs/promises';
import { RecentCache } from '../../../../shared/recentCache';
import { cancelled, throwIfAborted } from '../../../common/cancellation';
import { Scheduler } from '../../../common/scheduler';
import { partitionPoint } from '../../../common/sorting';
import { onDisk } from '../../../files/diskError';
import type { MappingGap } from '../result/mapped';
import { type Opened, refused } from '../result/mappingProblem';
import { FunctionMap } from './functionMap';
import type { Segment } from './segmentTable';
import {
	type FlatMap,
	type MapSection,
	type ParsedSourceMap,
	parseSourceMap,
	type SourceMapLimits,
} from './sourceMapJson';
import { sourcePath } from './sourcePath';

export const usualLimits: SourceMapLimits = {
	bytes: 128 * 1024 ** 2,
	lines: 2_000_000,
	segments: 12_000_000,
	sources: 200_000,
	functions: 2_000_000,
	values: 2_000_000,
	sections: 50_000,
	depth: 3,
};

/**
 * Maximum distance, in characters, from the last segment in a bundle line to a position that belongs to this segment.
 */
const unmappedTail = 1024;

const maxCachedResults = 4096;

export interface BundlePlace {
	readonly line1: number;
	/** Zero-based column, or byte offset in bytecode. Undefined if the trace contains only line numbers. */
	readonly column0: number | undefined;
}

export type SourceMapLookup =
	| {
			readonly kind: 'found';
			readonly path: string;
			readonly line1: number;
			readonly column1: number;
			/** Name of the enclosing function. Undefined if Metro did not record it. */
			readonly functionName: string | undefined;
			readonly library: boolean;
			/** Whether a segment of the map starts exactly at this position. */
			readonly exact: boolean;
	  }
	| {
			readonly kind: 'notFound';
			readonly reason: Exclude<MappingGap, 'composedMapNeeded'>;
	  };

export class SourceMapFile {
	private readonly parts: readonly MapPart[];
	private readonly textBytes: number;
	private readonly results = new RecentCache<string, SourceMapLookup>(maxCachedResults);

	private constructor(
		readonly path: string,
		{ sections, textBytes }: ParsedSourceMap,
	) {
		this.textBytes = textBytes;
		this.parts = sections.map((section) => new MapPart(section));
		this.bytecode = sections.some(({ map }) => map.bytecode);
	}

	/** Whether the columns in the map are Hermes bytecode offsets instead of text columns. */
	readonly bytecode: boolean;

	/** Parses a source map file. Throws `disk` or `cancelled`. */
	static async open(
		path: string,
		signal: AbortSignal,
		limits: Partial<SourceMapLimits> = {},
	): Promise<Opened<SourceMapFile>> {
		const allLimits = { ...usualLimits, ...limits };
		const bytes = await readBytes(path, allLimits.bytes, signal);
		if (bytes === undefined) {
			return refused({ kind: 'tooLarge', unit: 'bytes', limit: allLimits.bytes });
		}
		throwIfAborted(signal);
		const scheduler = new Scheduler(signal);
		const { result: parsed } = await scheduler.run(parseSourceMap(bytes, allLimits));
		return 'kind' in parsed ? parsed : { kind: 'opened', mapping: new SourceMapFile(path, parsed) };
	}

	get memory(): number {
		return this.parts.reduce((sum, { memory }) => sum + memory, this.textBytes * 3);
	}

	lookup(place: BundlePlace): SourceMapLookup {
		const key = `${place.line1}:${place.column0 ?? ''}`;
		let result = this.results.get(key);
		if (!result) {
			result = this.partAt(place)?.lookup(place) ?? { kind: 'notFound', reason: 'outside' };
			this.results.set(key, result);
		}
		return result;
	}

	private partAt({ line1, column0 }: BundlePlace): MapPart | undefined {
		const { parts } = this;
		const column = column0 ?? Number.POSITIVE_INFINITY;
		return parts[partitionPoint(0, parts.length, (index) => !parts[index]?.beginsAfter(line1 - 1, column)) - 1];
	}
}

class MapPart {
	private readonly map: FlatMap;
	private readonly firstLine: number;
	private readonly firstColumn: number;
	private readonly functionMaps = new Map<number, FunctionMap>();

	constructor({ map, line, column }: MapSection) {
		this.map = map;
		this.firstLine = line;
		this.firstColumn = column;
	}

	get memory(): number {
		return this.map.segments.memory;
	}

	beginsAfter(line: number, column: number): boolean {
		return line < this.firstLine || (line === this.firstLine && column < this.firstColumn);
	}

	lookup({ line1, column0 }: BundlePlace): SourceMapLookup {
		const line = line1 - 1 - this.firstLine;
		const { segments } = this.map;
		const { start, end } = segments.getRange(line);
		if (start === end) {
			return { kind: 'notFound', reason: 'outside' };
		}
		if (column0 === undefined) {
			return segments.hasOneSourceLine(line)
				? this.found(segments.segment(start), false)
				: { kind: 'notFound', reason: 'columnNeeded' };
		}
		const column = line === 0 ? column0 - this.firstColumn : column0;
		const isBehind = column > segments.segment(end - 1).column + unmappedTail;
		const segment = isBehind ? undefined : segments.find(line, column);
		return segment ? this.found(segment, segment.column === column) : { kind: 'notFound', reason: 'outside' };
	}

	private found({ source, sourceLine, sourceColumn }: Segment, exact: boolean): SourceMapLookup {
		const name = this.map.sources[source];
		const path = name === undefined ? undefined : sourcePath(name, this.map.sourceRoot);
		if (path === undefined || sourceLine < 0 || sourceColumn < 0) {
			return { kind: 'notFound', reason: 'noSource' };
		}
		const functionName = this.functionMap(source)?.nameAt(sourceLine + 1, sourceColumn);
		const library = this.map.ignored.has(source);
		return { kind: 'found', path, line1: sourceLine + 1, column1: sourceColumn + 1, functionName, library, exact };
	}

	private functionMap(source: number): FunctionMap | undefined {
		const known = this.functionMaps.get(source);
		const text = this.map.functions?.[source];
		if (known || !text) {
			return known;
		}
		const functions = new FunctionMap(text);
		this.functionMaps.set(source, functions);
		return functions;
	}
}

function readBytes(path: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
	return onDisk(path, async () => {
		await using handle = await open(path, 'r');
		const { size } = await handle.stat();
		if (size > maxBytes) {
			return undefined;
		}
		try {
			return await handle.readFile({ signal });
		} catch (error) {
			throw signal.aborted ? cancelled() : error;
		}
	});
}
