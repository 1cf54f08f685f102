import type { Steps } from '../../../steps';
import type { MappingRefusal } from '../mappingRefusal';
import { countMappings, decodeMappings, type SegmentTable } from './segmentTable';

/** A map without sections, as far as a lookup needs it. Texts of sources are left out. */
export interface FlatMap {
	/** Undefined where the map has `null` or no text. */
	readonly sources: readonly (string | undefined)[];
	readonly sourceRoot: string;
	readonly segments: SegmentTable;
	/** Indexes of sources that are not the application's own. */
	readonly ignored: ReadonlySet<number>;
	/** Metro's maps of functions, by index of the source; undefined when it has none. */
	readonly functions: readonly (FunctionMapText | undefined)[] | undefined;
	/** Made from the bytecode that Hermes runs: columns are offsets. */
	readonly bytecode: boolean;
}

export interface FunctionMapText {
	readonly names: readonly string[];
	readonly mappings: string;
}

/** A map and where in the bundle it begins, from 0. */
export interface MapSection {
	readonly line: number;
	readonly column: number;
	readonly map: FlatMap;
}

export interface SourceMapLimits {
	readonly bytes: number;
	/** Of the bundle. */
	readonly lines: number;
	/** Each takes 16 bytes of memory. */
	readonly segments: number;
	readonly sources: number;
	/** Where functions begin, of all sources. */
	readonly functions: number;
	/** Of its JSON, without the texts of sources. */
	readonly values: number;
	readonly sections: number;
	/** Of sections within sections. */
	readonly depth: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Thrown and caught in this file only: a map is checked from many depths. */
class Refused extends Error {
	constructor(readonly refusal: MappingRefusal) {
		super(refusal.kind);
	}
}

/** Checks the text of a source map, version 3 (ECMA-426), and what Metro and Hermes add to it. */
export function* parseSourceMap(text: string, limits: SourceMapLimits): Steps<readonly MapSection[] | MappingRefusal> {
	try {
		const sections: MapSection[] = [];
		yield* new Collector(limits, sections).add(parseJson(text), { line: 0, column: 0 }, 0);
		return sections;
	} catch (error) {
		if (error instanceof Refused) {
			return error.refusal;
		}
		throw error;
	}
}

function parseJson(text: string): unknown {
	// A byte order mark; and some servers put `)]}'` on a line before JSON.
	const start = text.startsWith('\uFEFF') ? 1 : 0;
	const guarded = text.startsWith(')]}', start);
	try {
		return JSON.parse(guarded ? text.slice(text.indexOf('\n') + 1) : text.slice(start));
	} catch {
		throw new Refused({ kind: 'malformed' });
	}
}

class Collector {
	private segments = 0;
	private sources = 0;
	private functions = 0;

	constructor(
		private readonly limits: SourceMapLimits,
		private readonly sections: MapSection[],
	) {}

	*add(value: unknown, start: { readonly line: number; readonly column: number }, depth: number): Steps<void> {
		if (!isObject(value)) {
			throw new Refused({ kind: 'notAMapping' });
		}
		const { version, sections, mappings } = value;
		if (version !== 3 && String(version) !== '3') {
			const unknown = typeof version === 'number' || typeof version === 'string';
			throw new Refused(unknown ? { kind: 'unknownVersion', version: String(version) } : { kind: 'notAMapping' });
		}
		if (Array.isArray(sections)) {
			yield* this.addSections(sections, start, depth);
		} else if (typeof mappings === 'string') {
			const map = yield* this.flatMap(value, mappings, start.line);
			this.sections.push({ ...start, map });
			this.checkLimit('sections', this.sections.length);
		} else {
			throw new Refused({ kind: 'notAMapping' });
		}
	}

	private *addSections(
		list: readonly unknown[],
		start: { readonly line: number; readonly column: number },
		depth: number,
	): Steps<void> {
		if (depth >= this.limits.depth) {
			throw new Refused({ kind: 'tooDeep' });
		}
		for (const section of list) {
			const offset = isObject(section) ? section['offset'] : undefined;
			if (!isObject(section) || !isObject(offset) || !isPlace(offset['line']) || !isPlace(offset['column'])) {
				throw new Refused({ kind: 'malformed' });
			}
			if (!isObject(section['map'])) {
				throw new Refused({ kind: 'url' in section ? 'externalSection' : 'malformed' });
			}
			const line = start.line + offset['line'];
			const column = (offset['line'] === 0 ? start.column : 0) + offset['column'];
			const last = this.sections.at(-1);
			if (last && (line < last.line || (line === last.line && column < last.column))) {
				throw new Refused({ kind: 'malformed' });
			}
			this.checkLimit('lines', line);
			yield;
			yield* this.add(section['map'], { line, column }, depth + 1);
		}
	}

	private *flatMap(value: JsonObject, mappings: string, firstLine: number): Steps<FlatMap> {
		const { sources, sourceRoot } = value;
		if (!Array.isArray(sources)) {
			throw new Refused({ kind: 'notAMapping' });
		}
		this.sources += sources.length;
		this.checkLimit('sources', this.sources);
		const segments = yield* this.segmentsOf(mappings, firstLine);
		const metadata = value['x_facebook_sources'];
		const functions = Array.isArray(metadata) ? metadata.map(functionMapOf) : undefined;
		for (const text of functions ?? []) {
			this.functions += text ? (yield* countMappings(text.mappings)).segments : 0;
			this.checkLimit('functions', this.functions);
		}
		const ignored = value['ignoreList'] ?? value['x_google_ignoreList'];
		return {
			sources: sources.map((source) => (typeof source === 'string' ? source : undefined)),
			sourceRoot: typeof sourceRoot === 'string' ? sourceRoot : '',
			segments,
			ignored: new Set(Array.isArray(ignored) ? ignored.filter(isPlace) : []),
			functions,
			bytecode: isBytecode(value, mappings, Array.isArray(metadata)),
		};
	}

	/** Counted before they are decoded: what is two bytes of text is sixteen of memory. */
	private *segmentsOf(mappings: string, firstLine: number): Steps<SegmentTable> {
		const counts = yield* countMappings(mappings);
		this.segments += counts.segments;
		this.checkLimit('lines', firstLine + counts.lines);
		this.checkLimit('segments', this.segments);
		const table = yield* decodeMappings(mappings, counts);
		if (!table) {
			throw new Refused({ kind: 'malformed' });
		}
		return table;
	}

	private checkLimit(unit: 'lines' | 'segments' | 'sources' | 'sections' | 'functions', count: number): void {
		const limit = this.limits[unit];
		if (count > limit) {
			throw new Refused({ kind: 'tooLarge', unit, limit });
		}
	}
}

/** Hermes adds the offsets of functions; Metro's compositions of older versions have one line of what it made. */
function isBytecode(value: JsonObject, mappings: string, fromMetro: boolean): boolean {
	return isObject(value['x_hermes_function_offsets']) || (fromMetro && !mappings.includes(';'));
}

/** Of each source Metro has a list whose first item is the map of functions. */
function functionMapOf(metadata: unknown): FunctionMapText | undefined {
	const first: unknown = Array.isArray(metadata) ? metadata[0] : undefined;
	if (!isObject(first) || typeof first['mappings'] !== 'string') {
		return undefined;
	}
	return { names: texts(first['names']), mappings: first['mappings'] };
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : '')) : [];
}

function isPlace(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
