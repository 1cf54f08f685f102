import { lineFeed, openBrace, openBracket, quote, semicolon } from '../../../../shared/ascii';
import { Bitset } from '../../../common/bitset';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { isObject } from '../../../common/parseJson';
import { byteOrderMark } from '../../../files/byteOrderMark';
import { type RefusedMapping, refused } from '../result/mappingProblem';
import { JsonParts, LongValue, type Members } from './jsonParts';
import { type ByteSpan, JsonWalk } from './jsonWalk';
import { malformed, RefusedMap } from './refusedMap';
import { countMappings, decodeMappings, type SegmentTable } from './segmentTable';

export interface FlatMap {
	/** Paths of the sources. An element is undefined if the map contains no string for it. */
	readonly sources: readonly (string | undefined)[];
	/** Prefix of all source paths. Undefined if it is longer than any valid path. */
	readonly sourceRoot: string | undefined;
	readonly segments: SegmentTable;
	readonly ignored: Pick<Bitset, 'has'>;
	readonly functions: readonly (FunctionMapText | undefined)[] | undefined;
	readonly bytecode: boolean;
}

export interface FunctionMapText {
	readonly names: readonly string[];
	readonly mappings: string;
}

export interface MapSection {
	readonly line: number;
	readonly column: number;
	readonly map: FlatMap;
}

export interface SourceMapLimits {
	readonly bytes: number;
	readonly lines: number;
	/** Maximum number of segments. Each segment uses 16 bytes of memory. */
	readonly segments: number;
	readonly sources: number;
	readonly functions: number;
	/** Maximum number of JSON values, excluding source contents. */
	readonly values: number;
	readonly sections: number;
	readonly depth: number;
}

type SectionOffset = Omit<MapSection, 'map'>;

const memberNames = [
	'version',
	'sections',
	'mappings',
	'sources',
	'sourceRoot',
	'x_facebook_sources',
	'ignoreList',
	'x_google_ignoreList',
	'x_hermes_function_offsets',
] as const;

type MapMembers = Members<(typeof memberNames)[number]>;

/** Name of the property with the source contents. It is skipped, because it is large and not needed. */
const textsOfSources = 'sourcesContent';

/** First bytes of a line that some servers insert before the JSON text. */
const guard = Buffer.from(")]}'").subarray(0, 3);

/** Maximum size of a source's function map in bytes. Functions after this limit get no name. */
const maxFunctionText = 4 * 1024 ** 2;

export interface ParsedSourceMap {
	readonly sections: readonly MapSection[];
	readonly textBytes: number;
}

/** Parses a source map of version 3 (ECMA-426) with the extensions of Metro and Hermes. */
export function* parseSourceMap(
	bytes: Buffer,
	limits: SourceMapLimits,
): CooperativeTask<ParsedSourceMap | RefusedMapping> {
	try {
		const walk = new JsonWalk(bytes, textsOfSources, limits.values);
		const parts = new JsonParts(walk);
		const [value, members] = yield* parts.whole(getBeginning(bytes), memberNames);
		const sections: MapSection[] = [];
		yield* new Collector(parts, limits, sections).add(value, members, { line: 0, column: 0 }, 0);
		return { sections, textBytes: bytes.length - walk.leftOut };
	} catch (error) {
		if (error instanceof RefusedMap) {
			return refused(error.problem);
		}
		throw error;
	}
}

function getBeginning(bytes: Buffer): number {
	const start = begins(bytes, 0, byteOrderMark) ? byteOrderMark.length : 0;
	return begins(bytes, start, guard) ? bytes.indexOf(lineFeed) + 1 : start;
}

function begins(bytes: Buffer, start: number, what: Buffer): boolean {
	return bytes.subarray(start, start + what.length).equals(what);
}

class Collector {
	private segments = 0;
	private sources = 0;
	private functions = 0;

	constructor(
		private readonly parts: JsonParts,
		private readonly limits: SourceMapLimits,
		private readonly sections: MapSection[],
	) {}

	*add(value: ByteSpan, members: MapMembers, start: SectionOffset, depth: number): CooperativeTask<void> {
		const { parts } = this;
		if (parts.firstOf(value) !== openBrace) {
			throw new RefusedMap({ kind: 'notAMapping' });
		}
		const version = parts.value(members.version);
		if (version !== 3 && String(version) !== '3') {
			const unknown = typeof version === 'number' || typeof version === 'string';
			throw new RefusedMap(unknown ? { kind: 'unknownVersion', version: String(version) } : { kind: 'notAMapping' });
		}
		if (members.sections && parts.firstOf(members.sections) === openBracket) {
			yield* this.addSections(members.sections, start, depth);
		} else if (members.mappings && parts.firstOf(members.mappings) === quote) {
			const map = yield* this.flatMap(members, members.mappings, start.line);
			this.sections.push({ ...start, map });
			this.checkLimit('sections', this.sections.length);
		} else {
			throw new RefusedMap({ kind: 'notAMapping' });
		}
	}

