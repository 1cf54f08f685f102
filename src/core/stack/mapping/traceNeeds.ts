import { type Steps, visitEach } from '../../common/steps';
import { isLibraryFrame } from '../own/libraryFrame';
import type { Frame, Trace } from '../trace/model';
import { isGivenType } from './r8/givenNames';
import { minifiedHeads } from './r8/heads';
import { mapIdOf } from './r8/retraceFit';
import { isPlatformClass } from './r8/sourcePlaces';
import { bundleName } from './sourceMap/unminify';
import { type SymbolNeed, symbolNeeds } from './tools/symbolNeeds';

/** What could deobfuscate a trace, by the trace alone. Where it says nothing, no file needs to be looked for. */
export interface TraceNeeds extends MappingNeeds {
	/** In the order of `symbolNeeds`, by which they are referred to. */
	readonly symbols: readonly SymbolWant[];
}

/** What of it mapping files could do. */
interface MappingNeeds {
	/** Undefined when no Java frame looks minified. */
	readonly r8: { readonly mapId: string | undefined } | undefined;
	/** Base names of the bundles that frames are in, in the order of the trace, each once. */
	readonly bundles: readonly string[];
}

/** A `SymbolNeed` with the number of its frames. */
export interface SymbolWant extends Pick<SymbolNeed, 'tools' | 'file'> {
	readonly frames: number;
}

export function* traceNeeds(trace: Trace): Steps<TraceNeeds> {
	const symbols = yield* symbolNeeds(trace);
	return {
		...(yield* mappingNeeds(trace)),
		symbols: symbols.map(({ tools, file, frames }) => ({ tools, file, frames: frames.length })),
	};
}

export function* mappingNeeds(trace: Trace): Steps<MappingNeeds> {
	let minified = false;
	// Where a frame has its original name, so have all classes: what looks short in its header is so.
	let headsOnly = true;
	const bundles = new Set<string>();
	for (const { platform, lines } of trace.sections) {
		yield;
		yield* visitEach(lines, (line) => {
			if (line.kind !== 'raw') {
				minified ||= platform === 'jvm' && isMinified(line);
				headsOnly &&= line.kind === 'elided' || isPlatformClass(line.type ?? '');
				if (isBundled(line)) {
					bundles.add(bundleName(line.file));
				}
			}
		});
	}
	return {
		r8: minified || (headsOnly && (yield* minifiedHeads(trace)).length > 0) ? { mapId: mapIdOf(trace) } : undefined,
		bundles: [...bundles],
	};
}

/** One mapping that a trace needs. */
export type MappingWant =
	| { readonly kind: 'r8'; readonly mapId: string | undefined }
	/** `bundle` is its base name. */
	| { readonly kind: 'sourceMap'; readonly bundle: string };

/** Bundles of one trace that maps are looked for. */
const maxBundles = 4;

export function mappingWants({ r8, bundles }: MappingNeeds): readonly MappingWant[] {
	return [
		...(r8 ? [{ kind: 'r8', mapId: r8.mapId } as const] : []),
		...bundles.slice(0, maxBundles).map((bundle) => ({ kind: 'sourceMap', bundle }) as const),
	];
}

/** Whether a frame has no names and no place but those that a mapping file can read. */
export function needsMapping(frame: Frame, { sections }: Pick<Trace, 'sections'>): boolean {
	const { kind, file, mapId, type = '' } = frame;
	if (kind !== 'managed') {
		return isBundled(frame);
	}
	// As of most.
	const isNamed = file !== undefined && mapId === undefined && !isGivenType(type);
	return !isNamed && isMinified(frame) && sections.some(({ platform }) => platform === 'jvm');
}

const givenMethodName = /^[a-z][a-z\d]?$/;

/**
 * Whether a Java frame can be read with a mapping only. One of these is enough:
 * - its source names the mapping (`r8-map-id-…`);
 * - it has a line in a source file without a name (`SourceFile:7`), which counts lines of the mapping;
 * - its class, or the class within a class, has a name as minifiers give them (`f3.c`, `RecyclerView$e`);
 * - its method has one and its source file has no name (`CheckoutActivity.a(Unknown Source:4)`).
 *
 * Classes of the platform are never minified. Those of libraries may be, but have short names of their own as well, so
 * that only the first two count for them.
 */
function isMinified(frame: Frame): boolean {
	const { kind, type, method = '', file, line1, mapId, flags } = frame;
	if (kind !== 'managed' || type === undefined || isPlatformClass(type)) {
		return false;
	}
	if (mapId !== undefined || (line1 !== undefined && file === undefined && !flags.includes('synthetic'))) {
		return true;
	}
	if (isLibraryFrame(frame)) {
		return false;
	}
	const nameless = file === undefined && !flags.includes('nativeMethod') && !flags.includes('synthetic');
	return isGivenType(type) || (nameless && givenMethodName.test(method));
}

const bundleFile =
	/(?:\.(?:bundle|jsbundle|hbc)|\.(?:min|bundle)\.[cm]?js)$|^(?:bundle|index|main|chunk)[.-][\da-f]{8,}\.js$/i;

/** Nobody writes lines so long (characters). */
const maxWrittenLineLength = 500;

/**
 * Whether a JavaScript frame is in a bundle: by the name of the file, by a place that only bytecode has, or by a column
 * that lies in a line which no person wrote.
 */
function isBundled(frame: Frame): frame is Frame & { readonly file: string } {
	const { kind, file, column1 = 0, position, flags } = frame;
	if (kind !== 'javascript' || file === undefined || flags.includes('synthetic')) {
		return false;
	}
	const isWritten =
		column1 <= maxWrittenLineLength && position?.kind !== 'bytecode' && !bundleFile.test(bundleName(file));
	return !isWritten && !isLibraryFrame(frame);
}
