import { open } from 'node:fs/promises';
import { decodedMappings, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { onDisk } from '../../../export/diskError';
import { cancelled, throwIfAborted } from '../../../service/cancellation';
import type { MappingGap } from '../mapped';
import { type Opened, refused } from '../mappingRefusal';
import { RecentCache } from '../recentCache';
import { FunctionMap } from './functionMap';
import { type FlatMap, type MapSection, parseSourceMap, type SourceMapLimits } from './sourceMapJson';
import { sourcePath } from './sourcePath';

const usualLimits: SourceMapLimits = {
	bytes: 128 * 1024 ** 2,
	lines: 2_000_000,
	segments: 12_000_000,
	sources: 1_000_000,
	depth: 3,
};

/** What a bundle can have behind the last thing that its map names, in characters. */
const unmappedTail = 1024;

const keptResults = 4096;

/** A place in a bundle. */
export interface BundlePlace {
	/** From 1. */
	readonly line1: number;
	/** From 0; undefined when a trace has lines only. In bytecode an offset. */
	readonly column0: number | undefined;
}

export type SourceMapLookup =
	| {
			readonly kind: 'found';
			/** Normalised, see `sourcePath`. */
			readonly path: string;
			readonly line1: number;
			readonly column1: number;
			/** The function around the place, where Metro wrote one down. */
			readonly functionName: string | undefined;
			/** The map says that the source is not the application's own. */
			readonly library: boolean;
			/** Whether something of the source begins exactly at the place. */
			readonly exact: boolean;
	  }
	| {
			readonly kind: 'notFound';
			readonly reason: Exclude<MappingGap, 'composedMapNeeded'>;
	  };

/** A source map in memory. Its mappings are decoded at the first lookup. */
export class SourceMapFile {
	private readonly parts: readonly MapPart[];
	private readonly results = new RecentCache<string, SourceMapLookup>(keptResults);

	private constructor(
		readonly path: string,
		sections: readonly MapSection[],
		readonly memory: number,
	) {
		this.parts = sections.map((section) => new MapPart(section));
		this.bytecode = sections.some(({ map }) => map.bytecode);
	}

	/** Columns are offsets into the bytecode that Hermes runs, not columns of a text. */
	readonly bytecode: boolean;

	/** @throws AppError `disk`, `cancelled` */
	static async open(
		path: string,
		signal: AbortSignal,
		limits: Partial<SourceMapLimits> = {},
	): Promise<Opened<SourceMapFile>> {
		const allLimits = { ...usualLimits, ...limits };
		const text = await readText(path, allLimits.bytes, signal);
		if (text === undefined) {
			return refused({ kind: 'tooLarge', unit: 'bytes', limit: allLimits.bytes });
		}
		throwIfAborted(signal);
		const sections = parseSourceMap(text, allLimits);
		return 'kind' in sections
			? refused(sections)
			: { kind: 'opened', mapping: new SourceMapFile(path, sections, text.length * 25) };
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

	/** The last part that begins at the place or before. */
	private partAt({ line1, column0 }: BundlePlace): MapPart | undefined {
		let low = 0;
		let high = this.parts.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.parts[middle]?.beginsAfter(line1 - 1, column0 ?? Number.POSITIVE_INFINITY)) {
				high = middle;
			} else {
				low = middle + 1;
			}
		}
		return this.parts[low - 1];
	}
}

/** One section of a map, or a map that has none. */
class MapPart {
	private readonly map: FlatMap;
	private readonly firstLine: number;
	private readonly firstColumn: number;
	private readonly functionMaps = new Map<number, FunctionMap>();
	private trace: TraceMap | undefined;

	constructor({ map, line, column }: MapSection) {
		this.map = map;
		this.firstLine = line;
		this.firstColumn = column;
	}

	/** Both from 0. */
	beginsAfter(line: number, column: number): boolean {
		return line < this.firstLine || (line === this.firstLine && column < this.firstColumn);
	}

	lookup({ line1, column0 }: BundlePlace): SourceMapLookup {
		const line = line1 - 1 - this.firstLine;
		const trace = this.traceMap();
		const segments = decodedMappings(trace)[line] ?? [];
		const [first] = segments;
		const last = segments.at(-1);
		if (!first || !last) {
			return { kind: 'notFound', reason: 'outside' };
		}
		if (column0 === undefined) {
			const sameLine = segments.every(([, source, sourceLine]) => source === first[1] && sourceLine === first[2]);
			return sameLine ? this.found(first, false) : { kind: 'notFound', reason: 'columnNeeded' };
		}
		const column = line === 0 ? column0 - this.firstColumn : column0;
		const segment = column > last[0] + unmappedTail ? null : traceSegment(trace, line, column);
		return segment ? this.found(segment, segment[0] === column) : { kind: 'notFound', reason: 'outside' };
	}

	private found(segment: readonly number[], exact: boolean): SourceMapLookup {
		const [, source, line, column] = segment;
		const name = source === undefined ? undefined : this.map.sources[source];
		const path = name === undefined ? undefined : sourcePath(name, this.map.sourceRoot);
		const inSource = path !== undefined && source !== undefined && line !== undefined && column !== undefined;
		if (!inSource || line < 0 || column < 0) {
			return { kind: 'notFound', reason: 'noSource' };
		}
		const functionName = this.functionMap(source)?.nameAt(line + 1, column);
		const library = this.map.ignored.has(source);
		return { kind: 'found', path, line1: line + 1, column1: column + 1, functionName, library, exact };
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

	private traceMap(): TraceMap {
		// Names of sources are normalised here; the library only needs to count them.
		const { mappings } = this.map;
		this.trace ??= new TraceMap({ version: 3, sources: [], names: [], mappings });
		return this.trace;
	}
}

/** Undefined when it is too large. */
function readText(path: string, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
	return onDisk(path, async () => {
		await using handle = await open(path, 'r');
		const { size } = await handle.stat();
		if (size > maxBytes) {
			return undefined;
		}
		try {
			return await handle.readFile({ encoding: 'utf8', signal });
		} catch (error) {
			throw signal.aborted ? cancelled() : error;
		}
	});
}