	private *addSections(list: ByteSpan, start: SectionOffset, depth: number): CooperativeTask<void> {
		if (depth >= this.limits.depth) {
			throw new RefusedMap({ kind: 'tooDeep' });
		}
		const { parts } = this;
		for (const item of yield* parts.items(list)) {
			yield;
			const isSection = parts.firstOf(item) === openBrace;
			const section = isSection ? yield* parts.members(item, ['offset', 'map', 'url']) : {};
			const offset = parts.value(section.offset);
			if (!isObject(offset) || !isPlace(offset['line']) || !isPlace(offset['column'])) {
				throw malformed();
			}
			if (!section.map || parts.firstOf(section.map) !== openBrace) {
				throw new RefusedMap({ kind: section.url ? 'externalSection' : 'malformed' });
			}
			const line = start.line + offset['line'];
			const column = (offset['line'] === 0 ? start.column : 0) + offset['column'];
			const last = this.sections.at(-1);
			if (last && (line < last.line || (line === last.line && column < last.column))) {
				throw malformed();
			}
			this.checkLimit('lines', line);
			yield* this.add(section.map, yield* parts.members(section.map, memberNames), { line, column }, depth + 1);
		}
	}

	private *flatMap(members: MapMembers, mappings: ByteSpan, firstLine: number): CooperativeTask<FlatMap> {
		const { parts } = this;
		const sources: (string | undefined)[] = [];
		const addSource = (source: unknown) => sources.push(typeof source === 'string' ? source : undefined);
		if (!(yield* parts.visitItems(members.sources, addSource))) {
			throw new RefusedMap({ kind: 'notAMapping' });
		}
		this.sources += sources.length;
		this.checkLimit('sources', this.sources);
		const encoded = yield* parts.ascii(mappings);
		const segments = yield* this.getSegments(encoded, firstLine);
		const metadata = yield* parts.list(members.x_facebook_sources);
		const functions = metadata && (yield* this.functionMaps(metadata));
		const ignored = new Bitset(sources.length);
		yield* parts.visitItems(ignoredOf(members, parts), (index) => {
			if (isPlace(index) && index < sources.length) {
				ignored.add(index);
			}
		});
		return {
			sources,
			sourceRoot: this.sourceRoot(members.sourceRoot),
			segments,
			ignored,
			functions,
			bytecode: this.isBytecode(members, encoded),
		};
	}

	private sourceRoot(span: ByteSpan | undefined): string | undefined {
		const root = this.parts.value(span);
		if (root instanceof LongValue) {
			return this.parts.firstOf(span) === quote ? undefined : '';
		}
		return typeof root === 'string' ? root : '';
	}

	/** Counts the segments before decoding them, because two bytes of text can become sixteen bytes in memory. */
	private *getSegments(mappings: Uint8Array, firstLine: number): CooperativeTask<SegmentTable> {
		const counts = yield* countMappings(mappings);
		this.segments += counts.segments;
		this.checkLimit('lines', firstLine + counts.lines);
		this.checkLimit('segments', this.segments);
		const table = yield* decodeMappings(mappings, counts);
		if (!table) {
			throw malformed();
		}
		return table;
	}

	private *functionMaps(metadata: readonly unknown[]): CooperativeTask<(FunctionMapText | undefined)[]> {
		const maps: (FunctionMapText | undefined)[] = [];
		for (const ofSource of metadata) {
			const map = ofSource instanceof LongValue ? yield* this.longFunctionMap(ofSource.span) : functionMapOf(ofSource);
			this.functions += map ? (yield* countMappings(Buffer.from(map.mappings, 'latin1'))).segments : 0;
			this.checkLimit('functions', this.functions);
			maps.push(map);
			yield;
		}
		return maps;
	}

	private *longFunctionMap(ofSource: ByteSpan): CooperativeTask<FunctionMapText | undefined> {
		const { parts } = this;
		const [first] = parts.firstOf(ofSource) === openBracket ? yield* parts.items(ofSource) : [];
		if (!first || parts.firstOf(first) !== openBrace) {
			return undefined;
		}
		const { names, mappings } = yield* parts.members(first, ['names', 'mappings']);
		if (!mappings || parts.firstOf(mappings) !== quote) {
			return undefined;
		}
		const encoded = yield* parts.ascii(mappings);
		const functions: string[] = [];
		yield* parts.visitItems(names, (name) => functions.push(asText(name)));
		return {
			names: functions,
			mappings: encoded.toString('latin1', 0, Math.min(encoded.length, maxFunctionText)),
		};
	}

	/**
	 * Returns true if columns are bytecode offsets, as in maps with Hermes function offsets and in older one-line Metro
	 * maps.
	 */
	private isBytecode(members: MapMembers, mappings: Buffer): boolean {
		const fromMetro = this.parts.firstOf(members.x_facebook_sources) === openBracket;
		const hasOffsets = this.parts.firstOf(members.x_hermes_function_offsets) === openBrace;
		return hasOffsets || (fromMetro && !mappings.includes(semicolon));
	}

	private checkLimit(unit: 'lines' | 'segments' | 'sources' | 'sections' | 'functions', count: number): void {
		const limit = this.limits[unit];
		if (count > limit) {
			throw new RefusedMap({ kind: 'tooLarge', unit, limit });
		}
	}
}

function ignoredOf(members: MapMembers, parts: JsonParts): ByteSpan | undefined {
	const { ignoreList, x_google_ignoreList } = members;
	return ignoreList && parts.value(ignoreList) !== null ? ignoreList : x_google_ignoreList;
}

function functionMapOf(metadata: unknown): FunctionMapText | undefined {
	const first: unknown = Array.isArray(metadata) ? metadata[0] : undefined;
	if (!isObject(first) || typeof first['mappings'] !== 'string') {
		return undefined;
	}
	const { names, mappings } = first;
	return { names: Array.isArray(names) ? names.map(asText) : [], mappings };
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function isPlace(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
